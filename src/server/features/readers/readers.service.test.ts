import { describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/readers.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import {
  readProgress,
  findUnlockCode,
  redeemCode,
  setLevel,
  type ReadersServices,
} from './readers.service.ts';

const at = '2004-01-01T12:00:00.000Z';
const code = (text: string, maxSection: number) =>
  ({
    type: 'put',
    collection: 'unlockCodes',
    record: { id: text, code: text, maxSection, createdAt: at, updatedAt: at },
  }) as const;
const codes = [code('tre-3333', 3), code('sei-6666', 6)];

async function open(reader?: Pick<User, 'maxSection' | 'chosenSection'>) {
  const store = await temporaryStore(...codes);
  const record = { id: 'anna', email: null, createdAt: at, updatedAt: at, maxSection: 0, ...reader };
  if (reader) await store.mutate([{ type: 'put', collection: 'users', record }]);
  return { store, chat: { stopAbove: vi.fn() } };
}

const redeem = async (services: ReadersServices, text: string) =>
  redeemCode(services, 'anna', findUnlockCode(services, text, 'anna'));

describe('how far a reader has come', () => {
  it.each([
    ['who is unknown', undefined, { maxSection: 0, email: null }],
    ['who redeemed a code', { maxSection: 3 }, { maxSection: 3, email: null }],
    [
      'who reads again at a lower level',
      { maxSection: 6, chosenSection: 2 },
      { maxSection: 2, email: null, reached: 6 },
    ],
    [
      'who reads again from the very beginning',
      { maxSection: 6, chosenSection: 0 },
      { maxSection: 0, email: null, reached: 6 },
    ],
  ])('%s', async (_, reader, progress) => {
    expect(readProgress(await open(reader), 'anna')).toEqual(progress);
  });

  it('is the beginning without a cookie', async () => {
    expect(readProgress(await open({ maxSection: 6 }), undefined)).toEqual({ maxSection: 0, email: null });
  });
});

describe('a redeemed code', () => {
  it.each([
    ['opens a first level', undefined, 'tre-3333', { maxSection: 3 }, 3],
    ['raises the level', { maxSection: 3 }, 'sei-6666', { maxSection: 6 }, 6],
    ['never lowers it', { maxSection: 6 }, 'tre-3333', { maxSection: 6 }, 6],
    ['is taken however it is written', undefined, ' TRE 3333 ', { maxSection: 3 }, 3],
    [
      'lifts who reads again to its section and no further',
      { maxSection: 6, chosenSection: 2 },
      'tre-3333',
      { maxSection: 3 },
      6,
    ],
    [
      'of a lower section leaves who reads again where they are',
      { maxSection: 6, chosenSection: 4 },
      'tre-3333',
      { maxSection: 4 },
      6,
    ],
    [
      'of the highest section ends the reading again',
      { maxSection: 6, chosenSection: 2 },
      'sei-6666',
      { maxSection: 6 },
      6,
    ],
  ])('%s', async (_, reader, text, answer, reached) => {
    const services = await open(reader);
    expect(await redeem(services, text)).toEqual(answer);
    expect(services.store.users.get('anna')?.maxSection).toBe(reached);
  });

  it('keeps who the reader is', async () => {
    const services = await open({ maxSection: 3 });
    await redeem(services, 'sei-6666');
    expect(services.store.users.get('anna')).toMatchObject({ createdAt: at, email: null });
    expect(services.store.users.get('anna')?.updatedAt).not.toBe(at);
  });

  it.each(['tre-3334', '', '   ', 'tre', 'x'.repeat(1_000)])(
    'is refused alike when it is wrong (%s)',
    async (text) => {
      const services = await open();
      await expect(redeem(services, text)).rejects.toMatchObject({ code: 'INVALID_CODE' });
      expect(services.store.users.get('anna')).toBeUndefined();
    },
  );
});

describe('a chosen level', () => {
  it.each([
    ['below what was reached', { maxSection: 6 }, 2, { maxSection: 2, reached: 6 }, 2],
    ['the very beginning', { maxSection: 6 }, 0, { maxSection: 0, reached: 6 }, 0],
    [
      'what was reached ends the choice',
      { maxSection: 6, chosenSection: 2 },
      6,
      { maxSection: 6 },
      undefined,
    ],
    ['the same as before', { maxSection: 6, chosenSection: 2 }, 2, { maxSection: 2, reached: 6 }, 2],
  ])('%s', async (_, reader, level, progress, chosenSection) => {
    const services = await open(reader);
    expect(await setLevel(services, 'anna', level)).toEqual({ email: null, ...progress });
    expect(services.store.users.get('anna')?.chosenSection).toBe(chosenSection);
  });

  it('above what was reached is refused, and changes nothing', async () => {
    const services = await open({ maxSection: 3 });
    await expect(setLevel(services, 'anna', 4)).rejects.toThrow('fino alla sezione 3');
    await expect(setLevel(services, undefined, 1)).rejects.toThrow('fino alla sezione 0');
    expect(services.store.users.get('anna')).toMatchObject({ maxSection: 3, updatedAt: at });
  });

  it('of who never redeemed anything stores no reader', async () => {
    const services = await open();
    expect(await setLevel(services, 'anna', 0)).toEqual({ maxSection: 0, email: null });
    expect(services.store.users.size).toBe(0);
  });
});
