import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUnlockCode, type UnlockCode } from '#shared/contracts/unlock-codes.ts';
import { withPlainLines } from '#shared/contracts/values.ts';
import { unlockCodeColumns } from './code-kinds.ts';
import { hasAccents, isEasyToGuess } from './code-notes.tsx';
import { codesToCsv, csvToCodes } from './codes-csv.ts';
import { spoiltCode } from './spreadsheets.ts';

const columns = unlockCodeColumns('https://ferro.test');
const at = '2026-11-22T10:00:00.000Z';
const code = (fields: Partial<UnlockCode>): UnlockCode => ({
  id: 'a',
  code: 'hb6t-2wvk',
  maxSection: 3,
  createdAt: at,
  updatedAt: at,
  ...fields,
});

it('what is written out comes back in as it was, whatever a label holds', () => {
  const label = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => withPlainLines(text).trim());
  fc.assert(
    fc.property(label, fc.integer({ min: 1, max: 99 }), (text, uses) => {
      const written = code({ label: text || undefined, uses, expiresAt: '2026-12-31T23:59:59.999Z' });
      const [row] = csvToCodes(columns, codesToCsv(columns, [written])).rows;
      // Spreadsheets mark text with a quote before a formula character, when reading and when writing.
      const expected = text.replace(/^'(?=[=+\-@])/, '').trim();
      expect(createUnlockCode.parse(row)).toEqual({
        code: 'hb6t-2wvk',
        maxSection: 3,
        label: expected || undefined,
        uses,
        expiresAt: '2026-12-31T23:59:59.999Z',
      });
    }),
  );
});

it('is a list that an Italian spreadsheet opens, with the link and without formulas', () => {
  const csv = codesToCsv(columns, [code({ label: '=HYPERLINK("x")', usedCount: 2 })]);
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFCodice;Sblocca fino a;Etichetta;Lettori;Vale fino al;Visibile da;Usato;Ultima volta;Indirizzo',
    `hb6t-2wvk;3;"'=HYPERLINK(""x"")";;;;2;;https://ferro.test/chat#codice=hb6t-2wvk`,
  ]);
});

it.each([
  ['codice,sezione\nabcd-2345,4', [{ code: 'abcd-2345', maxSection: '4' }]],
  ['ETICHETTA\tCODICE\tnote\nFiera\tabcd-2345\tx', [{ label: 'Fiera', code: 'abcd-2345' }]],
  ['maxSection;code\n1;abcd-2345\n;\n', [{ maxSection: '1', code: 'abcd-2345' }]],
  ['\uFEFFsep=;\r\nCodice;Sezione\r\nabcd-2345;3', [{ code: 'abcd-2345', maxSection: '3' }]],
  ['sep=|\nCodice|Sezione\nabcd-2345|3,0', [{ code: 'abcd-2345', maxSection: '3' }]],
])('reads %j', (text, rows) => {
  expect(csvToCodes(columns, text).rows).toEqual(rows);
});

it.each([
  ['codice,sezione\n\nabcd-2345,4\n,\nefgh-6789,4', [3, 5]],
  ['sep=;\r\nCodice;Sezione;Etichetta\r\nabcd-2345;3;"una\r\ndue"\r\nefgh-6789;3;', [3, 5]],
])('tells in which line of the file each code of %j is', (text, lines) => {
  expect(csvToCodes(columns, text).lines).toEqual(lines);
});

it.each([
  ['nome;cognome\nLivia;Sarti', ['Codice', 'Sblocca fino a']],
  ['', ['Codice', 'Sblocca fino a']],
  ['code,level\ngamma-0001,3', ['Sblocca fino a']],
  ['Codice;Sezione\nabcd-2345;3', []],
])('says which columns are missing in %j', (text, missing) => {
  expect(csvToCodes(columns, text).missing).toEqual(missing);
});

it.each([
  ['1,2E+11', ['12E10'], 'somiglia a «12E10»'],
  ['123456', ['00123456'], 'somiglia a «00123456»'],
  ['mar-24', ['MAR-2024'], 'somiglia a «MAR-2024»'],
  ['1,23457E+15', ['1234567890123456'], 'somiglia a «1234567890123456»'],
  ['1234567890123450', ['1234567890123456'], 'somiglia a «1234567890123456»'],
  ['2E+05', [], 'è un numero che un foglio di calcolo ha accorciato'],
  ['mar-24', [], 'è una data di un foglio di calcolo'],
  ['neve-2345', ['neve-2346'], undefined],
  ['123456789012', ['00123456'], undefined],
  ['12E10', ['12E10'], undefined],
])('%s beside %j: %s', (written, present, reason) => {
  expect(spoiltCode(written, present)).toBe(reason);
});

it.each([
  ['31/12/2026', '2026-12-31T23:59:59.999Z'],
  ['1/2/27', '2027-02-01T23:59:59.999Z'],
  ['03/04/2026', '2026-04-03T23:59:59.999Z'],
  ['2026-12-31', '2026-12-31T23:59:59.999Z'],
  ['', undefined],
])('an Italian spreadsheet has made %j of a last day: it comes back in', (written, expiresAt) => {
  const [row] = csvToCodes(columns, `Codice;Sblocca fino a;Vale fino al\nabcd-2345;1;${written}`).rows;
  expect(createUnlockCode.parse(row).expiresAt).toBe(expiresAt);
});

it.each(['31/31/2026', '12/31/2026', '99/12/2026', '46387', '31 dicembre 2026', 'presto'])(
  '%j is no day, and is refused with the word «data»',
  (written) => {
    const [row] = csvToCodes(columns, `Codice;Sblocca fino a;Vale fino al\nabcd-2345;1;${written}`).rows;
    const refusal = createUnlockCode.safeParse(row).error;
    expect(refusal?.issues.map(({ message }) => message).join()).toMatch(/data/i);
  },
);

it('a draft is called so in the list, and a start may be a day or an hour of the author’s own clock', () => {
  const written = codesToCsv(columns, [code({ visibleFrom: 'never' })]);
  expect(written).toContain(';Bozza;');
  const start = (text: string) =>
    csvToCodes(columns, `Codice;Visibile da\nabcd-2345;${text}`).rows[0]?.visibleFrom;
  expect(csvToCodes(columns, written).rows[0]?.visibleFrom).toBe('never');
  expect(start('bozza')).toBe('never');
  expect(start('')).toBe('');
  expect(start('2026-12-03T17:00:00.000Z')).toBe('2026-12-03T17:00:00.000Z');
  expect(start('3/12/2026 18:00')).toBe(new Date(2026, 11, 3, 18).toISOString());
  expect(start('03/12/2026')).toBe(new Date(2026, 11, 3).toISOString());
});

it.each([
  ['hb6t-2wvk', false],
  ['PRIMAVERA', true],
  ['1234-5678', true],
  ['ferro1', true],
  ['aaaa-aaaa', true],
  ['abcd-efgh', false],
  ['Stella del nord 77', false],
])('%s is easy to guess: %s', (text, easy) => {
  expect(isEasyToGuess(text)).toBe(easy);
});

it.each([
  ['perché-città', true],
  ['perche\u0301-1', true],
  ['PERCHE-CITTA', false],
  ['hb6t-2wvk', false],
])('%s has accents that a reader may leave out: %s', (text, accents) => {
  expect(hasAccents(text)).toBe(accents);
});
