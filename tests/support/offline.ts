import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '../../src/content/book.ts';
import * as lines from '../../src/content/voice.ts';
import { createOfflineModel } from '../../src/server/model/offline.ts';
import { createNarrator } from '../../src/server/model/offline/narrator.ts';
import type { Voice } from '../../src/server/model/offline/voice.ts';

/** The book's own voice, as the composition root hands it to the embedded model. */
export const voice: Voice = {
  ...lines,
  deflections,
  nameDeflections,
  levelZero,
  unlocked,
  name: protagonist.name,
};

export const offlineModel = () => createOfflineModel(voice);
export const narrator = createNarrator(voice);
