import { expect, test } from 'vitest';
import { defaultBodyLimit, restTable } from './rest.ts';
import type { RestRoute } from './rest-route.ts';
import { sectionLimits } from './contracts/sections.ts';
import { pageName, pages } from './pages.ts';
import { trackId } from './track-id.ts';
import { countWords } from './words.ts';

const rows = Object.entries(restTable) as [string, RestRoute][];

test('an address leads to one procedure, or to one and its stream', () => {
  const procedures = new Map<string, string[]>();
  for (const [name, { method, path }] of rows) {
    const address = `${method} ${path}`;
    procedures.set(address, [...(procedures.get(address) ?? []), name]);
  }
  expect([...procedures.values()].filter(({ length }) => length > 1)).toEqual([['chat.send', 'chat.stream']]);
});

test.each(rows)(
  '%s has a plain path, and reads without a body',
  (_name, { method, path, bodyLimit, status, kind }) => {
    expect(path).toMatch(/^(\/(:[a-z][A-Za-z]*|[a-z][a-z.-]*))+$/);
    if (method === 'GET') expect([bodyLimit, status]).toEqual([undefined, undefined]);
    if (kind === 'multipart') expect(method).toBe('POST');
    if (method === 'DELETE') expect(status).toBe(204);
  },
);

test('the longest section fits its call, each of its letters escaped', () => {
  const longest = 6 * (3 * sectionLimits.content + sectionLimits.title + sectionLimits.line);
  expect((restTable['sections.create'] as RestRoute).bodyLimit).toBeGreaterThan(longest);
  expect(defaultBodyLimit).toBeLessThan(longest);
});

test('every page has a name of its own that is safe as a file’s', () => {
  const names = pages.map(pageName);
  expect(new Set(names).size).toBe(pages.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/);
  expect(pages).toHaveLength(9);
});

test.each([
  ['https://open.spotify.com/track/ID?si=1', 'ID'],
  ['https://open.spotify.com/intl-it/track/ID#a', 'ID'],
  ['https://open.spotify.com/track/ID/', 'ID'],
  ['spotify:track:ID', 'ID'],
  ['ID', 'ID'],
])('the track of %s is %s', (address, track) => expect(trackId(address)).toBe(track));

test.each([
  ['', 0],
  ['  \n ', 0],
  ['uno', 1],
  [' uno  due\n\ntre ', 3],
  ['— disse', 2],
  ["l'orso", 1],
])('%j has so many words', (text, words) => expect(countWords(text)).toBe(words));
