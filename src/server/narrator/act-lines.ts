import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import { chooseUnsaid, fillLine } from '#server/text/lines.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import type { ActText } from '#shared/contracts/talk-acts.ts';

/** Where the conversation stands when a line is chosen. */
export interface LineContext {
  /** The part of the book that is unlocked. */
  phase: 'inizio' | 'meta' | 'fine';
  message: string;
  /** What he has said in this conversation, one entry for each answer. */
  said: readonly string[];
  /** The last section is unlocked. */
  atEnd?: boolean;
  /** How long the reader was away, when they have just come back. */
  away?: 'ore' | 'giorni' | 'settimane';
  /** What the placeholders of `known` stand for; a line with another placeholder is left out. */
  values?: Readonly<Record<string, string>>;
  /** The language of the message, when the caller knows it: «en», «fr», «es», «de». */
  lang?: string;
}

type Pool = readonly string[];

/** Nothing but marks and pictures: what the act of silence is, by its definition. */
const isSilent = (text: string) => !/[\p{L}\p{N}]/u.test(text);

const placeholders = (line: string) => [...line.matchAll(/\{(\p{L}+)\}/gu)].map(([, name = '']) => name);

function matches(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}

/** What a message without words shows. */
function silencePool(act: ActText, message: string): Pool | undefined {
  if (/[😭😢💔🥺😿]|:['’]?-?\(|:['’]-?\(/u.test(message)) return act.altri.lacrime;
  if (/[\u2764♥🥰😍😘🤗🙏💕💖💗💙💚💛💜🧡🤍🖤😻]|<3/u.test(message)) return act.altri.teneri;
  if (/\p{Extended_Pictographic}|[:;=^xX][-’']?[()DPp^/]/u.test(message)) return act.altri.disegni;
  return act.altri.punti;
}

/** The words of the examples of each language. */
const vocabulariesOf = memoizeByObject((act: ActText) =>
  Object.entries(act.lingue).map(
    ([code, { examples }]) =>
      [code, new Set(examples.flatMap((example) => foldChatSpelling(example).split(' ')))] as const,
  ),
);

/** The language most of the message's words are of, by the examples of each; `undefined` when it is another or Italian. */
function languageOf(act: ActText, words: readonly string[]): string | undefined {
  const letters = words.filter((word) => /^\p{L}/u.test(word));
  let found: string | undefined;
  let most = 0;
  for (const [code, vocabulary] of vocabulariesOf(act)) {
    const share = letters.filter((word) => vocabulary.has(word)).length / Math.max(1, letters.length);
    if (share > most && share >= 0.5) [found, most] = [code, share];
  }
  return found;
}

/** Pools that go before the others because of the state of the conversation. */
function statePool(act: ActText, context: LineContext): Pool | undefined {
  const { altri } = act;
  if (context.atEnd && altri.ultima) return altri.ultima;
  if (context.away && act.altri[`dopo_${context.away}`]) return altri[`dopo_${context.away}`];
  const { values } = context;
  if (!values || !altri.known) return undefined;
  const fillable = altri.known.filter((line) => placeholders(line).every((name) => values[name]));
  return fillable.length > 0 ? fillable : undefined;
}

/** The lines of an act for one of the words of a folded message. */
function aimedPool(act: ActText | undefined, folded: string): ActText['mirati'][number] | undefined {
  const words = folded.split(' ');
  return act?.mirati.find(({ parole }) =>
    words.some((word) => parole.some((pattern) => matches(word, pattern))),
  );
}

/** Every pool that may answer, the nearest to the message first. */
function poolsFor(act: ActText, context: LineContext, folded: string): Pool[] {
  const words = folded.split(' ');
  const state = statePool(act, context);
  // At the last section there is nothing else to say of codes and of what comes next.
  if (state && state === act.altri.ultima) return [state];
  const language = context.lang ?? languageOf(act, words);
  const spoken = language === undefined ? undefined : act.lingue[language]?.says;
  const aimed = aimedPool(act, folded);
  const silence = act.altri.punti && isSilent(context.message) && silencePool(act, context.message);
  return [
    state,
    spoken,
    silence || undefined,
    aimed?.says,
    aimed ? undefined : act.phase[context.phase],
    act.says,
  ].filter((pool) => pool !== undefined);
}

/** Without questions back where his last answer ended in one, as long as others are left. */
function askingOnce(pool: Pool, said: readonly string[]): Pool {
  if (!said.at(-1)?.trimEnd().endsWith('?')) return pool;
  const telling = pool.filter((line) => !line.endsWith('?') && !said.includes(line));
  return telling.length > 0 ? telling : pool;
}

/**
 * What he answers to a message of the act: a line he has not said in this conversation, the same for the same words.
 * `undefined`: he has said them all.
 */
export function chooseLine(act: ActText, context: LineContext): string | undefined {
  const folded = foldChatSpelling(context.message);
  const riddle = asksRiddle.test(folded) ? chooseRiddle(act, context) : undefined;
  if (riddle !== undefined) return riddle;
  // Tears and other languages are never answered with a line that was written for something else.
  for (const pool of poolsFor(act, context, folded)) {
    const line = chooseUnsaid(askingOnce(pool, context.said), context.said, `${act.id} ${folded}`);
    if (line !== undefined) return context.values ? fillLine(line, context.values) : line;
    if (pool === act.altri.lacrime) return undefined;
  }
  return undefined;
}

const asksRiddle = /indovinell|quiz|enigma/;

/** How many answers ago a riddle may have been asked. */
const riddleMemory = 2;

/** Asks a riddle that was not asked yet. `undefined`: he knows no other, or the act has none. */
function chooseRiddle(act: ActText, context: LineContext): string | undefined {
  const riddles = act.indovinelli.map(({ domanda }) => domanda);
  return chooseUnsaid(riddles, context.said, foldChatSpelling(context.message));
}

/**
 * Whether the message answers the riddle he asked last, and what he says to that; `undefined` when no riddle is open or
 * both his replies to it were said.
 */
export function judgeRiddle(
  act: ActText,
  context: Pick<LineContext, 'message' | 'said'>,
): string | undefined {
  const lately = context.said.slice(-riddleMemory).join('\n').toLowerCase();
  const open = act.indovinelli.find(({ domanda }) => lately.includes(domanda.toLowerCase()));
  if (!open) return undefined;
  const padded = ` ${foldChatSpelling(context.message)} `;
  const right = open.risposte.some((answer) => padded.includes(` ${foldChatSpelling(answer)} `));
  const reply = right ? open.giusto : open.sbagliato;
  return context.said.some((answer) => answer.includes(reply) || answer.includes(open.giusto))
    ? undefined
    : reply;
}
