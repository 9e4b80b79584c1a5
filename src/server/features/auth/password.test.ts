import { randomBytes, scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { temporaryStore } from '#tests/support/temporary-store.ts';

import { readAdmin, writeAdmin } from './admin-record.ts';
import { checkPassword, preparePassword } from './auth.service.ts';
import { redeemRecoveryCode } from './recovery.ts';

const former = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

function formerKey(secret: string): { salt: string; key: string } {
  const salt = randomBytes(16);
  return { salt: salt.toString('base64'), key: scryptSync(secret, salt, 32, former).toString('base64') };
}

function formerHash(password: string): string {
  const { salt, key } = formerKey(password);
  return `scrypt$131072$8$1$${salt}$${key}`;
}

test('a password hashed at the former cost lets in, and is hashed at today’s from then on', async () => {
  const store = await temporaryStore();
  await writeAdmin(store, { passwordHash: formerHash('parola-di-prova'), epoch: 3 });
  await expect(checkPassword(store, 'un’altra-parola')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(readAdmin(store)?.passwordHash).toMatch(/^scrypt\$131072\$8\$1\$/);
  await checkPassword(store, 'parola-di-prova');
  expect(readAdmin(store)).toEqual({
    passwordHash: expect.stringMatching(/^scrypt\$32768\$8\$3\$/) as string,
    epoch: 3,
  });
  await checkPassword(store, 'parola-di-prova');
});

test('what the environment said at the former cost is still known, and the panel’s password stays', async () => {
  const store = await temporaryStore();
  const passwordHash = formerHash('del-pannello');
  await writeAdmin(store, { passwordHash, epoch: 1, configuredHash: formerHash('dell’ambiente') });
  expect(await preparePassword(store, 'dell’ambiente')).toBeUndefined();
  expect(readAdmin(store)).toMatchObject({ passwordHash, epoch: 1 });
  expect(readAdmin(store)?.configuredHash).toMatch(/^scrypt\$32768\$/);
  await checkPassword(store, 'del-pannello');
});

test('recovery codes made at the former cost still open, once', async () => {
  const store = await temporaryStore();
  const { salt, key } = formerKey('ABCDEFGHIJKLMNOP');
  const value = { salt, hashes: [key], madeAt: '2026-01-01T00:00:00.000Z' };
  await store.mutate([{ type: 'put', collection: 'settings', record: { id: 'admin-recovery', value } }]);
  const redeem = () => redeemRecoveryCode(store, 'abcd-efgh-ijkl-mnop', {});
  await redeem();
  await expect(redeem()).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
});
