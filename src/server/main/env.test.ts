import { describe, expect, test } from 'vitest';
import { bucketSettings, EnvError, readEnv, retiredVariables } from './env.ts';

const whole = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'libro',
  S3_ACCESS_KEY_ID: 'chiave',
  S3_SECRET_ACCESS_KEY: 'segreto',
};

describe('the bucket in the environment', () => {
  test('none by default', () => {
    expect(bucketSettings(readEnv({}))).toBeUndefined();
    expect(
      bucketSettings(readEnv({ S3_REGION: 'eu-south-1', S3_PREFIX: 'x', S3_BUCKET: ' ' })),
    ).toBeUndefined();
  });

  test.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    '%s missing is said by name',
    (name) => {
      const line = `Configurazione non valida: ${name} manca: serve per il bucket S3`;
      expect(() => readEnv({ ...whole, [name]: '' })).toThrow(new EnvError(line));
    },
  );

  test.each([
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_PREFIX', 'con spazi'],
    ['KEEP_DAYS', 'molti'],
  ])('%s=%s stops the start', (name, value) => {
    expect(() => readEnv({ ...whole, [name]: value })).toThrow(`Configurazione non valida: ${name} `);
  });

  test('what is set and has no effect any more is named once, and stops nothing', () => {
    const set = { FAILOVER: 'on', LEASE_SECONDS: 'molti' };
    expect(readEnv(set)).toEqual(readEnv({}));
    expect(retiredVariables(set)).toBe(
      'Non hanno più effetto, e si possono togliere dalle impostazioni: FAILOVER, LEASE_SECONDS.',
    );
    expect(retiredVariables({ FAILOVER: ' ', PORT: '3000' })).toBeUndefined();
  });

  test.each([
    ['', ''],
    ['sito', 'sito/'],
    ['/libri/ferro/', 'libri/ferro/'],
  ])('the prefix %j becomes %j', (given, prefix) => {
    expect(bucketSettings(readEnv({ ...whole, S3_PREFIX: given }))?.prefix).toBe(prefix);
  });
});
