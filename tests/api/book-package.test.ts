import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PackagePlan, PackageTexts } from '#shared/contracts/book-package.ts';
import type { PublicBook } from '#shared/contracts/book.ts';
import { pinocchioCodes, pinocchioPackage } from '../support/pinocchio-package.ts';
import { goBack } from '../support/go-back.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

const off = { env: { DEMO: 'off' } };

let site: TestSite;
let author: Person;
const openSite = async () => {
  site = await openTestSite(off);
  author = await site.administrator();
};

async function send(person: Person, zip: Uint8Array): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(zip)]), 'libro.zip');
  return person.request('POST', '/api/admin/book/package', form);
}

async function planOf(person: Person, zip: Uint8Array): Promise<PackagePlan> {
  const response = await send(person, zip);
  const answer: unknown = await response.json();
  expect([response.status, answer]).toMatchObject([201, {}]);
  return answer as PackagePlan;
}

async function importInto(person: Person, zip: Uint8Array): Promise<PackagePlan> {
  const plan = await planOf(person, zip);
  const response = await person.request('POST', `/api/admin/book/package/${plan.id}/apply`, {});
  expect(response.status).toBe(204);
  return plan;
}

async function exportFrom(person: Person, codes: 'none' | 'values' = 'values'): Promise<Uint8Array> {
  const response = await person.request('GET', `/api/admin/book/package?codes=${codes}`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return new Uint8Array(await response.arrayBuffer());
}

const textsIn = (zip: Uint8Array) =>
  JSON.parse(strFromU8(unzipSync(zip)['libro.json'] ?? new Uint8Array())) as PackageTexts;

/** Everything that a book is, as the site has it. */
const contentOf = ({ store }: TestSite) =>
  JSON.stringify([
    ...[
      store.sections,
      store.memoryCards,
      store.unlockCodes,
      store.musicCodes,
      store.galleryImages,
      store.binEntries,
    ].map((records) => [...records.values()]),
    [...store.settings.values()].filter(({ id }) => /^(book|media):/.test(id)),
  ]);

const publishedTitle = async () => {
  const response = await site.visitor().request('GET', '/api/book');
  return ((await response.json()) as PublicBook).book.title;
};

describe('a book as a package', () => {
  beforeEach(openSite);
  afterEach(() => site.close());

  test('comes out of an empty site as it went in, byte for byte', async () => {
    const packed = await pinocchioPackage();
    const plan = await importInto(author, packed);
    expect(plan).toMatchObject({
      title: 'Le avventure di Pinocchio',
      author: 'Carlo Collodi',
      isOtherBook: true,
      newCodes: 0,
      files: { added: 1 },
      missingFiles: [],
      doubtful: [],
      isSame: false,
    });
    expect(plan.collections.sections).toEqual({ now: 0, then: 36, added: 36, removed: 0, changed: 0 });
    expect(await publishedTitle()).toBe('Le avventure di Pinocchio');
    expect(Buffer.from(await exportFrom(author)).equals(packed)).toBe(true);
    expect(await planOf(author, packed)).toMatchObject({ isSame: true });
  });

  test('the demonstration too, with its media, and drafts beside what is published', async () => {
    const demonstration = await openTestSite();
    try {
      const theirs = await demonstration.administrator();
      const packed = await exportFrom(theirs);
      expect(Object.keys(unzipSync(packed))).toContain('media/audio/estratto-ferro.mp3');
      const { missingFiles } = await importInto(author, packed);
      expect(missingFiles).toEqual([]);
      expect(Buffer.from(await exportFrom(author)).equals(Buffer.from(packed))).toBe(true);
      const recording = await site.visitor().request('GET', '/public-objects/audio/estratto-ferro.mp3');
      expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
      await recording.arrayBuffer();
      // The encyclopedia is no part of a package: here there is none.
      expect(await (await site.visitor().request('GET', '/api/book')).json()).toMatchObject({
        encyclopedia: false,
      });
    } finally {
      await demonstration.close();
    }
  });

  test('without values its codes open nothing; a site that has them keeps its own', async () => {
    await importInto(author, await pinocchioPackage());
    const bare = await exportFrom(author, 'none');
    const words = JSON.stringify(textsIn(bare));
    expect(Object.values(pinocchioCodes).filter((code) => words.includes(code))).toEqual([]);
    expect(await planOf(author, bare)).toMatchObject({ isSame: true, newCodes: 0 });

    const other = await openTestSite(off);
    try {
      const theirs = await other.administrator();
      expect(await importInto(theirs, bare)).toMatchObject({ newCodes: 7 });
      const values = [...other.store.unlockCodes.values()].map(({ code }) => code);
      expect(new Set(values).size).toBe(6);
      expect(values).not.toContain(pinocchioCodes.all);
      expect(values.every((code) => /^[a-z2-9]{4}-[a-z2-9]{4}$/.test(code))).toBe(true);
    } finally {
      await other.close();
    }
  });

  test('what was used of a code stays, and readers keep what they have', async () => {
    await importInto(author, await pinocchioPackage());
    const reader = await site.reader(pinocchioCodes.third);
    await reader.request('POST', '/api/chat', { message: 'Ciao!' });
    const packed = await exportFrom(author);
    expect(JSON.stringify(textsIn(packed))).not.toContain('usedCount');
    const zip = await pinocchioPackage('none');
    const section = { sectionNumber: 37, title: 'Nuova', content: 'Un altro giorno.' };
    await author.request('POST', '/api/sections', section);
    await importInto(author, zip);
    expect(site.store.unlockCodes.byCode(pinocchioCodes.third)).toMatchObject({ usedCount: 1 });
    expect(await (await reader.request('GET', '/api/user/progress')).json()).toMatchObject({
      maxSection: 12,
    });
    const history = await reader.request('GET', '/api/chat/history');
    expect(JSON.stringify(await history.json())).toContain('Ciao!');
  });

  test('nothing that an import replaces is lost: the copy of before, the one of after, the bin and the versions', async () => {
    const mine = { sectionNumber: 1, title: 'La mia', content: 'Il mio inizio.' };
    const { id } = (await (await author.request('POST', '/api/sections', mine)).json()) as { id: string };
    await author.request('POST', '/api/unlock-codes', { code: 'miei-2345', maxSection: 1 });
    const before = await exportFrom(author);
    const plan = await importInto(author, await pinocchioPackage());
    expect(plan.collections.sections).toMatchObject({ now: 1, then: 36, added: 36, removed: 1 });
    expect(site.store.sections.get(id)).toBeUndefined();
    const bin = await (await author.request('GET', '/api/admin/bin')).json();
    expect(bin).toMatchObject([{ name: expect.any(String) as string }, {}]);
    expect(JSON.stringify(bin)).toContain('Sezione 1, La mia');

    const imported = await exportFrom(author);
    expect(await goBack(author, 'package')).toMatchObject({
      collections: { sections: { added: 1, removed: 36 }, book: { removed: 1 } },
      book: { published: expect.arrayContaining(['book.title']) as string[] },
    });
    expect(Buffer.from(await exportFrom(author)).equals(Buffer.from(before))).toBe(true);
    expect(site.store.sections.get(id)).toMatchObject(mine);
    expect(await publishedTitle()).toBe('Un libro');
    await goBack(author, 'restore');
    expect(Buffer.from(await exportFrom(author)).equals(Buffer.from(imported))).toBe(true);
    expect(await publishedTitle()).toBe('Le avventure di Pinocchio');
  });

  test('without a copy of before nothing is imported, and the plan stays', async () => {
    const { id } = await planOf(author, await pinocchioPackage());
    const before = contentOf(site);
    // A file where the folder of the copies would be.
    await writeFile(join(site.folder, 'data/copie'), '');
    const apply = () => author.request('POST', `/api/admin/book/package/${id}/apply`, {});
    expect((await apply()).status).toBe(503);
    expect(contentOf(site)).toBe(before);
    expect(await site.services.files.list()).toEqual([]);
    await rm(join(site.folder, 'data/copie'));
    expect((await apply()).status).toBe(204);
    expect(site.store.sections.size).toBe(36);
  });

  test('a plan that is let go of, or carried out twice, does nothing more', async () => {
    const plan = await planOf(author, await pinocchioPackage());
    const path = `/api/admin/book/package/${plan.id}`;
    expect((await author.request('DELETE', path)).status).toBe(204);
    expect((await author.request('POST', `${path}/apply`, {})).status).toBe(404);
    const again = await planOf(author, await pinocchioPackage());
    const [one, other] = await Promise.all([
      author.request('POST', `/api/admin/book/package/${again.id}/apply`, {}),
      author.request('POST', `/api/admin/book/package/${again.id}/apply`, {}),
    ]);
    expect([one.status, other.status].sort()).toEqual([204, 404]);
    await goBack(author, 'package');
    expect(site.store.sections.size).toBe(0);
    expect((await readdir(join(site.folder, 'data'))).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });
});

/** A package with other entries than it was made with; `null` takes one out. */
async function altered(change: (entries: Record<string, Uint8Array>) => Record<string, Uint8Array | null>) {
  const entries = unzipSync(await pinocchioPackage());
  const kept = Object.entries({ ...entries, ...change(entries) }).filter(([, content]) => content !== null);
  return zipSync(Object.fromEntries(kept) as Zippable, { level: 1 });
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
type Manifest = { version: number; texts: object; files: { name: string; bytes: number; sha256: string }[] };
const manifestIn = (entries: Record<string, Uint8Array>) =>
  JSON.parse(strFromU8(entries['pacchetto.json'] ?? new Uint8Array())) as Manifest;
const json = (value: unknown) => strToU8(JSON.stringify(value));

/** The same package with other words in it, all its checksums right. */
const reworded = (change: (texts: PackageTexts) => void) =>
  altered((entries) => {
    const texts = JSON.parse(strFromU8(entries['libro.json'] ?? new Uint8Array())) as PackageTexts;
    change(texts);
    const content = json(texts);
    const manifest = { ...manifestIn(entries), texts: { bytes: content.length, sha256: sha256(content) } };
    return { 'libro.json': content, 'pacchetto.json': json(manifest) };
  });

/** The same package with one more file, told of and, so it claims, whole. */
const withFile = (
  name: string,
  content: Uint8Array,
  change: (texts: PackageTexts) => void = () => undefined,
) =>
  altered((entries) => {
    const texts = JSON.parse(strFromU8(entries['libro.json'] ?? new Uint8Array())) as PackageTexts;
    change(texts);
    const written = json(texts);
    const manifest = manifestIn(entries);
    const files = [...manifest.files, { name, bytes: content.length, sha256: sha256(content) }];
    const claims = { ...manifest, files, texts: { bytes: written.length, sha256: sha256(written) } };
    return { 'libro.json': written, [`media/${name}`]: content, 'pacchetto.json': json(claims) };
  });

test('a recording that a site kept before tags were taken out comes in as it is', async () => {
  await openSite();
  const sound = await readFile('src/content/media/audio/estratto-ferro.mp3');
  const tag = Buffer.from('ID3\x03\0\0\0\0\0\x10TPE1\0\0\0\x06\0\0\0Livia', 'latin1');
  const recording = Buffer.concat([tag, sound]);
  const name = `audio/${sha256(recording).slice(0, 32)}.mp3`;
  try {
    const record = { id: 'media:capitolo', name, type: 'audio/mpeg', bytes: recording.length };
    const zip = await withFile(name, recording, ({ recordings }) => {
      recordings.push({ ...record, since: '2026-01-01T12:00:00.000Z' });
    });
    await importInto(author, zip);
    expect((await site.services.files.list()).map((file) => file.name)).toContain(name);
    expect(await readFile(join(site.folder, 'uploads', name))).toEqual(recording);
  } finally {
    await site.close();
  }
});

const coverOf = (entries: Record<string, Uint8Array>) =>
  Object.keys(entries).find((name) => name.startsWith('media/')) ?? '';

const hostile: [string, () => Promise<Uint8Array>, RegExp][] = [
  ['no zip', () => Promise.resolve(strToU8('C’era una volta')), /non è uno zip/],
  ['a zip cut short', async () => (await pinocchioPackage()).subarray(0, 50_000), /non è uno zip/],
  ['another zip', () => Promise.resolve(zipSync({ 'a.txt': strToU8('a') })), /gli manca «pacchetto\.json»/],
  ['no words', () => altered(() => ({ 'libro.json': null })), /gli manca «libro\.json»/],
  [
    'a newer form',
    () => altered((entries) => ({ 'pacchetto.json': json({ ...manifestIn(entries), version: 3 }) })),
    /sito più nuovo di questo \(formato 3\)/,
  ],
  [
    'another form',
    () => altered(() => ({ 'pacchetto.json': json({ a: 1 }) })),
    /non è scritto come dovrebbe/,
  ],
  [
    'words that were changed',
    () => altered(() => ({ 'libro.json': json({}) })),
    /danneggiato, o è stato cambiato/,
  ],
  ['a file missing', () => altered((entries) => ({ [coverOf(entries)]: null })), /manca il file «images\//],
  [
    'a file of other bytes',
    () =>
      altered((entries) => {
        const content = entries[coverOf(entries)] ?? new Uint8Array();
        return { [coverOf(entries)]: content.map((byte, at) => (at === 900 ? byte ^ 1 : byte)) };
      }),
    /«images\/.*» è danneggiato/,
  ],
  [
    'a stranger',
    () => altered(() => ({ '__MACOSX/._libro.json': strToU8('x') })),
    /non gli appartiene: «__MACOSX/,
  ],
  ['a way out', () => altered(() => ({ '../../fuori.txt': strToU8('x') })), /elemento che non può stare/],
  ['a hidden name', () => withFile('.env', strToU8('x')), /nome che non va bene: «\.env»/],
  ['a way out that is told of', () => withFile('images/../../x.png', strToU8('x')), /Non è cambiato nulla/],
  [
    'a file that nothing needs',
    () => withFile('cover/in-piu.webp', strToU8('x')),
    /di cui il libro non parla/,
  ],
  [
    'a bomb for its words',
    () => altered(() => ({ 'libro.json': new Uint8Array(130 * 1024 * 1024) })),
    /«libro\.json» è troppo grande/,
  ],
  [
    'two sections of one number',
    () => reworded(({ sections }) => void (sections[1] = { ...sections[1], sectionNumber: 1 } as never)),
    /la sezione 1 c’è due volte/,
  ],
  [
    'two codes alike',
    () =>
      reworded(
        ({ unlockCodes }) => void (unlockCodes[1] = { ...unlockCodes[1], code: 'QR4N-7MDX' } as never),
      ),
    /il codice «QR4N7MDX» c’è due volte/,
  ],
  [
    'a card of no section',
    () => reworded(({ sections }) => void sections.pop()),
    /è di una sezione che non c’è/,
  ],
  [
    'a record of another form',
    () => reworded(({ sections }) => void ((sections[0] as { content: unknown }).content = 7)),
    /non è scritto come dovrebbe \(sections\.0\.content/,
  ],
  [
    'a published book without an author',
    () => reworded(({ book }) => void (book.published && (book.published.book.author = ''))),
    /Manca il nome di chi l’ha scritto/,
  ],
];

describe('a package that is none', () => {
  // Nothing ever changes, so that one site does for all.
  beforeAll(async () => {
    await openSite();
    const section = { sectionNumber: 1, title: 'La mia', content: 'Il mio inizio.' };
    await author.request('POST', '/api/sections', section);
  });
  afterAll(() => site.close());

  const expectNothingChanged = async (before: string) => {
    expect(contentOf(site)).toBe(before);
    expect(await site.services.files.list()).toEqual([]);
  };

  test.each(hostile)('%s is refused in so many words, and nothing changes', async (_, make, sentence) => {
    const before = contentOf(site);
    const response = await send(author, await make());
    const { message } = (await response.json()) as { message: string };
    expect([response.status, message]).toEqual([422, expect.stringMatching(sentence)]);
    expect(message).toMatch(/Non è cambiato nulla\.$/);
    await expectNothingChanged(before);
    expect((await readdir(join(site.folder, 'data'))).filter((name) => name.endsWith('.zip'))).toEqual([]);
  });

  test('a picture that no decoder opens changes nothing either', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(400)]);
    const name = `images/${sha256(png).slice(0, 32)}.png`;
    const imageUrl = `/uploads/${name}`;
    const zip = await withFile(name, png, ({ galleryImages }) => {
      galleryImages.push({ ...galleryImages[0], id: 'rotta', imageUrl } as never);
    });
    const before = contentOf(site);
    const { id } = await planOf(author, zip);
    const response = await author.request('POST', `/api/admin/book/package/${id}/apply`, {});
    expect(response.status).toBe(422);
    await expectNothingChanged(before);
  });
});
