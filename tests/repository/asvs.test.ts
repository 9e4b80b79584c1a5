import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectFiles } from '../support/repository.ts';
import { titlesIn } from '../support/test-titles.ts';

/** The sections of ASVS 5.0.0 with the level of each of their requirements, in order; those of level 3 are left out of the data. */
const levels = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

interface Requirement {
  id: string;
  level: 1 | 2;
  asks: string;
  status: 'met' | 'accepted' | 'not applicable';
  how?: string;
  /** Files, each with a test's title behind « › » where there is one. */
  shown?: string[];
}

const requirements = parse(readFileSync('docs/asvs.yaml', 'utf8')) as Requirement[];

test('each requirement of levels 1 and 2 has its row, and there is no other', () => {
  const wanted = Object.entries(levels).flatMap(([section, ofEach]) =>
    [...ofEach].flatMap((level, at) => (level === '3' ? [] : [`${section}.${at + 1} level ${level}`])),
  );
  expect(wanted).toHaveLength(253);
  expect(requirements.map(({ id, level }) => `${id} level ${level}`)).toEqual(wanted);
});

test.each(requirements.map((one) => [one.id, one] as const))('%s says how it stands', (_id, one) => {
  const { status, asks, how = '', shown = [], ...rest } = one;
  expect(Object.keys(rest)).toEqual(['id', 'level']);
  expect(['met', 'accepted', 'not applicable']).toContain(status);
  expect(asks.length).toBeGreaterThan(4);
  if (status === 'met') expect(shown.length).toBeGreaterThan(0);
  else expect(shown).toEqual([]);
  if (status === 'not applicable') expect(how.length).toBeGreaterThan(3);
  // A reason, not a word.
  if (status === 'accepted') expect(how.length).toBeGreaterThan(60);
});

test('what shows that one is met is there: the document, or the test by its title', () => {
  const titles = new Map<string, string[]>();
  const titlesOf = (file: string) => {
    const found = titles.get(file) ?? titlesIn(file);
    titles.set(file, found);
    return found;
  };
  const absent = requirements.flatMap(({ id, shown = [] }) =>
    shown
      .filter((entry) => {
        const [file = '', title] = entry.split(' › ');
        if (!existsSync(file)) return true;
        return title !== undefined && !titlesOf(file).some((one) => one.includes(title));
      })
      .map((entry) => `${id}: ${entry}`),
  );
  expect(absent).toEqual([]);
});

test('few are accepted', () => {
  expect(requirements.filter(({ status }) => status === 'accepted').length).toBeLessThanOrEqual(25);
});

test('nothing turns the check of certificates off', () => {
  const run = projectFiles().filter((path) => /^(src|deploy|scripts|server\.ts)/.test(path));
  const off = /NODE_TLS_REJECT_UNAUTHORIZED|rejectUnauthorized|--insecure|curl [^\n]*-k\b/;
  expect(run.length).toBeGreaterThan(300);
  expect(run.filter((path) => off.test(readFileSync(path, 'utf8')))).toEqual([]);
});
