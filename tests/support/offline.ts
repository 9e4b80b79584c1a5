import { readForeignTexts } from '#content/talk/foreign.ts';
import { listenerTexts } from '#content/talk/listener.ts';
import { createListener } from '#server/listener/listener.ts';
import { createForeignReader } from '#server/narrator/foreign.ts';
import { createSmallTalk } from '#server/narrator/small-talk.ts';
import { demoActs } from './acts.ts';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '#content/book.ts';
import * as lines from '#content/voice.ts';
import { createOfflineModel } from '#server/narrator/conductor.ts';
import { createNarrator } from '#server/narrator/narrator.ts';
import type { Voice } from '#server/narrator/voice.ts';

/** The book's own voice, as the composition root hands it to the embedded model. */
export const voice: Voice = {
  ...lines,
  deflections,
  nameDeflections,
  levelZero,
  unlocked,
  name: protagonist.name,
};

export const offlineModel = () => createOfflineModel({ voice });
export const narrator = createNarrator(voice);

/** The languages the site comes with, and what recognises them. */
export const foreignTexts = readForeignTexts();
export const readForeign = createForeignReader(foreignTexts);

/** The embedded model as the site has it: with small talk, memory and other languages. */
export const siteModel = () =>
  createOfflineModel({
    voice,
    smallTalk: createSmallTalk(
      demoActs,
      createListener(listenerTexts, () => false),
    ),
    readForeign,
  });
