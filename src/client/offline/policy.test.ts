import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPagesPrefix } from '#shared/pages.ts';
import { answerFor, isKept } from './policy.ts';

const origin = 'https://ferro.example';
const asked = (path: string, more: { method?: string; mode?: RequestMode; range?: boolean } = {}) =>
  answerFor(
    {
      url: new URL(path, origin).href,
      method: more.method ?? 'GET',
      mode: more.mode ?? 'cors',
      headers: new Headers(more.range ? { range: 'bytes=0-9' } : {}),
    },
    origin,
  );

test('pages come from the network first, files named by their content from the store', () => {
  expect(asked('/codex', { mode: 'navigate' })).toBe('page');
  expect(asked('/', { mode: 'navigate' })).toBe('page');
  expect(asked(`${ownPagesPrefix}le-torri`, { mode: 'navigate' })).toBe('article');
  expect(asked('/assets/index-1a2b.js')).toBe('file');
  expect(asked('/assets/index-1a2b.js', { range: true })).toBe('not');
  expect(asked('/manifest.webmanifest')).toBe('not');
});

test('the book’s pictures are kept as they are seen; what else stands beside them is not', () => {
  expect(asked('/public-objects/cover/hero-960.avif')).toBe('picture');
  expect(asked('/public-objects/gallery/03-ferro.webp')).toBe('picture');
  expect(asked('/public-objects/audio/capitolo-1-il-mercato.mp3')).toBe('not');
  expect(asked('/public-objects/cover/hero.webm')).toBe('not');
  expect(asked('/uploads/cover/x.webp')).toBe('not');
  expect(asked('/public-objects/cover/x.webp', { method: 'POST' })).toBe('not');
});

test('nothing that is anyone’s own, whatever is asked of it and however', () => {
  const roots = fc.constantFrom('/api', '/trpc', '/admin', '/uploads', '/public-objects');
  const methods = fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD');
  const modes = fc.constantFrom<RequestMode>('navigate', 'cors', 'same-origin', 'no-cors');
  fc.assert(
    fc.property(roots, fc.stringMatching(/^[a-z./]{0,11}$/), methods, modes, (root, path, method, mode) => {
      expect(asked(`${root}/${path.replaceAll('..', '')}`, { method, mode })).toBe('not');
    }),
  );
});

test('nothing of other sites, and nothing that is not a GET', () => {
  expect(asked('https://open.spotify.com/assets/a.js')).toBe('not');
  expect(asked('/codex', { mode: 'navigate', method: 'POST' })).toBe('not');
});

test('refusals, parts and what cannot be read are not kept', () => {
  expect(isKept({ status: 200, type: 'basic' })).toBe(true);
  expect(isKept({ status: 404, type: 'basic' })).toBe(false);
  expect(isKept({ status: 206, type: 'basic' })).toBe(false);
  expect(isKept({ status: 200, type: 'opaque' })).toBe(false);
});
