/** One line of the table; `ok` is missing for what was skipped, and `outcome` then says why. */
export interface Row {
  case: string;
  rounds: number;
  outcome: string;
  /** What has to come out, when it is not plain from the case. */
  expected?: string;
  ok?: boolean;
}

/** How much of everything: the whole table, or a few rounds to see that it works. */
export interface Scale {
  kills: number;
  powerCuts: number;
  /** Rounds of stock lowdb beside ours. */
  baseline: number;
  /** Bytes of the files that a backup streams. */
  streamedBytes: number;
  /** Messages in the database that a backup streams. */
  messages: number;
  /** Of the bytes of a file, one in so many is changed. */
  stride: number;
}

/** What a kind of trial needs: a folder of its own on a real disk, and how much to do. */
export interface Trial {
  scratch: string;
  scale: Scale;
  /** Tells the person who waits how far it is. */
  progress: (text: string) => void;
}

export function counted(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `3 refused, 2 recovered`: how often each answer came, most frequent first. */
export function tally(answers: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .map(([answer, count]) => `${counted(count)} ${answer}`)
    .join(', ');
}
