import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardsMissing, migrations } from '../storage/store/migrations.ts';
import { openStore } from '../storage/store/store.ts';
import type { Store } from '../storage/store/types.ts';
import { addDemoBook, addMissingCards, publishedCodes } from './demo.ts';

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

/** A database of the schema before the cards, opened by the program of today. */
async function openOlder(change: (older: Store) => Promise<void>): Promise<void> {
  const older = await openStore({ dataDir, migrations: migrations.slice(0, 1) });
  await addDemoBook(older, 'random');
  for (const { id } of [...older.memoryCards.values()])
    await older.mutate([{ type: 'delete', collection: 'memoryCards', id }]);
  await change(older);
  await older.close();
  store = await openStore({ dataDir });
}

const sectionsWithCards = () =>
  [...store.sections.values()]
    .filter(({ id }) => store.memoryCards.bySection(id).length > 0)
    .map(({ sectionNumber }) => sectionNumber);

describe('a database from before the cards', () => {
  it('is given the demonstration’s, but for a section whose text is another', async () => {
    await openOlder(async (older) => {
      const third = older.sections.byNumber(3);
      if (third) {
        await older.mutate([{ type: 'put', collection: 'sections', record: { ...third, content: 'Mia.' } }]);
      }
    });
    expect(store.settings.get(cardsMissing)).toBeDefined();
    await addMissingCards(store);
    expect(sectionsWithCards()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(store.memoryCards.bySection(null).length).toBeGreaterThan(10);
    expect(store.settings.get(cardsMissing)).toBeUndefined();
  });

  it('is given none for another book', async () => {
    await openOlder(async (older) => {
      await older.mutate(
        [...older.sections.values()].map((section) => ({
          type: 'put',
          collection: 'sections',
          record: { ...section, content: 'C’era una volta.' },
        })),
      );
    });
    await addMissingCards(store);
    expect(store.memoryCards.size).toBe(0);
  });
});

it('cards that the author deleted do not come back', async () => {
  store = await openStore({ dataDir });
  await addDemoBook(store, 'random');
  const [card] = store.memoryCards.values();
  await store.mutate([{ type: 'delete', collection: 'memoryCards', id: card?.id ?? '' }]);
  const { size } = store.memoryCards;
  await addMissingCards(store);
  expect(store.memoryCards.size).toBe(size);
});

describe('the demonstration’s codes', () => {
  it('are made at the first start, and no two starts make the same', async () => {
    store = await openStore({ dataDir });
    const shown = await addDemoBook(store, 'random');
    expect(shown?.map(({ opens }) => opens)).toContain('fino alla sezione 12');
    const codes = [...store.unlockCodes.values(), ...store.musicCodes.values()].map(({ code }) => code);
    expect(shown?.map(({ code }) => code)).toEqual(codes);
    expect(new Set(codes).size).toBe(9);
    expect(publishedCodes(store)).toEqual([]);
    expect(await addDemoBook(store, 'random')).toBeUndefined();
  });

  it('that stand in the repository are found in a database that has them', async () => {
    store = await openStore({ dataDir });
    expect(await addDemoBook(store, 'published')).toBeUndefined();
    expect(publishedCodes(store)).toHaveLength(9);
    const [code] = store.unlockCodes.values();
    await store.mutate([{ type: 'delete', collection: 'unlockCodes', id: code?.id ?? '' }]);
    expect(publishedCodes(store)).toHaveLength(8);
  });
});
