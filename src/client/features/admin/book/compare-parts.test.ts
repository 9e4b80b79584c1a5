import { expect, test } from 'vitest';
import { neutralBook } from '#content/neutral-book.ts';
import { bookContent, type BookContent } from '#shared/contracts/book.ts';
import { bookParts } from './book-parts.ts';
import { differencesIn, withPartOf } from './compare-parts.ts';

const cover = { src: '/uploads/images/a.webp', width: 8, height: 9, alt: 'Una copertina' };
const shop = { name: 'La bottega', address: 'https://bottega.example/' };
/** As the neutral book, with something of every kind of field. */
const full = bookContent.parse({
  ...neutralBook,
  book: { ...neutralBook.book, title: 'Titolo', cover },
  landing: {
    ...neutralBook.landing,
    synopsis: ['Uno.', 'Due.'],
    purchase: { ...neutralBook.landing.purchase, shops: [shop] },
    audiobook: { ...neutralBook.landing.audiobook, audio: '/uploads/audio/a.mp3', seconds: 61 },
    controller: { name: 'Anna Neri', contact: 'anna@example.org' },
  },
} satisfies BookContent);
const empty = bookContent.parse(neutralBook);

test.each([
  ['copertina', 'book.cover', `${cover.src}\nUna copertina`],
  ['trama', 'landing.synopsis', 'Uno.\n\nDue.'],
  ['acquisto', 'landing.purchase.shops', 'Nome: La bottega\nIndirizzo: https://bottega.example/'],
  ['privacy', 'landing.controller.name', 'Anna Neri'],
])('%s: what differs is told as text, and taken whole, in both directions', (slug, field, text) => {
  const part = bookParts.find((each) => each.slug === slug);
  if (!part) throw new Error(slug);
  expect(differencesIn(part, empty, full)).toContainEqual(expect.objectContaining({ field, then: text }));
  const [there, back] = [withPartOf(empty, part, full), withPartOf(full, part, empty)];
  expect(differencesIn(part, there, full)).toEqual([]);
  expect(differencesIn(part, back, empty)).toEqual([]);
  // What was absent is absent again, and nothing else has changed.
  expect([bookContent.parse(there), bookContent.parse(back)]).toEqual([there, back]);
  const others = bookParts.filter((each) => each !== part);
  expect(others.flatMap((each) => differencesIn(each, there, empty))).toEqual([]);
});

test('with a recording comes its length', () => {
  const part = bookParts.find(({ slug }) => slug === 'audiolibro');
  if (!part) throw new Error('audiolibro');
  expect(withPartOf(empty, part, full).landing.audiobook).toMatchObject({ seconds: 61 });
});
