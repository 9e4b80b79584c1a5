import { expect, test } from 'vitest';
import type { RestorePlan } from '#shared/contracts/backup.ts';
import { bookSentences, changesNothing, lossSentences, planRows } from './plan-texts.ts';

const none = { now: 3, then: 3, added: 0, removed: 0, changed: 0 };
const plan: RestorePlan = {
  id: 'p',
  schema: { file: 1, here: 1 },
  collections: {
    sections: none,
    unlockCodes: none,
    musicCodes: none,
    galleryImages: none,
    users: none,
    chatMessages: none,
    memoryCards: none,
    articles: none,
    book: none,
    recordings: none,
    past: none,
  },
  book: { published: [], draft: [] },
  readers: { lowered: 0, forgotten: 0 },
  missingFiles: [],
  doubtful: [],
};

test('a backup of what is there changes nothing and takes nothing', () => {
  expect(changesNothing(plan)).toBe(true);
  expect(lossSentences(plan)).toEqual([]);
  expect(planRows(plan)).toHaveLength(11);
  expect(changesNothing({ ...plan, files: { ...none, changed: 1, bytes: 5 } })).toBe(false);
});

test('says who loses what, one and many', () => {
  const collections = { ...plan.collections, chatMessages: { ...none, removed: 1_200 } };
  const heavy = {
    ...plan,
    collections,
    readers: { lowered: 12, forgotten: 1 },
    missingFiles: ['A', 'B', 'C', 'D', 'E', 'F'],
    doubtful: ['codice di sblocco «---»: Il codice è troppo corto.'],
  };
  expect(lossSentences(heavy)).toEqual([
    '12 lettori scendono di livello: quello che avevano sbloccato dopo il backup si richiude.',
    '1 lettore non c’era ancora: ricomincia da capo.',
    '1.200 messaggi spariscono dalle conversazioni.',
    'Senza il loro file sul sito: A, B, C, D, E e altri 1.',
    expect.stringContaining('codice di sblocco «---»: Il codice è troppo corto.'),
  ]);
});

test('names the parts of the book that would change, as the panel calls them', () => {
  expect(bookSentences(plan)).toEqual([]);
  const book = {
    published: ['landing.hero.line', 'landing.synopsis', 'landing.line.from', 'encyclopedia'],
    draft: ['character.voice.suggestions.first'],
  };
  expect(changesNothing({ ...plan, book })).toBe(false);
  expect(bookSentences({ ...plan, book })).toEqual([
    'Il libro che i lettori vedono cambia in: Apertura, Trama, Dove si compra, il resto.',
    'La bozza del libro cambia in: Prima di leggere.',
  ]);
});
