/** How the reply to one message comes onto the screen. Times are in milliseconds since the epoch. */
export interface Reveal {
  /** The turn whose reply it is. */
  turn: number;
  sentAt: number;
  /** What is known of the reply. */
  text: string;
  /** Whether the reply is known to its end. */
  isWhole: boolean;
  /** How many characters are on the screen; none while he is seen to be writing. */
  shown: number;
  /** When the next ones come. */
  dueAt: number;
}

/** How long «STA SCRIVENDO» stands, from sending: more for a longer reply. */
const typing = { least: 350, most: 900, perCharacter: 3 };
/** The first sentence is written out, about 36 characters a second; a long one as fast as it takes to end in time. */
const writing = { characters: 2, every: 55, mostSteps: 40 };
/** The pause before each other sentence, which comes whole: in all no longer than `together`. */
const pause = { least: 200, most: 600, perCharacter: 3, together: 3_000 };

const clamp = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

export function beginReveal(turn: number, now: number): Reveal {
  return { turn, sentAt: now, text: '', isWhole: false, shown: 0, dueAt: Infinity };
}

/**
 * More of the reply is known. `undefined` when nothing is left to hold back: it is all on the screen, or it was so long in
 * coming that it is slowed no further.
 */
export function receiveReply(
  reveal: Reveal,
  text: string,
  isWhole: boolean,
  now: number,
): Reveal | undefined {
  const { sentAt, shown, dueAt } = reveal;
  if (reveal.text === '' && now - sentAt >= typing.most) return undefined;
  const begins = sentAt + clamp(typing.least, typing.least + text.length * typing.perCharacter, typing.most);
  const next = { ...reveal, text, isWhole, dueAt: shown === 0 ? begins : dueAt };
  return isOver(next) ? undefined : next;
}

/** What is on the screen at a moment; `undefined` when it is all there. */
export function advanceReveal(reveal: Reveal, now: number): Reveal | undefined {
  let next = reveal;
  while (now >= next.dueAt && next.shown < next.text.length) next = showMore(next);
  return isOver(next) ? undefined : next;
}

/** When something is next to be shown; `undefined` while more is waited for. */
export function nextStep({ text, shown, dueAt }: Reveal): number | undefined {
  return shown < text.length ? dueAt : undefined;
}

const isOver = ({ text, isWhole, shown }: Reveal) => isWhole && shown >= text.length;

function showMore(reveal: Reveal): Reveal {
  const { text, shown, dueAt } = reveal;
  const ends = sentenceEnds(text);
  const [first = text.length] = ends;
  if (shown < first) {
    const step = Math.max(writing.characters, Math.ceil(first / writing.mostSteps));
    const to = Math.min(first, afterCharacter(text, shown + step));
    return { ...reveal, shown: to, dueAt: dueAt + (to < first ? writing.every : pauseBefore(ends, to)) };
  }
  const to = ends.find((end) => end > shown) ?? text.length;
  return { ...reveal, shown: to, dueAt: dueAt + pauseBefore(ends, to) };
}

/** The pause before the sentence that begins at `from`. */
function pauseBefore(ends: readonly number[], from: number): number {
  const to = ends.find((end) => end > from) ?? from;
  const share = pause.together / Math.max(1, ends.length - 1);
  return Math.min(share, clamp(pause.least, pause.least + (to - from) * pause.perCharacter, pause.most));
}

/** Where each sentence ends, with the white space after it. */
function sentenceEnds(text: string): number[] {
  const ends = [...text.matchAll(/[.!?…]+["”»’)\]]*\s+|\n\s*/g)].map(
    (match) => match.index + match[0].length,
  );
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends;
}

/** Never between the two halves of a character. */
function afterCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at + 1 : at;
}
