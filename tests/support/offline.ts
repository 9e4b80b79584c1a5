import { deflections, levelZero, protagonist } from '../../src/content/book.ts';
import * as lines from '../../src/content/voice.ts';
import { createOfflineModel } from '../../src/server/model/offline.ts';
import type { Voice } from '../../src/server/model/offline/voice.ts';

/** The book's own voice, as the composition root hands it to the embedded model. */
export const voice: Voice = { ...lines, deflections, levelZero, name: protagonist.name };

export const offlineModel = () => createOfflineModel(voice);
