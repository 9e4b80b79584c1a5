import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { divideLong, draftsOf } from '../draft.ts';
import { splitSections } from '../import-sections.ts';
import { isWrapped, joinWrapped } from '../paragraphs-on-lines.ts';
import { readManuscript } from './read-manuscript.ts';

/** As the program that wrote it left it, in tests/fixtures/manuscripts. */
async function read(name: string) {
  const manuscript = await readManuscript(name, await readFile(`tests/fixtures/manuscripts/${name}`));
  const { pieces } = splitSections(manuscript.text, undefined, manuscript.footnotes, manuscript.looks);
  return { ...manuscript, drafts: draftsOf(pieces) };
}

const chapters = (count: number) => Array.from({ length: count }, (_, i) => `Capitolo ${i + 1}`);

test.each([
  ['numbered-headings.docx', chapters(3)],
  ['numbered-headings.odt', chapters(3)],
  ['drop-caps.docx', ['Il mercato', 'La neve', 'Il custode']],
  ['pages-heading.docx', ['La partenza', 'Il viaggio', 'Il ritorno']],
  ['10a-odt-stile-automatico.odt', ['La passeggiata', 'La notte', 'L’avvocato', 'Il convento']],
  ['10b-odt-grassetto-nel-testo.odt', ['La passeggiata', 'La notte', 'L’avvocato', 'Il convento']],
  ['names-without-flag.epub', chapters(3)],
  ['names-by-case.epub', chapters(2)],
  ['toc-fragments.epub', ['La partenza', 'Il viaggio', 'Il ritorno']],
  ['utf16-no-mark.txt', chapters(2)],
  [
    '02-parti-che-ricominciano.docx',
    ['prima', 'seconda'].flatMap((part) => chapters(3).map((chapter) => `Parte ${part}. ${chapter}`)),
  ],
])('%s has these sections', async (name, titles) => {
  const { drafts } = await read(name);
  expect(drafts.map(({ title }) => title)).toEqual(titles);
  expect(drafts.every(({ content }) => content.length > 100)).toBe(true);
});

test.each([
  ['drop-caps.docx', 0, /^Il mercato apriva/],
  ['fields-and-direction.docx', 0, /^Era l’anno 1978 e la tempesta era passata\./],
  ['hidden-text.docx', 0, /^Entrò nella stanza\. Il treno/],
  [
    'dialogue.md',
    0,
    /^«Vieni qui» disse\. «No» rispose lei, «ho freddo\.»\n\n- Chi sei\?\n\n- Nessuno\.\n\n1986\. Un anno/,
  ],
  ['dialogue.md', 0, /Questa riga sta in un blocco HTML\.\n\nE anche questa, con tutto il suo capoverso\./],
  [
    'trattini.md',
    0,
    /«Nessuno» rispose lei\.\n\n– Va bene – disse\.\n\n1986\. Un anno strano\.\n\n- Chi va là\?/,
  ],
  ['16-obsidian.md', 0, /^Quel ramo del lago di Como, evidenziato, \./],
  ['invisible-marks.txt', 0, /Il treno rallentava[^]*L’ufficio del filo era chiuso\.\nLa porta no\./],
  ['one-bad-byte.txt', 0, /sé l’odore/],
])('%s, section %i: %s', async (name, place, words) => {
  expect((await read(name)).drafts[place]?.content).toMatch(words);
});

test.each([
  ['hidden-text.docx', 'hidden', 'il custode è suo padre'],
  ['pages-and-hidden.odt', 'hidden', 'il custode è suo padre'],
  ['pages-and-hidden.odt', 'hidden', 'TESTO NASCOSTO'],
  ['16-obsidian.md', 'comment', 'Rodrigo muore'],
  ['16-obsidian.md', 'data', 'tags: [romanzo]'],
])('of %s it is told what stays out (%s)', async (name, kind, words) => {
  const { text, leftOut } = await read(name);
  expect(
    leftOut
      .filter((part) => part.kind === kind)
      .map((part) => part.text)
      .join(),
  ).toContain(words);
  expect(text).not.toContain(words);
});

test('new sections of Word and inherited breaks of LibreOffice are new pages', async () => {
  expect((await read('section-breaks.docx')).drafts).toHaveLength(4);
  expect((await read('pages-and-hidden.odt')).drafts).toHaveLength(3);
});

test('one bad byte is named with its place', async () => {
  expect((await read('one-bad-byte.txt')).notes).toEqual([expect.stringContaining('«Perché?»')]);
});

test('a chapter of two megabytes is divided after sentences, and no word goes', () => {
  const content = 'Una frase che non finisce mai davvero. '.repeat(50_000).trim();
  const [draft] = draftsOf(splitSections(`# Uno\n\n${content}`).pieces);
  const parts = divideLong(draft ? [draft] : [], 0);
  expect(parts.every((part) => part.content.length <= 200_000 && part.content.endsWith('.'))).toBe(true);
  expect(parts.map((part) => part.content).join(' ')).toBe(content);
});

test('lines broken at one width are joined; verses and dialogue are not', () => {
  const line = 'Quel ramo del lago di Como, che volge a mezzogiorno, tra due catene';
  const wrapped = Array.from({ length: 20 }, () => line).join('\n');
  expect(isWrapped(wrapped)).toBe(true);
  expect(joinWrapped(`${wrapped}\ne basta.\n\nPoi.`)).toBe(
    `${wrapped.replaceAll('\n', ' ')} e basta.\n\nPoi.`,
  );
  expect(isWrapped(Array.from({ length: 40 }, () => 'Neve su neve').join('\n'))).toBe(false);
});
