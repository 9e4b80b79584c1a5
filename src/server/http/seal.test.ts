import { createDecipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from './seal.ts';

const key = randomBytes(32);

test('what was sealed is opened, the first time and every other, under its own name alone', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), (value) => {
      const sealer = createSealer(key);
      const sealed = sealer.seal('reader', value);
      for (let time = 0; time < 3; time++) {
        expect(sealer.unseal('reader', sealed)).toBe(Buffer.from(value).toString());
        expect(sealer.unseal('admin', sealed)).toBeUndefined();
      }
      expect(createSealer(randomBytes(32)).unseal('reader', sealed)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test('is AES-256-GCM as anybody can open it who has the key, each time with other random bits in front', () => {
  const sealer = createSealer(key);
  const seals = Array.from({ length: 100 }, () => Buffer.from(sealer.seal('reader', 'anna'), 'base64url'));
  expect(new Set(seals.map((bytes) => bytes.toString('hex', 0, 12))).size).toBe(100);
  for (const bytes of seals.slice(0, 3)) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
      Buffer.from('reader'),
    );
    decipher.setAuthTag(bytes.subarray(12, 28));
    expect(decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')).toBe('anna');
  }
});

test('a seal that was opened and then changed in one place is refused', () => {
  const sealer = createSealer(key);
  const sealed = sealer.seal('reader', 'anna');
  expect(sealer.unseal('reader', sealed)).toBe('anna');
  for (let at = 0; at < sealed.length - 1; at++) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(
      sealer.unseal('reader', sealed.slice(0, at) + other + sealed.slice(at + 1)),
      `${at}`,
    ).toBeUndefined();
  }
  expect(sealer.unseal('reader', `${sealed}A`.repeat(9))).toBeUndefined();
});
