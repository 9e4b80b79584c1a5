import fc from 'fast-check';
import { z } from 'zod';
import type { ProcedureName } from '#shared/rest.ts';
import { calls } from './calls.ts';

/** Texts that have broken programs: prototypes, markup, paths, numbers that are none, directions, halves of characters. */
export const tricks = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '..\\..\\data\\db.json',
  '%2e%2e%2f%2e%2e%2fdata%2fdb.json',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'b\udfff',
  '\u202eotset\u202c',
  '\u200b\u200d\ufeff',
  'e\u0301\u0301\u0301'.repeat(20),
  'ﬀ①Ⅻ',
  'İıſẞ',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';DROP TABLE users;--",
  '{{7*7}}${7*7}<%= 7*7 %>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/a.png',
  '\r\nSet-Cookie: admin=1',
  '1e309',
  '-0',
  '0x10',
  '١٢',
  '9'.repeat(400),
  ' '.repeat(5_000),
  'a'.repeat(70_000),
  'undefined',
  'NaN',
  '',
];

export const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...tricks) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 80 }) },
);

const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.constantFrom(2 ** 53, -1, 1.5, 1e300)) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], { length: 3 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Values that a field accepts, so that what is wrong elsewhere is reached too. */
const good: Record<string, fc.Arbitrary<unknown>> = {
  sectionNumber: fc.integer({ min: 1, max: 40 }),
  maxSection: fc.integer({ min: 1, max: 40 }),
  displayOrder: fc.nat(9),
  uses: fc.integer({ min: 1, max: 9 }),
  expiresAt: fc.constantFrom('', '2100-01-01', '2100-01-01T00:00:00.000Z'),
  count: fc.integer({ min: 1, max: 3 }),
  imageUrl: fc.constantFrom('/uploads/images/a.webp', 'https://example.com/a.png'),
  spotifyUrl: fc.constant('3nQx7LmT0aVb9cRk2WsYdZ'),
  code: fc.stringMatching(/^[a-z0-9]{4}-[a-z0-9]{4}$/),
};
const goodText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });

/** The fields of a procedure's input, as its contract names them. */
export function fieldsOf(name: ProcedureName): string[] {
  const { input } = calls[name];
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

/** Deep enough to overflow whatever goes through it by calling itself. */
const deep = (levels: number) => `${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`;

/** A body as sent, bytes for text: nearly right, wholly wrong, or no JSON at all. */
export function bodyOf(name: ProcedureName): fc.Arbitrary<string> {
  const fields = fieldsOf(name).filter((field) => field !== 'id');
  const nearlyRight = fc
    .record(
      Object.fromEntries(
        fields.map((field) => [
          field,
          fc.oneof({ weight: 3, arbitrary: good[field] ?? goodText }, { weight: 1, arbitrary: value }),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map((record) => JSON.stringify(record));
  const right = fc
    .record(Object.fromEntries(fields.map((field) => [field, good[field] ?? goodText])))
    .map((record) => JSON.stringify(record));
  const polluted = nearlyRight.map(
    (json) =>
      `${json.slice(0, -1)}${json === '{}' ? '' : ','}"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}`,
  );
  const twice = fc
    .tuple(nearlyRight, nearlyRight)
    .map(
      ([one, other]) => `${one.slice(0, -1)}${one === '{}' || other === '{}' ? '' : ','}${other.slice(1)}`,
    );
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 6, arbitrary: nearlyRight },
    { weight: 2, arbitrary: polluted },
    { weight: 1, arbitrary: twice },
    { weight: 2, arbitrary: fc.dictionary(text, value, { maxKeys: 6 }).map((any) => JSON.stringify(any)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'null', '[]', '"', '{"a":', '\ufeff{}', '{"a":1e999}', deep(5_000)),
    },
  );
}

export const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'APPLICATION/JSON',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/json, text/plain',
      ';',
    ),
  },
);

/** The id in a path, before it is escaped. */
export const identifier = fc.oneof(text, fc.uuid());

/** Halves of characters cannot be written in an address. */
export function withoutHalves(any: string): string {
  return any.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** Encoded or not, as a hostile client would; never a slash of its own, which would be another path. */
export function inPath(id: string, raw: boolean): string {
  const wellFormed = withoutHalves(id);
  return raw ? wellFormed.replace(/[/?#\s]/g, '_') : encodeURIComponent(wellFormed);
}
