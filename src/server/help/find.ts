import { createHmac, randomBytes } from 'node:crypto';
import type { WordModel } from './model.ts';
import { lazy } from '#shared/lazy.ts';
import { createDetector, type Finding } from './detect.ts';
import { isOfTheBook, type OpenStory } from './of-the-book.ts';
import { createSuspicion } from './suspect.ts';
import type { HelpTexts } from './texts.ts';

/** A message that may say more than its phrase does. */
const severalParts = /[.!?,;:\n]\s*[\p{L}\d]/u;
const sentenceEnds = /[.!?;\n]+\s*/;
const longestMemory = 2000;
const nothingOpen: OpenStory = { sections: [] };

/** What a message holds, where it is no guess at one that speaks of the open story. */
export function createFinder(
  texts: HelpTexts,
  model: WordModel,
  readForeign: (message: string) => { meaning?: string | undefined } | undefined,
) {
  const detector = lazy(() => createDetector(texts, createSuspicion(model, texts.forms), model.threshold));
  const grammar = lazy(() => createDetector(texts));
  const detect = remembered((message) => {
    const meaning = readForeign(message)?.meaning;
    return meaning !== undefined && !severalParts.test(message)
      ? (grammar()(message) ?? detector()(meaning))
      : detector()(message);
  });
  return (message: string, story = nothingOpen): Finding | undefined => {
    const finding = detect(message);
    const isCertain = finding && finding.tier !== 'guess';
    if (isCertain || !isOfTheBook(message, story)) return finding;
    // «Ho finito il libro. Non ce la faccio più»: what stands in a sentence of its own is not said of the book.
    const others = message.split(sentenceEnds).filter((sentence) => !isOfTheBook(sentence, story));
    return others.map(detect).find((one) => one !== undefined && one.tier !== 'retracted');
  };
}

/** The detector, which reads a message once: a conversation is read again at every turn, by several parts of the talk. */
function remembered(detect: (message: string) => Finding | undefined): typeof detect {
  const harmless = new Set<string>();
  // Grave messages are kept nowhere, not even here: what was found in one stands under a digest that only this process makes.
  // Without it whoever wrote a hundred long ones held the process for seconds with each message more.
  const grave = new Map<string, Finding>();
  const key = randomBytes(32);
  return (message) => {
    if (harmless.has(message)) return undefined;
    const digest = createHmac('sha256', key).update(message).digest('base64url');
    const before = grave.get(digest);
    if (before) return before;
    const finding = detect(message);
    const memory = finding ? grave : harmless;
    if (memory.size >= longestMemory) memory.clear();
    if (finding) grave.set(digest, finding);
    else harmless.add(message);
    return finding;
  };
}
