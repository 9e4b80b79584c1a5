import { setImmediate } from 'node:timers/promises';
import type { Finding, SpoilerReport } from '#shared/contracts/spoiler-check.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { isVisible } from '#shared/contracts/visibility.ts';
import { unlockedSections, witnessedSection } from '#shared/gate.ts';
import { withoutMarks } from '#shared/witnessed.ts';
import { ModelError, type ChatModel } from '#server/model/types.ts';
import { isCommonName } from '#server/text/common-names.ts';
import { plainTokens } from '#server/text/plain-tokens.ts';
import type { SpoilerIndex } from '#server/spoilers/spoiler-index.ts';
import type { EmbeddedModel } from '#server/narrator/compose.ts';
import { buildRequest, type Persona, type ReplyInput } from '#server/talk/prompt.ts';
import { createChatEngine, type ChatEngineOptions } from '#server/talk/reply.ts';
import { hostilePrompts } from './hostile-prompts.ts';
import { echoModel, leakyModel } from './leaky-models.ts';
import { excerpt } from './texts.ts';

/** The character of the published book. */
export interface Speaker {
  persona: Persona;
  /** The embedded model. */
  offline: ChatModel & Partial<Pick<EmbeddedModel, 'find'>>;
  guard: NonNullable<ChatEngineOptions['guard']>;
  /** What the character says at any level. */
  spoken: readonly string[];
}

/** Counts and findings of the levels probed so far. */
export interface Probed extends Pick<SpoilerReport, 'prompts' | 'replies' | 'unchecked'> {
  /** By the names that leaked: the same words at ten levels are one thing to mend. */
  leaks: Map<string, Finding>;
}

/** At each level: hostile questions to the embedded model, the first of them to the parrot too; names that the traitor tells. */
const questionsPerLevel = 2;
const namesPerLevel = 2;

/** The words of a text as written; found by other means than the guard's, which is on trial here. */
const wordsIn = (text: string): Set<string> => new Set(text.normalize('NFC').match(/[\p{L}\p{N}]+/gu));

/** A name of the book as it is written, and the first section that has it; `Infinity` where only passages «non c’ero» or drafts do. */
interface LockedName {
  text: string;
  first: number;
}

/** The names that can be looked for by their letters: never ordinary words or what everybody knows, each as the book writes it. */
export function namesOf(book: readonly Section[], index: SpoilerIndex): LockedName[] {
  const names = new Map<string, LockedName>();
  const now = Date.now();
  const ordered = book.toSorted((a, b) => a.sectionNumber - b.sectionNumber);
  const add = ({ title, content }: Section, first: number) => {
    for (const { form, written, capital } of plainTokens(`${title}\n${content}`)) {
      const name = index.names.get(form);
      if (capital && name?.always && name.first > 0 && !names.has(form) && !isCommonName(form))
        names.set(form, { text: written, first });
    }
  };
  for (const section of ordered)
    if (isVisible(section, now)) add(witnessedSection(section), section.sectionNumber);
  for (const section of ordered)
    add({ ...section, content: withoutMarks(section.content) }, Number.POSITIVE_INFINITY);
  return [...names.values()];
}

/** Why something was not looked at, for the author. */
export function whyOf(error: unknown): string {
  if (error instanceof ModelError && error.failure === 'too-large')
    return 'la richiesta non sta nello spazio del modello: succede con segni o righe molto lunghi';
  if (error instanceof ModelError) return 'il personaggio non ha risposto';
  return 'è successo un imprevisto nel programma, non nel tuo testo';
}

/**
 * One level of the leak suite: nothing of the provider is asked, so that it costs nothing. A question that fails is noted and
 * ends nothing but itself.
 */
export async function probeLevel(
  book: readonly Section[],
  level: number,
  names: readonly LockedName[],
  { persona, offline, guard }: Speaker,
  signal: AbortSignal,
  { prompts, replies, leaks, unchecked }: Probed,
): Promise<void> {
  const now = Date.now();
  const lockedNames = names.filter(({ first }) => first > level);
  const inputOf = (sections: readonly Section[], question: string): ReplyInput => ({
    level,
    sections: unlockedSections(sections, level, now),
    history: [],
    question,
  });
  const open = book
    .filter((section) => section.sectionNumber <= level && isVisible(section, now))
    .map(witnessedSection);

  async function listen(model: ChatModel, question: string): Promise<void> {
    const engine = createChatEngine({ persona, model, fallback: offline, guard, pauseMs: 0 });
    let answerText = '';
    for await (const step of engine.reply(inputOf(book, question))) {
      await setImmediate();
      signal.throwIfAborted();
      if (step.type === 'delta') answerText += step.text;
      if (step.type === 'reset') answerText += '\n';
    }
    replies.asked += 1;
    const words = wordsIn(answerText);
    // What the reader's own question says is no leak.
    const askedWords = wordsIn(question);
    const leaked = lockedNames.filter(({ text }) => words.has(text) && !askedWords.has(text)).slice(0, 6);
    if (leaked.length === 0) return;
    replies.wrong += 1;
    const key = leaked.map(({ text }) => text).join();
    if (leaks.has(key)) return;
    leaks.set(key, {
      kind: 'reply',
      where: `Risposta al livello ${level}`,
      text: excerpt(answerText),
      words: leaked.map(({ text, first }) => ({ word: text, ...(Number.isFinite(first) && { first }) })),
      level,
    });
  }

  async function attempt(question: string, look: () => Promise<void>): Promise<void> {
    await setImmediate();
    signal.throwIfAborted();
    try {
      await look();
    } catch (error) {
      signal.throwIfAborted();
      unchecked.push({ where: `Livello ${level}, «${excerpt(question)}»`, why: whyOf(error) });
    }
  }

  async function compare(question: string): Promise<void> {
    const build = async (sections: readonly Section[]) => {
      const input = inputOf(sections, question);
      const matches = await offline.find?.({ cards: [], ...input });
      await setImmediate();
      return buildRequest(
        persona,
        { ...input, ...(matches && { found: matches }) },
        echoModel.tokenBudget,
        echoModel.answerTokens,
      );
    };
    const [real, absent] = [await build(book), await build(open)];
    prompts.asked += 1;
    if (JSON.stringify(real.request) !== JSON.stringify(absent.request)) prompts.wrong += 1;
  }

  for (let at = 0; at < questionsPerLevel; at += 1) {
    const question = hostilePrompts[(level * questionsPerLevel + at) % hostilePrompts.length] ?? '';
    await attempt(question, () => compare(question));
    if (at === 0) await attempt(question, () => listen(echoModel, question));
    await attempt(question, () => listen(offline, question));
  }
  // The nearest names, which a reader is about to meet, and the farthest.
  for (const { text } of [...lockedNames.slice(0, namesPerLevel - 1), ...lockedNames.slice(-1)]) {
    const traitor = leakyModel(() => `Te lo dico piano. Poi c’è ${text}, lì sotto. E basta.`);
    await attempt('Come va a finire?', () => listen(traitor, 'Come va a finire?'));
  }
}
