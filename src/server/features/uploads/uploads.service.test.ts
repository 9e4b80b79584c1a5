import { describe, expect, it } from 'vitest';
import type { Operation } from '#server/storage/store/types.ts';
import { put } from '#tests/support/records.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { deleteUnused, overviewOf } from './uploads.service.ts';

const hash = (letter: string) => letter.repeat(32);
const picture = `images/${hash('a')}.png`;
const smaller = `images/${hash('a')}-480.webp`;
const orphan = `images/${hash('b')}-480.webp`;
const recording = `audio/${hash('c')}.mp3`;
const minute = 60_000;
const at = '2004-01-01T12:00:00.000Z';

const image = (imageUrl: string): Operation => ({
  type: 'put',
  collection: 'galleryImages',
  record: { id: 'i', title: 'Il relè', imageUrl, displayOrder: 0, createdAt: at, updatedAt: at },
});

async function open(files: Record<string, number>, ...operations: Operation[]) {
  const stored = new Map(
    Object.entries(files).map(([name, age]) => [
      name,
      { name, bytes: 100, modifiedAt: new Date(Date.now() - age * minute) },
    ]),
  );
  return {
    store: await temporaryStore(...operations),
    files: { list: () => Promise.resolve([...stored.values()]) },
    images: {
      add: () => Promise.reject(new Error('not used here')),
      remove: (name: string) => Promise.resolve(void stored.delete(name)),
    },
    names: () => [...stored.keys()],
  };
}

describe('the overview', () => {
  it('calls recent what came within the hour, and not what came while the clock was ahead', async () => {
    const { unused } = await overviewOf(await open({ [picture]: 50, [orphan]: -90 }));
    expect(unused.map(({ name, recent }) => [name, recent])).toEqual([
      [picture, true],
      [orphan, false],
    ]);
  });

  it('counts smaller files with their picture, and one whose picture is gone by itself', async () => {
    const services = await open({ [picture]: 90, [smaller]: 5, [orphan]: 90, 'mie/foto.png': 90 });
    const { count, bytes, unused } = await overviewOf(services);
    expect([count, bytes]).toEqual([3, 400]);
    expect(unused.find(({ name }) => name === picture)).toMatchObject({ bytes: 200, recent: false });
    expect(unused.map(({ name, byHand }) => [name, byHand])).toContainEqual([orphan, false]);
    expect(unused.map(({ name, byHand }) => [name, byHand])).toContainEqual(['mie/foto.png', true]);
  });

  it.each([
    ['the gallery', image(`/uploads/${picture}`)],
    ['a recording of the page', put.setting('media:estratto', { name: picture })],
  ])('leaves out what is used by %s', async (_, operation) => {
    expect((await overviewOf(await open({ [picture]: 90 }, operation))).unused).toEqual([]);
  });

  it.each([
    [59, true],
    [61, false],
  ])('after %i minutes an upload is recent: %s', async (age, recent) => {
    expect((await overviewOf(await open({ [recording]: age }))).unused[0]?.recent).toBe(recent);
  });
});

describe('deleting', () => {
  it.each<[string, string, Record<string, number>, Operation[], boolean, boolean]>([
    ['deletes what nothing uses', recording, { [recording]: 90 }, [], false, true],
    ['keeps what was uploaded just now', recording, { [recording]: 5 }, [], false, false],
    ['deletes it when the author has just let go of it', recording, { [recording]: 5 }, [], true, true],
    [
      'keeps what is in use, released or not',
      picture,
      { [picture]: 90 },
      [image(`/uploads/${picture}`)],
      true,
      false,
    ],
    [
      'keeps a smaller file, which goes with its picture only',
      smaller,
      { [picture]: 90, [smaller]: 90 },
      [],
      true,
      false,
    ],
    [
      'has nothing to do for a name that is not there',
      'images/altro.png',
      { [picture]: 90 },
      [],
      true,
      false,
    ],
    ['has nothing to do for a name outside', '../db.json', { [picture]: 90 }, [], true, false],
  ])('%s', async (_, name, files, operations, released, isDeleted) => {
    const services = await open(files, ...operations);
    const answer = await deleteUnused(services, [name], released);
    expect(answer).toEqual(isDeleted ? { deleted: [name], kept: [] } : { deleted: [], kept: [name] });
    expect(services.names()).toEqual(isDeleted ? [] : Object.keys(files));
  });

  it('asks again before each: what comes into use meanwhile stays', async () => {
    const services = await open({ [recording]: 90, [picture]: 90 });
    const remove = services.images.remove;
    services.images.remove = async (name) => {
      await services.store.mutate([image(`/uploads/${picture}`)]);
      await remove(name);
    };
    expect(await deleteUnused(services, [recording, picture])).toEqual({
      deleted: [recording],
      kept: [picture],
    });
  });
});
