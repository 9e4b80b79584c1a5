import { readActTexts } from '#content/talk/acts.ts';
import { readForeignTexts } from '#content/talk/foreign.ts';
import { listenerTexts } from '#content/talk/listener.ts';
import { readEmptyTexts, readWishes } from '#content/talk/wishes.ts';
import { createListener } from '#server/listener/listener.ts';
import { createForeignReader } from '#server/narrator/foreign.ts';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '#content/book.ts';
import * as lines from '#content/voice.ts';
import { createNarrator } from '#server/narrator/narrator.ts';
import { spokenOfAct } from '#server/narrator/acts.ts';
import { spokenLines, type Voice } from '#server/narrator/voice.ts';
import { everyLine } from '#server/spoilers/guard.ts';
import choiceModels from '#server/narrator/choice-models.json';
import { createEmbeddedModel, type VoiceOptions } from '#server/narrator/compose.ts';

/** The book's own voice, as the composition root hands it to the embedded model. */
export const voice: Voice = {
  ...lines,
  deflections,
  nameDeflections,
  levelZero,
  unlocked,
  name: protagonist.name,
};

export const narrator = createNarrator(voice);

/** The acts the site comes with. */
export const demoActTexts = readActTexts();

/** The languages the site comes with, and what recognises them. */
export const foreignTexts = readForeignTexts();
export const readForeign = createForeignReader(foreignTexts);

/** Every line that he has of his own. */
export const ownLines = everyLine([
  spokenLines(voice),
  demoActTexts.acts.map(spokenOfAct),
  foreignTexts.map((texts) => Object.values(texts.lines)),
  { ...readEmptyTexts() },
]);

/** The embedded model as the site has it, with n-grams alone unless `changes` say otherwise. */
export const siteModel = (changes: Partial<Omit<VoiceOptions, 'empty' | 'wishes'>> = {}) =>
  createEmbeddedModel({
    voice,
    acts: demoActTexts,
    empty: readEmptyTexts(),
    wishes: readWishes(),
    listener: createListener(listenerTexts, () => false),
    readForeign,
    models: choiceModels,
    vectorOf: () => undefined,
    encode: () => Promise.resolve(undefined),
    ...changes,
  });
