import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import { insert, remove, update } from './records.ts';
import type { Operation, Store } from '../store/types.ts';

const images = new Map<string, GalleryImage>();
const mutations: Operation[][] = [];
const store = {
  galleryImages: images,
  mutate(operations: Operation[]) {
    mutations.push(operations);
    for (const operation of operations) {
      if (operation.type === 'delete') images.delete(operation.id);
      else images.set(operation.record.id, operation.record as GalleryImage);
    }
    return Promise.resolve();
  },
} as unknown as Store;

beforeEach(() => {
  images.clear();
  mutations.length = 0;
  vi.useFakeTimers({ now: Date.parse('2003-12-21T12:03:00.000Z') });
});
afterEach(() => void vi.useRealTimers());

const fields = { title: 'La torre', imageUrl: '/uploads/a.webp' } as Parameters<
  typeof insert<'galleryImages'>
>[2];

test('a new record has an id of its own and the time it was made', async () => {
  const [one, other] = [
    await insert(store, 'galleryImages', fields),
    await insert(store, 'galleryImages', fields),
  ];
  expect(one).toMatchObject({ ...fields, createdAt: '2003-12-21T12:03:00.000Z', updatedAt: one.createdAt });
  expect(one.id).not.toBe(other.id);
  expect([...images.values()]).toEqual([one, other]);
});

test('a changed record is another object, with what was not changed as it was', async () => {
  const before = await insert(store, 'galleryImages', fields);
  const copy = { ...before };
  vi.advanceTimersByTime(60_000);
  const after = await update(store, 'galleryImages', before.id, { title: 'Il ponte' });
  expect(after).toEqual({ ...before, title: 'Il ponte', updatedAt: '2003-12-21T12:04:00.000Z' });
  expect(before).toEqual(copy);
  expect(images.get(before.id)).toBe(after);
});

test('what is not there is neither changed nor deleted, and nothing is written', async () => {
  const gone = { code: 'NOT_FOUND', message: "L'immagine non esiste più." };
  await expect(update(store, 'galleryImages', 'x', { title: 'Il ponte' })).rejects.toMatchObject(gone);
  await expect(remove(store, 'galleryImages', 'x')).rejects.toMatchObject(gone);
  expect(mutations).toEqual([]);
});

test('a record is deleted by its id, and lies in the bin in the same step', async () => {
  const { id } = await insert(store, 'galleryImages', fields);
  await remove(store, 'galleryImages', id);
  expect(mutations.at(-1)).toEqual([
    { type: 'delete', collection: 'galleryImages', id },
    { type: 'put', collection: 'binEntries', record: expect.objectContaining({ id }) as unknown },
  ]);
});

test('a change of another version is refused, and each save is a later version than the last', async () => {
  const { id, updatedAt } = await insert(store, 'galleryImages', fields);
  const saved = await update(store, 'galleryImages', id, { title: 'Il ponte', updatedAt });
  expect(saved.updatedAt > updatedAt).toBe(true);
  const stale = update(store, 'galleryImages', id, { title: 'La riva', updatedAt });
  await expect(stale).rejects.toMatchObject({ code: 'CHANGED' });
  expect(images.get(id)).toBe(saved);
});

test('what the disk refuses is passed on', async () => {
  const refusing = { ...store, mutate: () => Promise.reject(new Error('no room')) } as unknown as Store;
  await expect(insert(refusing, 'galleryImages', fields)).rejects.toThrow('no room');
});
