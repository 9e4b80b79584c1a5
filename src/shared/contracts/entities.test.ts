import { describe, expect, test } from 'vitest';
import { createGalleryImage, galleryImage, updateGalleryImage } from './gallery.ts';
import { createMusicCode, musicCode, unlockedTrack } from './music-codes.ts';
import { levelInForce } from './readers.ts';
import { createSection, section, sectionLimits, updateSection } from './sections.ts';
import { createUnlockCode, unlockCode } from './unlock-codes.ts';

describe('the address of an image', () => {
  const accepts = (imageUrl: unknown) => createGalleryImage.safeParse({ title: 'Aurora', imageUrl }).success;
  test.each(['https://example.com/a.webp', '/uploads/images/a.webp', 'https://é.example/a?b#c'])(
    'may be %s',
    (address) => expect(accepts(address)).toBe(true),
  );
  test.each([
    '//altrui.example/a.webp',
    'http://example.com/a.webp',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'https:\\\\example.com',
    '/\\altrui.example/a.webp',
    '/a b.webp',
    'https://',
    'a.webp',
    '',
    undefined,
  ])('may not be %s', (address) => expect(accepts(address)).toBe(false));
});

describe('a track', () => {
  const id = '3nQx7LmT0aVb9cRk2WsYdZ';
  const accepts = (spotifyUrl: string) =>
    createMusicCode.safeParse({ code: 'AURORA', trackTitle: 'Uno', spotifyUrl }).success;
  test.each([
    id,
    `spotify:track:${id}`,
    `https://open.spotify.com/track/${id}`,
    `https://open.spotify.com/intl-it/track/${id}?si=abc`,
    `https://open.spotify.com/track/${id}#t`,
  ])('may be %s', (address) => expect(accepts(address)).toBe(true));
  test.each([
    id.slice(1),
    `${id}x`,
    `spotify:album:${id}`,
    `https://open.spotify.com.altrui.example/track/${id}`,
    `https://open.spotify.com/track/${id}x`,
    `https://open.spotify.com/intl-italia/track/${id}`,
  ])('may not be %s', (address) => expect(accepts(address)).toBe(false));

  test.each([
    `open.spotify.com/track/${id}`,
    `http://open.spotify.com/track/${id}/`,
    `https://open.spotify.com/embed/track/${id}?utm_source=generator`,
    `<iframe src="https://open.spotify.com/embed/track/${id}?utm_source=generator" width="100%"></iframe>`,
    `https://open.spotify.com/intl-pt-BR/track/${id}`,
    `\u200bhttps://open.spotify.com/intl-pt-BR/track/${id}`,
    `Ascolta questo: https://open.spotify.com/track/${id}?si=1`,
  ])('is taken from %s', (spotifyUrl) =>
    expect(createMusicCode.parse({ code: 'AURORA', trackTitle: 'Uno', spotifyUrl }).spotifyUrl).toBe(
      `https://open.spotify.com/track/${id}`,
    ),
  );
  test.each([
    ['https://spotify.link/AbCdEfGhIj', 'è un link breve'],
    [`https://open.spotify.com/album/${id}`, 'è un album'],
    [`spotify:album:${id}`, 'è un album'],
    [`https://open.spotify.com/intl-it/playlist/${id}?si=xx`, 'Questa è una playlist'],
    [`https://open.spotify.com/artist/${id}`, 'è la pagina di un artista'],
    [`https://open.spotify.com/episode/${id}`, 'è un podcast'],
    ['la mia canzone', 'deve essere un indirizzo di Spotify'],
  ])('%s is refused: %s', (spotifyUrl, words) => {
    const { error } = createMusicCode.safeParse({ code: 'AURORA', trackTitle: 'Uno', spotifyUrl });
    expect(error?.issues[0]?.message).toContain(words);
  });

  test('opened by a word says nothing of the word', () => {
    const record = { id: 'a', code: 'AURORA', spotifyUrl: id, trackTitle: 'Uno' };
    const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
    expect(unlockedTrack.parse(musicCode.parse({ ...record, ...times }))).toEqual({
      spotifyUrl: id,
      trackTitle: 'Uno',
    });
  });
});

describe('a change', () => {
  test('names its record, and otherwise only what it changes', () => {
    expect(updateSection.parse({ id: 'a', title: ' Uno ' })).toEqual({ id: 'a', title: 'Uno' });
    expect(updateGalleryImage.parse({ id: 'a', displayOrder: '4' })).toEqual({ id: 'a', displayOrder: 4 });
    expect(updateSection.safeParse({ title: 'Uno' }).success).toBe(false);
  });

  test('clears an optional field by nothing, and never a required one', () => {
    expect(updateSection.parse({ id: 'a', contentReduced30: '' })).toHaveProperty(
      'contentReduced30',
      undefined,
    );
    expect(updateSection.parse({ id: 'a', contentReduced30: null })).toHaveProperty(
      'contentReduced30',
      undefined,
    );
    expect(updateSection.safeParse({ id: 'a', content: '' }).success).toBe(false);
  });

  test('takes no field that is not there to be written', () => {
    const sent = {
      sectionNumber: 1,
      title: 'Uno',
      content: 'x',
      id: 'mio',
      createdAt: 'ieri',
      generated: {},
    };
    expect(createSection.parse(sent)).toEqual({ sectionNumber: 1, title: 'Uno', content: 'x' });
  });
});

test.each([
  ['title', sectionLimits.title],
  ['content', sectionLimits.content],
  ['contentLine', sectionLimits.line],
])('a section’s %s has its limit', (field, limit) => {
  const whole = { sectionNumber: 1, title: 'Uno', content: 'x' };
  expect(createSection.safeParse({ ...whole, [field]: 'x'.repeat(limit) }).success).toBe(true);
  expect(createSection.safeParse({ ...whole, [field]: 'x'.repeat(limit + 1) }).success).toBe(false);
});

test.each([0, '0', -1, 'tutto'])('an unlock code opens no level %j', (maxSection) => {
  expect(createUnlockCode.safeParse({ code: 'abcd', maxSection }).success).toBe(false);
});

test.each([
  [undefined, 0],
  [{ maxSection: 4 }, 4],
  [{ maxSection: 4, chosenSection: 2 }, 2],
  [{ maxSection: 4, chosenSection: 0 }, 0],
  // Chosen before an older database was restored: the unlocked level is the maximum.
  [{ maxSection: 4, chosenSection: 9 }, 4],
])('the level in force of %j is %j', (reader, level) => expect(levelInForce(reader)).toBe(level));

test.each([
  ['a section', createSection, section],
  ['an unlock code', createUnlockCode, unlockCode],
  ['a music code', createMusicCode, musicCode],
  ['a gallery image', createGalleryImage, galleryImage],
])('whatever may be written of %s is among what is stored and answered', (_what, written, stored) => {
  expect(Object.keys(stored.shape)).toEqual(expect.arrayContaining(Object.keys(written.shape)));
});
