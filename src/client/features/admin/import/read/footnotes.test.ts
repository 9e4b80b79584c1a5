import { describe, expect, test } from 'vitest';
import { docx, epub, odt, wordDocument, type Block } from '#tests/support/manuscripts.ts';
import { divideDraft, draftsOf, joinToPrevious, withFootnotes } from '../draft.ts';
import { splitSections } from '../import-sections.ts';
import { readManuscript } from './read-manuscript.ts';

async function draftsIn(name: string, bytes: Uint8Array) {
  const { text, footnotes } = await readManuscript(name, bytes);
  return draftsOf(splitSections(text, undefined, footnotes).pieces);
}
const contents = (drafts: Awaited<ReturnType<typeof draftsIn>>) => drafts.map(({ content }) => content);

const bytesOf = (text: string) => new TextEncoder().encode(text);
const blocks: Block[] = [
  { heading: 'Capitolo 1^Del titolo.^', level: 1 },
  'Piove^La prima.^ da ieri.',
  'Nevica^La seconda,\u00a0lunga.^.',
  { heading: 'Capitolo 2', level: 1 },
  'Sole^Di un altro.^.',
];
const markdown =
  '# Capitolo 1[^t]\n\nPiove[^1] da ieri.\n\nNevica[^2].\n\n# Capitolo 2\n\nSole[^3].\n\n[^t]: Del titolo.\n[^1]: La prima.\n[^2]: La *seconda*,\u00a0lunga.\n[^3]: Di un altro.\n';
const chapters = (notes: string, mark: (id: number, text: string) => string) =>
  epub([
    {
      label: 'Capitolo 1',
      html: `<h2>Capitolo 1${mark(1, '1')}</h2><p id="r2">Piove${mark(2, '2')} da ieri.</p><p id="r3">Nevica${mark(3, '3')}.</p>`,
    },
    { label: 'Capitolo 2', html: `<h2>Capitolo 2</h2><p id="r4">Sole${mark(4, '4')}.</p>` },
    { label: 'Note', html: notes },
  ]);
const words = ['Del titolo.', 'La prima.', 'La seconda, lunga.', 'Di un altro.'];

const manuscripts: [string, string, Uint8Array][] = [
  ['Word', 'a.docx', docx(blocks)],
  ['LibreOffice', 'a.odt', odt(blocks)],
  ['Markdown', 'a.md', bytesOf(markdown)],
  [
    'an e-book that names its notes',
    'a.epub',
    chapters(
      `<section epub:type="endnotes"><h2>Note</h2>${words.map((text, i) => `<aside epub:type="endnote" id="n${i + 1}"><p>${text}</p></aside>`).join('')}</section>`,
      (id, text) => `<a epub:type="noteref" href="p3.xhtml#n${id}">${text}</a>`,
    ),
  ],
  [
    'an e-book made from a document, which has links alone',
    'a.epub',
    chapters(
      words
        .map((text, i) => `<p><a id="n${i + 1}" href="p1.xhtml#r${i + 1}">[${i + 1}]</a> ${text}</p>`)
        .join(''),
      (id, text) => `<sup><a id="x${id}" href="p3.xhtml#n${id}">[${text}]</a></sup>`,
    ),
  ],
];

describe.each(manuscripts)('the footnotes of %s', (_, name, bytes) => {
  test('are in no prose, and stand at the end of their section when they are wanted', async () => {
    const drafts = await draftsIn(name, bytes);
    expect(contents(drafts)).toEqual(['Piove da ieri.\n\nNevica.', 'Sole.']);
    expect(drafts[0]?.title).toBe('Capitolo 1');
    expect(contents(drafts.map(withFootnotes))).toEqual([
      'Piove da ieri.\n\nNevica.\n\n* * *\n\nNota 1. Del titolo.\n\nNota 2. La prima.\n\nNota 3. La seconda, lunga.',
      'Sole.\n\n* * *\n\nNota 1. Di un altro.',
    ]);
  });

  test('go where their paragraph goes', async () => {
    const drafts = await draftsIn(name, bytes);
    const divided = divideDraft(drafts, 0, 1);
    expect(contents(divided.map(withFootnotes))).toEqual([
      'Piove da ieri.\n\n* * *\n\nNota 1. Del titolo.\n\nNota 2. La prima.',
      'Nevica.\n\n* * *\n\nNota 1. La seconda, lunga.',
      'Sole.\n\n* * *\n\nNota 1. Di un altro.',
    ]);
    const joined = divideDraft(joinToPrevious(drafts, 1), 0, 2);
    expect(contents(joined.map(withFootnotes))[1]).toBe('Sole.\n\n* * *\n\nNota 1. Di un altro.');
  });
});

test('a note that nothing refers to is kept, and a number that leads elsewhere is text', async () => {
  const book = epub([
    {
      label: 'Indice dei luoghi',
      html: '<p><a href="p2.xhtml#l1">1</a> La casa, <a href="p2.xhtml#l1">2</a></p>',
    },
    {
      label: 'Capitolo 1',
      html: '<h2>Capitolo 1</h2><p id="l1">La casa.</p><aside epub:type="footnote" id="n"><p>Sola.</p></aside>',
    },
  ]);
  const drafts = await draftsIn('a.epub', book);
  expect(contents(drafts.map(withFootnotes))).toEqual(['1 La casa, 2', 'La casa.\n\n* * *\n\nNota 1. Sola.']);
});

describe('text boxes follow their paragraph and are told of', () => {
  const p = (content: string) => `<w:p>${content}</w:p>`;
  const r = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const box = (content: string) => `<w:txbxContent>${content}</w:txbxContent>`;
  const drawing = (content: string) => `<w:drawing><wps:txbx>${box(content)}</wps:txbx></w:drawing>`;
  const both = (content: string, fallback: string) =>
    `<mc:AlternateContent><mc:Choice Requires="wps">${drawing(content)}</mc:Choice>${fallback}</mc:AlternateContent>`;
  const old = (content: string) =>
    `<mc:Fallback><w:pict><v:textbox>${box(content)}</v:textbox></w:pict></mc:Fallback>`;
  const inner = p(r('Lettera.'));
  const around = (run: string) => p(`${r('Prima,')}<w:r>${run}</w:r>${r(' dopo.')}`) + p(r('Fine.'));
  const frame = (content: string) =>
    `<draw:frame><svg:title>Un riquadro</svg:title><draw:text-box><text:p>${content}</text:p></draw:text-box></draw:frame>`;

  test.each<[string, string, Uint8Array]>([
    ['Word, both forms', 'a.docx', wordDocument(around(both(inner, old(inner))))],
    ['Word, the newer form alone', 'a.docx', wordDocument(around(both(inner, '')))],
    ['Word, without alternatives', 'a.docx', wordDocument(around(drawing(inner)))],
    [
      'LibreOffice',
      'a.odt',
      odt(['Prima,@ dopo.', 'Fine.'], { replaced: (xml) => xml.replace('@', frame('Lettera.')) }),
    ],
  ])('%s', async (_, name, bytes) => {
    const { text, notes } = await readManuscript(name, bytes);
    expect(text).toBe('Prima, dopo.\n\nLettera.\n\nFine.');
    expect(notes).toEqual([expect.stringContaining('Una casella di testo sta dopo')]);
  });

  test('a box in a box, and a picture beside it', async () => {
    const nested = p(`${r('Fuori.')}<w:r>${drawing(p(r('Dentro.')))}</w:r>`);
    const picture = '<w:r><w:drawing><wp:inline/></w:drawing></w:r>';
    const bytes = wordDocument(around(drawing(nested)) + p(picture));
    const { text, notes } = await readManuscript('a.docx', bytes);
    expect(text.split('\n\n').sort()).toEqual(['Dentro.', 'Fine.', 'Fuori.', 'Prima, dopo.']);
    expect(notes).toEqual([expect.stringContaining('2 caselle di testo')]);
  });
});
