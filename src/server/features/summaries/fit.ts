interface Candidate {
  words: number;
  gain: number;
}

/** Above this many words no exact choice is sought: among so many sentences the simple steps always succeed. */
const exactUpTo = 4_000;

/**
 * `taken`, with the least valuable left out or the most valuable of `left` added until it has from `least` to `most` words;
 * when that does not succeed, the most valuable of all choices that have. `undefined` when there is none.
 */
export function chooseToFit<T extends Candidate>(
  taken: readonly T[],
  left: readonly T[],
  least: number,
  most: number,
): T[] | undefined {
  const selection = [...taken];
  const words = () => selection.reduce((sum, item) => sum + item.words, 0);
  const spare = left.toSorted((a, b) => b.gain - a.gain);
  for (let next: T | undefined; words() < least;) {
    const room = most - words();
    next = spare.find((item) => item.words <= room);
    if (!next) break;
    spare.splice(spare.indexOf(next), 1);
    selection.push(next);
  }
  while (words() > most) {
    const worst = selection.reduce((low, item) => (item.gain < low.gain ? item : low));
    selection.splice(selection.indexOf(worst), 1);
  }
  if (words() >= least && selection.length > 0) return selection;
  return most <= exactUpTo ? bestChoice([...taken, ...left], least, most) : undefined;
}

/** The knapsack: for each number of words the best choice that has exactly so many. */
function bestChoice<T extends Candidate>(all: readonly T[], least: number, most: number): T[] | undefined {
  const best: (number | undefined)[] = [0];
  const through: Uint8Array[] = [];
  for (const { words: own, gain } of all) {
    const lengths = new Uint8Array(most + 1);
    for (let words = most; words >= own; words -= 1) {
      const without = best[words - own];
      if (without === undefined) continue;
      const value = without + gain * own + 1e-9;
      if (value > (best[words] ?? -1)) {
        best[words] = value;
        lengths[words] = 1;
      }
    }
    through.push(lengths);
  }
  let at: number | undefined;
  for (let words = Math.max(1, least); words <= most; words += 1)
    if (best[words] !== undefined && (at === undefined || (best[words] ?? 0) > (best[at] ?? 0))) at = words;
  if (at === undefined) return undefined;
  const selection: T[] = [];
  for (let item = all.length - 1; item >= 0; item -= 1) {
    const candidate = all[item];
    if (!candidate || through[item]?.[at] !== 1) continue;
    selection.push(candidate);
    at -= candidate.words;
  }
  return selection;
}
