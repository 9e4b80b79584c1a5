import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CollectionSet } from '#server/storage/store/collections.ts';
import { noteErasure } from '#server/storage/records/erased.ts';
import type { Operation } from '#server/storage/store/types.ts';
import { neutralBook } from '#content/neutral-book.ts';
import { put } from '#tests/support/records.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { compareDatabase, compareFiles, missingFiles, type BookReader } from './restore-plan.ts';

function checked(...operations: Operation[]) {
  const collections = new CollectionSet();
  collections.apply(operations);
  return { collections, schema: 1, sequence: 0 };
}

/** A book whose line on the page and in the draft are the values of two settings. */
const book: BookReader = {
  contentIn(settings) {
    const lineOf = (id: string) => {
      const value = [...settings.values()].find((each) => each.id === id)?.value;
      return typeof value === 'string' ? value : '';
    };
    const withLine = (line: string) => ({
      ...neutralBook,
      landing: { ...neutralBook.landing, hero: { ...neutralBook.landing.hero, line } },
    });
    return { published: withLine(lineOf('book:version:1')), draft: withLine(lineOf('book:draft')) };
  },
};
const compare = async (now: Operation[], then: Operation[]) =>
  compareDatabase({ store: await temporaryStore(...now), book }, checked(...then));

describe('what a backup would change among the records', () => {
  it.each<[string, Operation[], Operation[], object]>([
    ['nothing of an empty site', [], [], { now: 0, then: 0, added: 0, removed: 0, changed: 0 }],
    [
      'nothing where both are equal',
      [put.section('a', 1)],
      [put.section('a', 1)],
      { now: 1, then: 1, changed: 0 },
    ],
    ['what only the backup has', [], [put.section('a', 1)], { added: 1, removed: 0 }],
    ['what only the site has', [put.section('a', 1)], [], { added: 0, removed: 1 }],
    [
      'what both have otherwise',
      [put.section('a', 1)],
      [put.section('a', 2)],
      { changed: 1, added: 0, removed: 0 },
    ],
    [
      'one in the place of another',
      [put.section('a', 1)],
      [put.section('b', 1)],
      { added: 1, removed: 1, changed: 0 },
    ],
  ])('%s', async (_, now, then, sections) => {
    const plan = await compare(now, then);
    expect(plan.collections.sections).toMatchObject(sections);
    expect(plan.collections.users).toMatchObject({ added: 0, removed: 0, changed: 0 });
  });

  it.each<[string, Operation[], Operation[], object]>([
    ['a reader who falls back', [put.user('anna', 5)], [put.user('anna', 3)], { lowered: 1, forgotten: 0 }],
    ['a reader who rises', [put.user('anna', 3)], [put.user('anna', 5)], { lowered: 0, forgotten: 0 }],
    ['a reader it does not know', [put.user('anna', 3)], [], { lowered: 0, forgotten: 1 }],
    ['one who has nothing to lose', [put.user('anna', 0)], [], { lowered: 0, forgotten: 0 }],
    ['one it knows and the site does not', [], [put.user('anna', 3)], { lowered: 0, forgotten: 0 }],
  ])('%s', async (_, now, then, readers) => {
    expect((await compare(now, then)).readers).toEqual(readers);
  });
});

describe('what a backup would change beside the records', () => {
  const same = { added: 0, removed: 0, changed: 0 };
  const nothing = { book: same, recordings: same, past: same };
  const line = ['landing.hero.line'];

  it.each<[string, Operation[], Operation[], object, { published: string[]; draft: string[] }]>([
    [
      'nothing of what belongs to this installation',
      [put.setting('admin', 'ora'), put.setting('upload:a', 'ora')],
      [put.setting('admin', 'allora'), put.setting('backup', 'allora')],
      nothing,
      { published: [], draft: [] },
    ],
    [
      'the page that readers see, where only that is another',
      [put.setting('book:version:1', 'ora')],
      [put.setting('book:version:1', 'allora')],
      { ...nothing, book: { ...same, changed: 1 } },
      { published: line, draft: [] },
    ],
    [
      'a draft that goes, and a version that comes back',
      [put.setting('book:draft', 'ora')],
      [put.setting('book:version:2', 'allora')],
      { ...nothing, book: { ...same, removed: 1, added: 1 } },
      { published: [], draft: line },
    ],
    [
      'the recording of an excerpt',
      [put.setting('media:estratto', { name: 'audio/a.mp3' })],
      [put.setting('media:estratto', { name: 'audio/b.mp3' })],
      { ...nothing, recordings: { ...same, changed: 1 } },
      { published: [], draft: [] },
    ],
    [
      'what only its bin has; what is in the bin of now stays',
      [put.binEntry('a', 'ora'), put.version('s', '1', 'ora')],
      [put.binEntry('a', 'allora'), put.binEntry('b', 'allora')],
      { ...nothing, past: { ...same, added: 1 } },
      { published: [], draft: [] },
    ],
  ])('%s', async (_, now, then, collections, changed) => {
    const plan = await compare(now, then);
    expect(plan.collections).toMatchObject(collections);
    expect(plan.book).toEqual(changed);
  });

  it('how often a code was used, which a restore takes back', async () => {
    const at = '2004-01-01T12:00:00.000Z';
    const used = (usedCount: number): Operation => ({
      type: 'put',
      collection: 'unlockCodes',
      record: { id: 'c', code: 'ABCD-2345', maxSection: 3, usedCount, createdAt: at, updatedAt: at },
    });
    expect((await compare([used(2)], [used(1)])).collections.unlockCodes).toMatchObject({ changed: 1 });
  });

  it('not a reader who was erased since: they do not come back', async () => {
    const erased = noteErasure(
      await temporaryStore(),
      { id: 'anna', isStranger: false, what: 'all' },
      Date.now(),
    );
    const plan = await compare(erased, [put.user('anna', 3)]);
    expect(plan.collections.users).toEqual({ now: 0, then: 0, ...same });
  });
});

const hash = 'a'.repeat(32);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function filesWith(contents: Record<string, string>) {
  const modifiedAt = new Date(0);
  return {
    list: () =>
      Promise.resolve(
        Object.entries(contents).map(([name, text]) => ({ name, bytes: text.length, modifiedAt })),
      ),
    read: (name: string) => Readable.from([Buffer.from(contents[name] ?? '')]),
  };
}

function archiveWith(contents: Record<string, string>) {
  const files = new Map(
    Object.entries(contents).map(([name, text]) => [name, { bytes: text.length, sha256: sha256(text) }]),
  );
  return { folder: '.staged', bytes: 0, files, discard: () => Promise.resolve() };
}

describe('what an archive would change among the uploads', () => {
  it.each<[string, Record<string, string>, Record<string, string>, object]>([
    [
      'the same files',
      { 'a.txt': 'uno' },
      { 'a.txt': 'uno' },
      { now: 1, then: 1, added: 0, removed: 0, changed: 0 },
    ],
    ['another content of the same length', { 'a.txt': 'uno' }, { 'a.txt': 'due' }, { changed: 1 }],
    ['another length', { 'a.txt': 'uno' }, { 'a.txt': 'quattro' }, { changed: 1 }],
    [
      'a new file and one that goes',
      { 'a.txt': 'uno' },
      { 'b.txt': 'uno' },
      { added: 1, removed: 1, changed: 0 },
    ],
    ['everything goes', { 'a.txt': 'uno', 'b.txt': 'due' }, {}, { now: 2, then: 0, removed: 2 }],
    [
      'what was made of a picture is not counted',
      { [`images/${hash}.png`]: 'p', [`images/${hash}-480.webp`]: 'small' },
      { [`images/${hash}.png`]: 'p' },
      { now: 1, then: 1, removed: 0 },
    ],
  ])('%s', async (_, now, then, change) => {
    expect(await compareFiles(filesWith(now), archiveWith(then))).toMatchObject(change);
  });
});

describe('what could not be written in the panel', () => {
  const at = '2004-01-01T12:00:00.000Z';
  const dates = { createdAt: at, updatedAt: at };
  const code = (text: string): Operation => ({
    type: 'put',
    collection: 'unlockCodes',
    record: { id: 'c', code: text, maxSection: 12, ...dates },
  });
  const image = (imageUrl: string): Operation => ({
    type: 'put',
    collection: 'galleryImages',
    record: { id: 'i', title: 'Neve', imageUrl, displayOrder: 0, ...dates },
  });
  const track = (spotifyUrl: string): Operation => ({
    type: 'put',
    collection: 'musicCodes',
    record: { id: 'm', code: 'AURORA', trackTitle: 'Titolo', spotifyUrl, ...dates },
  });

  it.each<[Operation, RegExp | undefined]>([
    [code('---'), /^codice di sblocco «---»: Il codice deve avere/],
    [code('abcd-2345'), undefined],
    [image('javascript:alert(1)'), /^immagine «Neve»: /],
    [image('https://x.example/a.png'), undefined],
    [track('https://x.example/track/3nQx7LmT0aVb9cRk2WsYdZ'), /^codice musicale «AURORA»: .*Spotify/],
    [track('https://open.spotify.com/track/3nQx7LmT0aVb9cRk2WsYdZ'), undefined],
    [put.section('a', 1), undefined],
  ])('%j', async (operation, said) => {
    const { doubtful } = await compare([], [operation]);
    expect(doubtful).toEqual(said ? [expect.stringMatching(said)] : []);
  });

  it('a code without letters, once it is restored, opens nothing', async () => {
    const store = await temporaryStore(code('---'));
    expect(store.unlockCodes.byCode('')).toBeUndefined();
    expect(store.unlockCodes.byCode('--')).toBeUndefined();
  });
});

describe('what would have no file to show', () => {
  const at = '2004-01-01T12:00:00.000Z';
  const image = (imageUrl: string, description?: string): Operation => ({
    type: 'put',
    collection: 'galleryImages',
    record: {
      id: 'i',
      title: 'Il relè',
      imageUrl,
      description,
      displayOrder: 0,
      createdAt: at,
      updatedAt: at,
    },
  });

  it.each<[string, Operation, string[]]>([
    ['a picture that is missing', image(`/uploads/images/${hash}.png`), ['Il relè']],
    [
      'a picture named in a description',
      image('https://x.example/a.png', `/uploads/images/${hash}.png`),
      ['Il relè'],
    ],
    [
      'a recording of the page',
      put.setting('media:estratto', { name: `audio/${hash}.mp3` }),
      ['registrazione estratto'],
    ],
    ['nothing of another site', image('https://x.example/a.png'), []],
    ['nothing of the book’s own files', image('/public-objects/images/relè.png'), []],
    ['nothing put there by hand, which no archive of ours knows', image('/uploads/mie/foto.png'), []],
  ])('%s', (_, operation, titles) => {
    expect(missingFiles(checked(operation), () => false)).toEqual(titles);
    expect(missingFiles(checked(operation), () => true)).toEqual([]);
  });
});
