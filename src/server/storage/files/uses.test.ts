import { describe, expect, test } from 'vitest';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { usedUploads } from './uses.ts';

const at = '2003-12-21T12:03:00.000Z';
const times = { createdAt: at, updatedAt: at };
const image = (imageUrl: string, title: string, description?: string): GalleryImage =>
  ({ id: title, imageUrl, title, description, ...times }) as GalleryImage;
const section = (title: string, content: string): Section => ({
  id: title,
  sectionNumber: 1,
  title,
  content,
  ...times,
});

function uses({
  images = [],
  sections = [],
  settings = [],
  binEntries = [],
  sectionVersions = [],
  articles = [],
}: {
  images?: GalleryImage[];
  sections?: Section[];
  settings?: { id: string; value: unknown }[];
  binEntries?: { addresses: string[] }[];
  sectionVersions?: { addresses: string[] }[];
  articles?: { title: string; figures: object[] }[];
}) {
  const lists = { galleryImages: images, sections, settings, binEntries, sectionVersions, articles };
  return Object.fromEntries(usedUploads(lists as unknown as Parameters<typeof usedUploads>[0]));
}

describe('an upload is used', () => {
  test('by an image of the gallery, and by what its description shows', () => {
    const shown = image('/uploads/images/a.webp', 'La torre', 'Vedi ![](/uploads/images/b.webp).');
    expect(uses({ images: [shown] })).toEqual({ 'images/a.webp': 'La torre', 'images/b.webp': 'La torre' });
  });

  test.each([
    ['![torre](/uploads/images/a.webp)', 'images/a.webp'],
    ['<img src="/uploads/images/a.webp" />', 'images/a.webp'],
    ["<audio src='/public-objects/audio/a.mp3'></audio>", 'audio/a.mp3'],
    ['/uploads/images/a.webp?width=480#centro', 'images/a.webp'],
    ['(https://libro.example/uploads/images/a.webp)', 'images/a.webp'],
    ['/uploads/images/la%20torre.webp', 'images/la torre.webp'],
    ['/uploads/images/100%25.webp', 'images/100%.webp'],
    ['/uploads/images/100%.webp', 'images/100%.webp'],
  ])('by a section that says %s', (content, name) => {
    expect(uses({ sections: [section('Il mercato', content)] })).toEqual({ [name]: 'Il mercato' });
  });

  test('by the place of a recording', () => {
    const settings = [
      { id: 'media:theme', value: { name: 'audio/a.mp3' } },
      { id: 'media:clip', value: null },
      { id: 'admin', value: { name: 'audio/b.mp3' } },
    ];
    expect(uses({ settings })).toEqual({ 'audio/a.mp3': 'registrazione theme' });
  });

  test('by a figure of an article', () => {
    const figures = [{ name: 'torre', picture: { src: '/uploads/images/a.webp' } }];
    expect(uses({ articles: [{ title: 'Le torri', figures }] })).toEqual({ 'images/a.webp': 'Le torri' });
  });

  test('by none of these', () => {
    const images = [image('https://altrove.example/uploads.webp', 'Altrove')];
    expect(uses({ images, sections: [section('Uno', 'uploads/images/a.webp e /upload/b.webp')] })).toEqual(
      {},
    );
  });
});

test('what lies in the bin, or was a text once, keeps its uploads in use', () => {
  const binEntries = [{ addresses: ['/uploads/images/bin.webp'] }];
  const sectionVersions = [{ addresses: ['/uploads/images/prima.webp'] }];
  expect(uses({ binEntries, sectionVersions })).toEqual({
    'images/bin.webp': 'Il cestino',
    'images/prima.webp': 'Una versione di prima',
  });
});
