import { describe, expect, it } from 'vitest';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import { createMaintenanceGate } from '#server/api/maintenance-gate.ts';
import { unlockCodesRouter } from '#server/features/unlock-codes/unlock-codes.router.ts';
import { findTrack, listMusicCodes } from '#server/features/music-codes/music-codes.service.ts';
import { findUnlockCode } from '#server/features/readers/readers.service.ts';
import { createCode, updateCode } from '#server/storage/records/code-records.ts';
import { remove } from '#server/storage/records/records.ts';
import type { Store } from '#server/storage/store/types.ts';
import { nobody } from '../support/nobody.ts';

const open = async () => ({ store: await temporaryStore() });
const listUnlockCodes = (store: Store) =>
  unlockCodesRouter(store)
    .createCaller({ caller: { ...nobody, isAdmin: true }, gate: createMaintenanceGate() })
    .list();
const track = (code: string, trackTitle = 'Relè') => ({
  code,
  trackTitle,
  artist: 'Coro',
  description: undefined,
  spotifyUrl: 'a'.repeat(22),
});
const unlock = (code: string, maxSection: number) => ({ code, maxSection, label: undefined });
const same = ['neve-2345', 'NEVE2345', ' neve 2345 ', 'neve–2345', 'ｎｅｖｅ2345'];

describe('two codes with the same letters and digits', () => {
  it.each(same)('are one code for readers (%s)', async (written) => {
    const services = await open();
    await createCode(services.store, 'musicCodes', track('neve-2345'));
    await createCode(services.store, 'unlockCodes', unlock('neve-2345', 1));
    await expect(createCode(services.store, 'musicCodes', track(written))).rejects.toThrow('«neve-2345»');
    await expect(createCode(services.store, 'unlockCodes', unlock(written, 2))).rejects.toThrow(
      '«neve-2345»',
    );
    expect(findTrack(services.store, written).trackTitle).toBe('Relè');
  });

  it('may be one of each kind', async () => {
    const services = await open();
    await createCode(services.store, 'musicCodes', track('neve-2345'));
    await expect(createCode(services.store, 'unlockCodes', unlock('neve-2345', 1))).resolves.toBeDefined();
  });

  it('may be the same record, written otherwise', async () => {
    const services = await open();
    const music = await createCode(services.store, 'musicCodes', track('neve-2345'));
    const code = await createCode(services.store, 'unlockCodes', unlock('neve-2345', 1));
    expect(await updateCode(services.store, 'musicCodes', { id: music.id, code: 'NEVE 2345' })).toMatchObject(
      {
        code: 'NEVE 2345',
      },
    );
    expect(await updateCode(services.store, 'unlockCodes', { id: code.id, code: 'NEVE 2345' })).toMatchObject(
      {
        code: 'NEVE 2345',
      },
    );
  });

  it('cannot be reached by an edit either', async () => {
    const services = await open();
    await createCode(services.store, 'musicCodes', track('neve-2345'));
    const other = await createCode(services.store, 'musicCodes', track('gelo-2345'));
    await expect(
      updateCode(services.store, 'musicCodes', { id: other.id, code: 'Neve2345' }),
    ).rejects.toMatchObject({
      code: 'DUPLICATE',
    });
    expect(findTrack(services.store, 'gelo-2345').trackTitle).toBeDefined();
  });
});

it('gives a track without its record: neither the code nor the times', async () => {
  const services = await open();
  await createCode(services.store, 'musicCodes', track('neve-2345'));
  expect(Object.keys(findTrack(services.store, 'neve-2345')).sort()).toEqual([
    'artist',
    'description',
    'spotifyUrl',
    'trackTitle',
  ]);
  expect(() => findTrack(services.store, 'sole-2345')).toThrow('Codice non valido.');
});

it('lists unlock codes by section and music codes by title, as Italian sorts', async () => {
  const services = await open();
  for (const [code, maxSection] of [
    ['ccc-1111', 9],
    ['bbb-1111', 1],
    ['aaa-1111', 4],
  ] as const)
    await createCode(services.store, 'unlockCodes', unlock(code, maxSection));
  for (const title of ['Zolfo', 'Èrica', 'Fune'])
    await createCode(services.store, 'musicCodes', track(`${title}-1`, title));
  const unlockCodes = await listUnlockCodes(services.store);
  expect(unlockCodes.map(({ maxSection }) => maxSection)).toEqual([1, 4, 9]);
  expect(listMusicCodes(services.store).map(({ trackTitle }) => trackTitle)).toEqual([
    'Èrica',
    'Fune',
    'Zolfo',
  ]);
});

it('forgets a code and not what readers reached with it', async () => {
  const services = await open();
  const { id } = await createCode(services.store, 'unlockCodes', unlock('neve-2345', 3));
  await remove(services.store, 'unlockCodes', id);
  expect(await listUnlockCodes(services.store)).toEqual([]);
  await expect(remove(services.store, 'unlockCodes', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('a code with accents', () => {
  it.each(['città vecchia', 'citta vecchia', 'CITTA’ VECCHIA', 'cittá-vecchia'])(
    'is found as readers write it (%s)',
    async (written) => {
      const services = await open();
      await createCode(services.store, 'musicCodes', track('città vecchia'));
      await createCode(services.store, 'unlockCodes', unlock('città vecchia', 3));
      expect(findTrack(services.store, written).trackTitle).toBe('Relè');
      expect(findUnlockCode(services, written, undefined).maxSection).toBe(3);
    },
  );

  it('is found by who adds accents that it has not', async () => {
    const services = await open();
    await createCode(services.store, 'musicCodes', track('perche'));
    expect(findTrack(services.store, 'perché').trackTitle).toBe('Relè');
  });

  it('is never taken for another: two alike are told apart, and neither is given to who writes none of them', async () => {
    const services = await open();
    await createCode(services.store, 'musicCodes', track('metà', 'Mezza'));
    const other = await createCode(services.store, 'musicCodes', track('meta', 'Arrivo'));
    expect(findTrack(services.store, 'METÀ').trackTitle).toBe('Mezza');
    expect(findTrack(services.store, 'Meta').trackTitle).toBe('Arrivo');
    expect(() => findTrack(services.store, 'métà')).toThrow();
    await remove(services.store, 'musicCodes', other.id);
    expect(findTrack(services.store, 'métà').trackTitle).toBe('Mezza');
  });

  it('says nothing more to who writes no letter at all', async () => {
    const services = await open();
    await createCode(services.store, 'musicCodes', track('città'));
    for (const written of ['', '´', '\u0300\u0300', 'citt'])
      expect(() => findTrack(services.store, written)).toThrow();
  });
});
