import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { versionLimits } from '#shared/contracts/versions.ts';
import { storedSection } from '#tests/support/sections.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { agedBin, listBin, moveToBin, putInBin } from './bin.ts';
import { keepVersions, listVersions, openVersion } from './versions.ts';

const section = storedSection({ sectionNumber: 1, title: 'Il mercato', content: 'Nevicava.' });
const later = (n: number) => new Date(Date.parse(section.updatedAt) + n).toISOString();
const dayMs = 86_400_000;

describe('the versions of all sections', () => {
  test('take 20 MB together at most: the oldest of any section go', async () => {
    const store = await temporaryStore({ type: 'put', collection: 'sections', record: section });
    // Noise, which packing does not make smaller: a version of about 0.8 MB.
    const noise = randomBytes(600_000).toString('base64');
    for (let n = 0; n < 30; n += 1) {
      const of = { ...section, id: `s${n % 3}`, content: `${n} ${noise}`, updatedAt: later(n) };
      await store.mutate(keepVersions(store, [of]));
    }
    const bytes = [...store.sectionVersions.values()].reduce((sum, { packed }) => sum + packed.length, 0);
    expect(bytes).toBeLessThanOrEqual(versionLimits.bytes);
    expect(bytes).toBeGreaterThan(versionLimits.bytes * 0.9);
    const newest = listVersions(store, 's2')[0];
    expect(openVersion(store, 's2', newest?.id ?? '')?.content.slice(0, 3)).toBe('29 ');
  }, 30_000);

  test('are in the order in which they were written, those of one millisecond too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = await temporaryStore();
    for (const n of [1, 2, 3])
      await store.mutate(keepVersions(store, [{ ...section, title: `${n}`, updatedAt: later(n) }]));
    expect(listVersions(store, section.id).map(({ title }) => title)).toEqual(['3', '2', '1']);
  });

  test('are one for each moment of a text: one that is kept again is the newest', async () => {
    const store = await temporaryStore();
    for (const n of [1, 2, 1])
      await store.mutate(keepVersions(store, [{ ...section, title: `${n}`, updatedAt: later(n) }]));
    expect(listVersions(store, section.id).map(({ title }) => title)).toEqual(['1', '2']);
  });

  test('say which uploads they speak of', async () => {
    const content = 'Una foto: /uploads/images/0123.webp';
    const store = await temporaryStore();
    await store.mutate(keepVersions(store, [{ ...section, content }]));
    const [kept] = store.sectionVersions.values();
    expect(kept).toMatchObject({ addresses: ['/uploads/images/0123.webp'] });
  });
});

describe('what lies in the bin', () => {
  test('goes after thirty days, with the versions of its section; what is younger stays', async () => {
    const store = await temporaryStore();
    const old = { ...section, id: 'vecchia' };
    await store.mutate([
      ...keepVersions(store, [old]),
      putInBin(old.id, [{ collection: 'sections', record: old }], later(0)),
      putInBin('giovane', [{ collection: 'sections', record: section }], later(dayMs)),
    ]);
    await store.mutate(keepVersions(store, [section]));
    const end = Date.parse(section.updatedAt) + 30 * dayMs;
    expect(agedBin(store, end - 1)).toEqual([]);
    await store.mutate(agedBin(store, end));
    expect(listBin(store).map(({ id }) => id)).toEqual(['giovane']);
    expect(listVersions(store, old.id)).toEqual([]);
    expect(listVersions(store, section.id)).toHaveLength(1);
  });

  test('holds no readable word, and says which uploads it speaks of', async () => {
    const record = { ...section, content: 'Ferro respira. /uploads/images/4567.webp' };
    const store = await temporaryStore({ type: 'put', collection: 'sections', record });
    await store.mutate(moveToBin(record.id, [{ collection: 'sections', record }]));
    expect(JSON.stringify([...store.binEntries.values()])).not.toContain('respira');
    expect(store.binEntries.get(record.id)).toMatchObject({
      addresses: ['/uploads/images/4567.webp'],
    });
  });
});
