import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '#content/book.ts';
import * as lines from '#content/voice.ts';
import { createOfflineModel } from '#server/narrator/offline-model.ts';
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
