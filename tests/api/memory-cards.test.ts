import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beforeTheFirst, type ListedCard } from '#shared/contracts/memory-cards.ts';
import type { ErrorBody } from '#shared/errors.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { openTestSite, type Person, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Person;
beforeEach(async () => {
  site = await openTestSite();
  author = await site.administrator();
});
afterEach(() => site.close());

async function call<T>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
  const response = await author.request(method, `/api${path}`, body);
  expect(response.status, `${method} ${path}`).toBe(status);
  return (status === 204 ? undefined : await response.json()) as T;
}

const nineTimes = (name: string, before: string) =>
  `${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`;
const list = (id: string) => call<ListedCard[]>('GET', `/sections/${id}/memory-cards`);
const card = (sectionId: string | null, says: string) => ({
  sectionId,
  kind: 'fact',
  about: ['relè'],
  asks: [`${says}?`],
  says,
});

async function newSection(sectionNumber: number): Promise<Section> {
  return call('POST', '/sections', { sectionNumber, title: 'Nuova', content: 'Pioveva sul ponte.' }, 201);
}

describe('the cards of a section', () => {
  test('are there for the demonstration book, from before the first section too', async () => {
    const first = site.store.sections.byNumber(1);
    const cards = await list(first?.id ?? '');
    expect(cards.length).toBeGreaterThan(40);
    expect(cards.map(({ position }) => position)).toEqual(cards.map((_, index) => index));
    expect((await list(beforeTheFirst)).map(({ sectionId }) => sectionId)).toContain(null);
  });

  test('are added, changed, put in order and deleted', async () => {
    const { id } = await newSection(13);
    const one = await call<ListedCard>('POST', '/memory-cards', card(id, 'Uno'), 201);
    const two = await call<ListedCard>('POST', '/memory-cards', card(id, 'Due'), 201);
    const changed = await call<ListedCard>('PATCH', `/memory-cards/${one.id}`, { says: 'Uno, ma meglio' });
    expect(changed).toMatchObject({ asks: ['Uno?'], says: 'Uno, ma meglio', position: 0 });
    const ordered = await call<ListedCard[]>('POST', `/sections/${id}/memory-cards/order`, {
      ids: [two.id, one.id],
    });
    expect(ordered.map(({ says }) => says)).toEqual(['Due', 'Uno, ma meglio']);
    const stale = { ids: [one.id, two.id], from: [one.id, two.id] };
    const refused = await call<ErrorBody>('POST', `/sections/${id}/memory-cards/order`, stale, 409);
    expect(refused).toMatchObject({ code: 'CHANGED', current: { ids: [two.id, one.id] } });
    await call('DELETE', `/memory-cards/${two.id}`, undefined, 204);
    expect((await list(id)).map(({ says }) => says)).toEqual(['Uno, ma meglio']);
  });

  test('go with their section, and no others do', async () => {
    const { id } = await newSection(13);
    await call('POST', '/memory-cards', card(id, 'Uno'), 201);
    const before = site.store.memoryCards.size;
    await call('DELETE', `/sections/${id}`, undefined, 204);
    expect(site.store.memoryCards.size).toBe(before - 1);
    await call('GET', `/sections/${id}/memory-cards`, undefined, 404);
  });

  test('are stale once the text has changed, until the author has seen to them', async () => {
    const { id } = await newSection(13);
    const one = await call<ListedCard>('POST', '/memory-cards', card(id, 'Uno'), 201);
    await call('PATCH', `/sections/${id}`, { title: 'Un altro titolo' });
    expect(await list(id)).toMatchObject([{ stale: false }]);
    await call('PATCH', `/sections/${id}`, { content: 'Nevicava sul ponte.' });
    expect(await list(id)).toMatchObject([{ stale: true }]);
    await call('PATCH', `/memory-cards/${one.id}`, { says: 'Uno' });
    expect(await list(id)).toMatchObject([{ stale: false }]);
  });

  test.each([
    ['an order with a card too few', 'order', { ids: [] }, 422],
    ['an order with a card twice', 'order', { ids: ['x', 'x'] }, 422],
    ['a file that is no YAML', 'import', { yaml: '{ ricordi: [' }, 400],
    ['a file with an unknown field', 'import', { yaml: 'section: 1\nrcordi: []' }, 400],
    [
      'a file with a card too long',
      'import',
      {
        yaml: `section: 1\nricordi:\n  - kind: fact\n    says: Va bene.\n  - kind: fact\n    says: ${'a'.repeat(601)}`,
      },
      400,
    ],
  ])('%s is refused and changes nothing', async (_, path, body, status) => {
    const { id } = await newSection(13);
    await call('POST', '/memory-cards', card(id, 'Uno'), 201);
    await call('POST', `/sections/${id}/memory-cards/${path}`, body, status);
    expect((await list(id)).map(({ says }) => says)).toEqual(['Uno']);
  });
});

describe('a file of cards', () => {
  test('read again gives the same cards, added or in the place of the others', async () => {
    const from = site.store.sections.byNumber(12)?.id ?? '';
    const { name, yaml } = await call<{ name: string; yaml: string }>(
      'GET',
      `/sections/${from}/memory-cards/export`,
    );
    expect(name).toBe('ricordi-12.yaml');
    const { id } = await newSection(13);
    await call('POST', '/memory-cards', card(id, 'Uno'), 201);
    const said = (cards: ListedCard[]) =>
      cards.map(({ kind, asks, says, more, back, until, chip, mood }) => {
        return { kind, asks, says, more, back, until, chip, mood };
      });
    const byPlace = (a: { kind: string }, b: { kind: string }) => rank(a.kind) - rank(b.kind);
    const rank = (kind: string) => (kind === 'end' ? 2 : kind === 'now' ? 1 : 0);
    const wanted = said(await list(from)).toSorted(byPlace);
    const added = await call<ListedCard[]>('POST', `/sections/${id}/memory-cards/import`, { yaml });
    expect(said(added).slice(1)).toEqual(wanted);
    const replaced = await call<ListedCard[]>('POST', `/sections/${id}/memory-cards/import`, {
      yaml,
      replace: true,
    });
    expect(said(replaced)).toEqual(wanted);
  });

  const notYaml = 'Il file non è scritto come un file YAML';
  /** Each line nine times the one before. */
  const laughs = [
    'a: &a [x]',
    ...Array.from('bcdefghi', (name, at) => nineTimes(name, 'abcdefgh'[at] ?? '')),
  ].join('\n');
  test.each([
    ['the same again and again', laughs, `${notYaml}.`],
    ['nested without end', '['.repeat(50_000), `${notYaml}: guarda la riga 1.`],
    ['one key twice', 'section: 1\nsection: 2', `${notYaml}: guarda la riga 2.`],
    ['code', '!!js/function "function(){}"', 'Il file: Input non valido'],
    ['bytes', '!!binary aGk=', 'Il file: Input non valido'],
    ['another key', 'section: 1\nricordi: [{ kind: place, dice: a, says: b }]', 'Il file: ricordi.0: '],
  ])('that is none (%s) is refused in words, and changes nothing', async (_what, yaml, sentence) => {
    const { id } = await newSection(14);
    const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { message } = await call<{ message: string }>(
      'POST',
      `/sections/${id}/memory-cards/import`,
      { yaml },
      400,
    );
    expect(message).toContain(sentence);
    expect(message).not.toMatch(/ at |must|resource|exceeded|expected/);
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
    expect(await list(id)).toEqual([]);
  });
});
