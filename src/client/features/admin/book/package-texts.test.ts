import { expect, test } from 'vitest';
import type { PackagePlan } from '#shared/contracts/book-package.ts';
import { packageName, packageWarnings } from './package-texts.ts';

const none = { now: 3, then: 3, added: 0, removed: 0, changed: 0 };
const plan: PackagePlan = {
  id: 'p',
  title: 'Pinocchio',
  author: 'Carlo Collodi',
  isOtherBook: false,
  collections: {
    sections: none,
    unlockCodes: none,
    musicCodes: none,
    galleryImages: none,
    memoryCards: none,
    articles: none,
  },
  newCodes: 0,
  files: { added: 0, bytes: 0 },
  missingFiles: [],
  doubtful: [],
  isSame: true,
};

test('an import that takes nothing warns of nothing', () => {
  expect(packageWarnings(plan)).toEqual([]);
  expect(packageName(plan)).toBe('«Pinocchio» di Carlo Collodi, senza file nuovi.');
});

test('codes that stop, pages that change, codes without a value and what is missing are said, one and many', () => {
  const closing = { ...none, removed: 1 };
  const one = { ...plan, isOtherBook: true, collections: { ...plan.collections, musicCodes: closing } };
  expect(packageWarnings(one)).toEqual([
    '1 codice che c’è adesso smette di funzionare: se l’hai stampato o dato a qualcuno, non importare.',
    'Le pagine del sito diventano quelle del pacchetto, e in chat risponde il suo personaggio.',
  ]);
  const files = ['a', 'b', 'c', 'd', 'e', 'f'];
  expect(
    packageWarnings({ ...plan, newCodes: 2, missingFiles: files, doubtful: ['sezione «x»: y'] }),
  ).toEqual([
    '2 codici arrivano senza il loro valore e ne ricevono di nuovi.',
    'Mancano i file: a, b, c, d, e e altri 1.',
    'Non si potrebbe scrivere così oggi: sezione «x»: y.',
  ]);
  expect(packageName({ ...plan, title: '', author: '', files: { added: 1, bytes: 2048 } })).toMatch(
    /^«Senza titolo», con 1 file nuovo \(2/,
  );
});
