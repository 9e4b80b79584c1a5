import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTrack, readTracks, tracksKey, trackStore } from './unlocked-tracks.ts';

const storage = new Map<string, string>();
const track = (title: string, spotifyUrl = `https://open.spotify.com/track/${title}`) => ({
  trackTitle: title,
  spotifyUrl,
});
const titles = () => trackStore.get().map(({ trackTitle }) => trackTitle);

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  });
  readTracks();
});
afterEach(() => vi.unstubAllGlobals());

test('tracks are kept oldest first, and found again', () => {
  keepTrack(track('Uno'));
  keepTrack(track('Due'));
  expect(titles()).toEqual(['Uno', 'Due']);
  trackStore.set(() => []);
  readTracks();
  expect(titles()).toEqual(['Uno', 'Due']);
});

test('unlocked again, a track takes its new words in its old place', () => {
  keepTrack(track('Uno', 'a'));
  keepTrack(track('Due', 'b'));
  keepTrack({ ...track('Uno, dal vivo', 'a'), artist: 'Marit Sunde' });
  expect(titles()).toEqual(['Uno, dal vivo', 'Due']);
});

test('a track that another tab unlocked meanwhile is not lost', () => {
  storage.set(tracksKey, JSON.stringify([track('Altrove')]));
  keepTrack(track('Qui'));
  expect(titles()).toEqual(['Altrove', 'Qui']);
});

test.each(['', 'null', '{', '{"trackTitle":"x"}', '[1,null,{"trackTitle":"x"},{"spotifyUrl":"y"}]'])(
  'of storage that says %j nothing is shown',
  (text) => {
    storage.set(tracksKey, text);
    readTracks();
    expect(titles()).toEqual([]);
  },
);

test('what has fields of another kind is left out, the rest stays', () => {
  storage.set(tracksKey, JSON.stringify([{ ...track('Guasta'), artist: 7 }, track('Buona')]));
  readTracks();
  expect(titles()).toEqual(['Buona']);
});

test('a browser that forbids storage forgets, and nothing fails', () => {
  const forbid = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid });
  keepTrack(track('Uno'));
  expect(titles()).toEqual([]);
});
