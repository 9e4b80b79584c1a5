/** State of revealing a reply on the screen. Times in milliseconds of `performance.now()`. */
export interface Reveal {
  turn: number;
  sentAt: number;
  text: string;
  /** Timestamp of the whole reply. */
  repliedAt?: string;
  isWhole: boolean;
  /** Characters shown; 0 while he appears to be typing. */
  shown: number;
  dueAt: number;
}

/** Duration of «STA SCRIVENDO» from sending, growing with the reply, in milliseconds. */
const typing = { least: 350, most: 900, perCharacter: 3 };
/** The first sentence appears at about 36 characters a second; a long one faster, to end in time. */
const writing = { characters: 2, every: 55, mostSteps: 40 };
/** Pause before each further sentence, which appears whole; `together`: maximum sum, in milliseconds. */
const pause = { least: 200, most: 600, perCharacter: 3, together: 3_000 };

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

export function beginReveal(turn: number, now: number): Reveal {
  return { turn, sentAt: now, text: '', isWhole: false, shown: 0, dueAt: Infinity };
}

/**
 * More of the reply is known. `undefined` when all is shown, or when it took so long that no further delay is added.
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

export function advanceReveal(reveal: Reveal, now: number): Reveal | undefined {
  let next = reveal;
  while (now >= next.dueAt && next.shown < next.text.length) next = showMore(next);
  return isOver(next) ? undefined : next;
}

/** Time of the next step; `undefined` while waiting for more text. */
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

function pauseBefore(ends: readonly number[], from: number): number {
  const to = ends.find((end) => end > from) ?? from;
  const share = pause.together / Math.max(1, ends.length - 1);
  return Math.min(share, clamp(pause.least, pause.least + (to - from) * pause.perCharacter, pause.most));
}

function sentenceEnds(text: string): number[] {
  const ends = [...text.matchAll(/[.!?…]+["”»’)\]]*\s+|\n\s*/g)].map(
    (match) => match.index + match[0].length,
  );
  if (ends.at(-1) !== text.length) ends.push(text.length);
  return ends;
}

/** Avoids splitting a surrogate pair. */
function afterCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at + 1 : at;
}
