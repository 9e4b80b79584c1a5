import { expect, it } from 'vitest';
import { createGalleryImage } from '../shared/contracts/gallery.ts';
import { createMusicCode } from '../shared/contracts/music-codes.ts';
import { createSection } from '../shared/contracts/sections.ts';
import { createUnlockCode } from '../shared/contracts/unlock-codes.ts';
import { parseCardsFile } from './cards-file.ts';
import { demoBook, parseSection } from './demo.ts';

it('has twelve sections in story order, each at all four sizes', () => {
  const { sections } = demoBook();
  expect(sections.map((section) => section.sectionNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  for (const { content, contentReduced70, contentReduced30, contentLine } of sections) {
    const sizes = [content, contentReduced70, contentReduced30, contentLine].map((text) => text?.length ?? 0);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  }
});

it('passes the contracts an author’s own records must pass', () => {
  const book = demoBook();
  for (const record of book.sections) expect(createSection.parse(record)).toEqual(record);
  for (const record of book.unlockCodes) expect(createUnlockCode.parse(record)).toEqual(record);
  for (const record of book.musicCodes) expect(createMusicCode.parse(record)).toEqual(record);
  for (const record of book.galleryImages) expect(createGalleryImage.parse(record)).toEqual(record);
  expect(book.galleryImages.map((image) => image.displayOrder)).toEqual([...book.galleryImages.keys()]);
});

it('refuses a file without front matter, naming it', () => {
  expect(() => parseSection('13-nuova.md', 'Solo testo.')).toThrow('13-nuova.md');
});

it('has memory cards of every section, a present for each and an end for the last', () => {
  const { memoryCards } = demoBook();
  const of = (kind: string) => memoryCards.filter((card) => card.kind === kind);
  expect(of('now').map(({ sectionNumber }) => sectionNumber)).toEqual([...Array(13).keys()]);
  expect(of('now').every(({ mood }) => mood)).toBe(true);
  expect(new Set(of('end').map(({ sectionNumber }) => sectionNumber))).toEqual(new Set([12]));
  const spoken = memoryCards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
  expect(spoken.length).toBeGreaterThan(600);
  expect(spoken.every(({ asks }) => asks.length > 0)).toBe(true);
});

it('refuses a file of cards with a field nobody knows, naming both', () => {
  const file = 'section: 1\nricordi: [{ id: a, kind: fact, asks: [chi?], dice: Io. }]';
  expect(() => parseCardsFile('01-x.yaml', file)).toThrow(/01-x\.yaml[\s\S]*dice/);
});
