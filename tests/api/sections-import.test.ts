import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportSections } from '#shared/contracts/sections-import.ts';
import type { CopiesStatus } from '#shared/contracts/copies.ts';
import { goBack } from '../support/go-back.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;

beforeEach(async () => {
  site = await openTestSite();
  author = await site.administrator();
});
afterEach(() => site.close());

async function call(path: string, body: object = {}) {
  const response = await author.request('POST', path, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const importAll = (sections: ImportSections['sections'], remove: string[] = []) =>
  call('/api/sections/import', { sections, remove });

/** The book and its cards without what the site writes of itself meanwhile: the short forms. */
const book = () => ({
  sections: [...site.store.sections.values()]
    .map(({ id, sectionNumber, title, content, createdAt }) => ({
      id,
      sectionNumber,
      title,
      content,
      createdAt,
    }))
    .toSorted((a, b) => a.sectionNumber - b.sectionNumber),
  cards: [...site.store.memoryCards.values()].toSorted((a, b) => a.id.localeCompare(b.id)),
});
const numbered = (number: number) => {
  const section = site.store.sections.byNumber(number);
  if (!section) throw new Error(`no section ${number}`);
  return section;
};

describe('a whole manuscript at once', () => {
  it('adds, renews in place and takes away in one write; the copy of before brings all of it back', async () => {
    const before = book();
    const [one, two, last] = [numbered(1), numbered(2), numbered(12)];
    const sequence = site.store.position.sequence;
    const answer = await importAll(
      [
        { sectionNumber: 99, title: 'Nuova', content: 'Poi.' },
        // They change places: each number is taken while the other still has it.
        {
          id: one.id,
          sectionNumber: 2,
          title: one.title,
          content: 'Un testo nuovo.',
          updatedAt: one.updatedAt,
        },
        { id: two.id, sectionNumber: 1, title: 'Prima', content: two.content },
      ],
      [last.id],
    );
    expect(answer).toEqual({ status: 200, body: { created: 1, updated: 2, removed: 1 } });
    expect(site.store.position.sequence).toBe(sequence + 1);
    expect(numbered(2)).toMatchObject({ id: one.id, content: 'Un testo nuovo.', createdAt: one.createdAt });
    expect(site.store.memoryCards.bySection(one.id).length).toBeGreaterThan(0);
    expect(site.store.sections.byNumber(12)).toBeUndefined();
    expect(site.store.memoryCards.bySection(last.id)).toEqual([]);

    expect(await goBack(author, 'import')).toMatchObject({
      collections: { sections: { added: 1, removed: 1, changed: 2 } },
    });
    expect(book()).toEqual(before);
  });

  it('keeps the texts that it replaces, and puts what goes into the bin', async () => {
    const [one, last] = [numbered(1), numbered(12)];
    const cards = site.store.memoryCards.bySection(last.id).length;
    const versions = async () => (await author.request('GET', `/api/sections/${one.id}/versions`)).json();
    const bin = async () => (await author.request('GET', '/api/admin/bin')).json();
    await importAll(
      [
        { id: one.id, sectionNumber: 1, title: one.title, content: 'Un testo nuovo.' },
        { sectionNumber: 99, title: 'Nuova', content: 'Poi.' },
      ],
      [last.id],
    );
    expect(await versions()).toEqual([
      expect.objectContaining({ title: one.title, writtenAt: one.updatedAt }),
    ]);
    expect(await bin()).toEqual([
      expect.objectContaining({ kind: 'sections', count: 1, name: `Sezione 12, ${last.title}` }),
    ]);

    // Gone back from, the import is not lost either; what went is where it was, with its cards.
    await goBack(author, 'import');
    expect(await versions()).toHaveLength(1);
    expect(site.store.memoryCards.bySection(last.id)).toHaveLength(cards);
    await goBack(author, 'restore');
    expect(numbered(99)).toMatchObject({ title: 'Nuova' });
  });

  it('keeps readers at their level', async () => {
    const reader = await site.reader('HB6T2WVK');
    const level = async () => (await reader.request('GET', '/api/user/progress')).json();
    const before = await level();
    const section = numbered(2);
    await importAll([{ id: section.id, sectionNumber: 2, title: 'x', content: 'y' }]);
    expect(await level()).toEqual(before);
  });

  it('moves codes, readers, messages and the ends of cards with their chapters when the author says so', async () => {
    const reader = await site.reader('HB6T2WVK');
    const level = async () =>
      ((await (await reader.request('GET', '/api/user/progress')).json()) as { maxSection: number })
        .maxSection;
    const reached = await level();
    await reader.request('POST', '/api/chat', { message: 'Ciao' });
    const messages = () => [...site.store.chatMessages.values()].map((message) => message.level);
    const codes = () => [...site.store.unlockCodes.values()].map(({ maxSection }) => maxSection);
    const [codesBefore, messagesBefore] = [codes(), messages()];
    const last = Math.max(...[...site.store.sections.values()].map(({ sectionNumber }) => sectionNumber));
    const sections = [...site.store.sections.values()].map(({ id, sectionNumber, title, content }) => ({
      id,
      sectionNumber: sectionNumber + 1,
      title,
      content,
    }));
    const added = { sectionNumber: 1, title: 'Prologo', content: 'Prima di tutto.' };
    const { status } = await call('/api/sections/import', {
      sections: [added, ...sections],
      moveLevels: true,
    });
    expect(status).toBe(200);
    const moved = (number: number) => (number === 0 ? 0 : Math.max(number, Math.min(number, last) + 1));
    expect(await level()).toBe(reached + 1);
    expect(codes()).toEqual(codesBefore.map(moved));
    expect(messages()).toEqual(messagesBefore.map(moved));
    await goBack(author, 'import');
    expect(codes()).toEqual(codesBefore);
  });

  it('knows which sections were corrected by hand since the import that brought them', async () => {
    const section = numbered(2);
    const renew = (content: string) =>
      importAll([{ id: section.id, sectionNumber: 2, title: section.title, content }]);
    await renew('Dal manoscritto.');
    expect(numbered(2).correctedAt).toBeUndefined();
    await author.request('PATCH', `/api/sections/${section.id}`, { contentReduced30: 'Breve.' });
    expect(numbered(2).correctedAt).toBeUndefined();
    await author.request('PATCH', `/api/sections/${section.id}`, { content: 'Corretta a mano.' });
    expect(numbered(2).correctedAt).toEqual(expect.any(String));
    await renew('Dal manoscritto, di nuovo.');
    expect(numbered(2).correctedAt).toBeUndefined();
  });

  it('gives one of the sections it replaced back alone, and what was edited after it stays', async () => {
    const [one, two] = [numbered(1), numbered(2)];
    await importAll([
      { id: one.id, sectionNumber: 1, title: 'Uno', content: 'Nuovo uno.' },
      { id: two.id, sectionNumber: 2, title: 'Due', content: 'Nuovo due.' },
    ]);
    await author.request('PATCH', `/api/sections/${two.id}`, { content: 'Corretto a mano.' });
    const list = await author.request('GET', '/api/admin/backup/copies');
    const [copy] = ((await list.json()) as CopiesStatus).copies;
    const plan = (await call('/api/admin/backup/restore/copy', { name: copy?.name })).body;
    const taken = await call(`/api/admin/backup/restore/${String(plan.id)}/entries/sections/${one.id}`);
    expect(taken).toMatchObject({ status: 200, body: { replaced: 'versions' } });
    expect(numbered(1)).toMatchObject({ title: one.title, content: one.content });
    expect(numbered(2).content).toBe('Corretto a mano.');
  });

  it('shuts the cards of a passage that is newly hidden, and the copy of before has them open', async () => {
    const section = numbered(3);
    const card = {
      sectionId: section.id,
      position: 99,
      id: crypto.randomUUID(),
      label: 'x',
      questions: ['x?'],
      answer: 'y',
      generated: { by: 'inHouse', of: 'x', unread: false },
      createdAt: section.createdAt,
      updatedAt: section.updatedAt,
    };
    const template = site.store.memoryCards.bySection(section.id)[0];
    const record = { ...template, ...card } as NonNullable<typeof template>;
    await site.store.mutate([{ type: 'put', collection: 'memoryCards', record }]);
    const content = `${section.content}\n\n[[non c'ero]]\nDi nascosto.\n[[/]]`;
    await importAll([{ id: section.id, sectionNumber: 3, title: section.title, content }]);
    expect(site.store.memoryCards.get(card.id)?.generated).toMatchObject({ unread: true });
    await goBack(author, 'import');
    expect(site.store.memoryCards.get(card.id)).toEqual(record);
  });
});

describe('what is refused changes nothing', () => {
  const section = (fields: object) => ({ sectionNumber: 120, title: 'a', content: 'b', ...fields });
  const stale = { updatedAt: '2003-12-21T12:03:00.000Z' };

  it.each<[string, () => ImportSections['sections'], number, string]>([
    ['a taken number', () => [section({}), section({ sectionNumber: 3 })], 409, 'numero 3'],
    ['a number twice', () => [section({}), section({})], 409, 'numero 120'],
    [
      'an older version',
      () => [section({}), section({ id: numbered(4).id, ...stale })],
      409,
      'è cambiata nel frattempo',
    ],
    ['a section that is gone', () => [section({}), section({ id: 'nessuna' })], 404, 'non c’è più'],
    [
      'no text',
      () => [section({}), section({ sectionNumber: 121, content: ' ' })],
      400,
      'Il contenuto è obbligatorio.',
    ],
    ['nothing at all', () => [], 400, 'niente da importare'],
  ])('%s', async (_, sections, status, words) => {
    const before = book();
    const answer = await importAll(sections());
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(words);
    expect(book()).toEqual(before);
  });

  it('an import for whose copy of before the disk has no place; what is refused otherwise makes no copy', async () => {
    const before = book();
    expect((await importAll([section({ id: numbered(4).id, ...stale })])).status).toBe(409);
    // A file where the folder of the copies would be: nothing has made it yet.
    await writeFile(join(site.folder, 'data/copie'), '');
    const answer = await importAll([section({})]);
    expect(answer).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('copia di tutto') },
    });
    expect(book()).toEqual(before);
  });
});
