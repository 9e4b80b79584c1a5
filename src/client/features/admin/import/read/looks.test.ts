import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordDocument } from '#tests/support/manuscripts.ts';
import { draftsOf } from '../draft.ts';
import { leadTitle, splitSections } from '../import-sections.ts';
import { readManuscript } from './read-manuscript.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${escape(text)
    .split('\t')
    .map((part) => `<w:t xml:space="preserve">${part}</w:t>`)
    .join('<w:tab/>')}</w:r>`;
const paragraph = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const centre = '<w:jc w:val="center"/>';
const bold = '<w:b/>';
const size = (points: number) => `<w:sz w:val="${points * 2}"/>`;
const newPage = '<w:pageBreakBefore/>';
const blank = paragraph('');
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`;

/** Deterministic prose: sentences of nine words. */
const prose = (seed: number, sentences = 10) =>
  Array.from(
    { length: sentences },
    (_, i) => `Nella neve del giorno ${seed * 100 + i} il treno non arrivava mai.`,
  ).join(' ');
const text = (seed: number) => paragraph(run(prose(seed))) + paragraph(run(prose(seed + 50)));

type MakeTitle = (title: string, i: number) => string;
const novel = (titles: readonly string[], make: MakeTitle) =>
  titles.map((title, i) => make(title, i) + text(i)).join('');

async function splitOf(body: string, styles = '') {
  const manuscript = await readManuscript('libro.docx', wordDocument(body, styles));
  const split = splitSections(manuscript.text, undefined, manuscript.footnotes, manuscript.looks);
  return { ...split, manuscript, drafts: draftsOf(split.pieces) };
}
const titlesOf = async (body: string, styles = '') =>
  (await splitOf(body, styles)).drafts.filter(({ included }) => included).map(({ title }) => title);

const names = ['La neve', 'Il treno', 'La casa di Ferro', 'Chi resta?', 'Il ritorno'];
const boldCentred: MakeTitle = (title) => paragraph(run(title, bold), centre);

describe('titles that have no heading style', () => {
  test.each<[string, MakeTitle]>([
    ['bold and centred', boldCentred],
    ['larger', (title) => paragraph(run(title, size(18)))],
    ['bold capitals', (title) => paragraph(run(title.toUpperCase(), bold))],
    ['capitals by formatting, centred', (title) => paragraph(run(title, '<w:caps/>'), centre)],
    ['bold on a new page', (title) => paragraph(run(title, bold), newPage)],
    ['centred on a new page', (title) => paragraph(run(title), newPage + centre)],
    ['underlined and centred', (title) => paragraph(run(title, '<w:u w:val="single"/>'), centre)],
    ['with blank paragraphs around', (title) => blank + blank + boldCentred(title, 0) + blank],
    ['with spaces at its end', (title) => boldCentred(`${title}   `, 0)],
    ['with a tab before it', (title) => boldCentred(`\t${title}`, 0)],
    [
      'in runs cut anywhere',
      (title) => paragraph(run(title.slice(0, 3), bold) + run(title.slice(3), bold), centre),
    ],
    ['of a style of the author’s', (title) => paragraph(run(title), styled('Mio'))],
    ['of a character style', (title) => paragraph(run(title, '<w:rStyle w:val="Forte"/>'), centre)],
    [
      'under tracked changes',
      (title) =>
        paragraph(
          `<w:ins w:id="1" w:author="E">${run(title, bold)}</w:ins><w:del w:id="2" w:author="E"><w:r><w:delText> di prima</w:delText></w:r></w:del>`,
          centre,
        ),
    ],
  ])('%s', async (_, make) => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Mio"><w:name w:val="Mio"/><w:basedOn w:val="Base"/><w:rPr><w:b/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Base"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style><w:style w:type="character" w:styleId="Forte"><w:name w:val="Forte"/><w:rPr><w:b/></w:rPr></w:style>';
    const { drafts, choices, rank } = await splitOf(novel(names, make), styles);
    expect(drafts.map(({ title }) => title.toLowerCase())).toEqual(names.map((name) => name.toLowerCase()));
    expect(drafts.every(({ included, guess }) => included && guess === 'look')).toBe(true);
    expect(rank).toBe('look');
    expect(choices.find((choice) => choice.rank === 'look')).toMatchObject({ count: 5 });
    expect(drafts.map(({ content }) => content)).toEqual(
      names.map((_name, i) => `${prose(i)}\n\n${prose(i + 50)}`),
    );
  });

  test.each<[string, readonly string[]]>([
    ['digits', ['1', '2', '3']],
    ['Roman numerals', ['I', 'II', 'III']],
    ['words', ['Uno', 'Due', 'Tre']],
    ['chapters', ['Capitolo primo', 'Capitolo secondo', 'Capitolo terzo']],
  ])('numbers alone: %s', async (_, numbers) => {
    const { drafts } = await splitOf(novel(numbers, boldCentred));
    expect(drafts.map(({ title, number }) => [title, number])).toEqual(
      numbers.map((name, i) => [name, i + 1]),
    );
  });

  test.each<[string, (number: string, name: string) => string]>([
    ['two paragraphs of one look', (number, name) => boldCentred(number, 0) + boldCentred(name, 0)],
    [
      'two paragraphs of two looks',
      (number, name) => paragraph(run(number), centre) + blank + paragraph(run(name, bold), centre),
    ],
    [
      'two lines of one paragraph',
      (number, name) => paragraph(`${run(number, bold)}<w:r><w:br/></w:r>${run(name, bold)}`, centre),
    ],
    ['a plain number', (number, name) => paragraph(run(number)) + boldCentred(name, 0)],
  ])('a number, and a name below it: %s', async (_, make) => {
    const { drafts } = await splitOf(names.map((name, i) => make(String(i + 1), name) + text(i)).join(''));
    expect(drafts.map(({ title, number }) => [title, number])).toEqual(
      names.map((name, i) => [`${i + 1}. ${name}`, i + 1]),
    );
    expect(drafts[0]?.content).toBe(`${prose(0)}\n\n${prose(50)}`);
  });

  test('prologue, parts, epilogue and thanks', async () => {
    const body =
      boldCentred('Prologo', 0) +
      text(9) +
      paragraph(run('PARTE PRIMA', bold + size(20)), centre + newPage) +
      novel(names.slice(0, 2), (title) => paragraph(run(title, bold), centre + newPage)) +
      paragraph(run('Il libro del ghiaccio', bold + size(20)), centre + newPage) +
      novel(names.slice(2), (title) => paragraph(run(title, bold), centre + newPage)) +
      boldCentred('Epilogo', 0) +
      text(8) +
      boldCentred('Ringraziamenti', 0) +
      text(7);
    const { drafts, bareHeadings } = await splitOf(body);
    expect(drafts.map(({ title, kind, guess }) => [title, kind, guess])).toEqual([
      ['Prologo', 'section', undefined],
      ...names.map((name) => [name, 'section', 'look']),
      ['Epilogo', 'section', undefined],
      ['Ringraziamenti', 'front', undefined],
    ]);
    expect(bareHeadings).toEqual(['PARTE PRIMA', 'Il libro del ghiaccio']);
  });

  test('a chapter that is a little larger, or on no new page, is one, and doubtful', async () => {
    const { drafts } = await splitOf(
      novel(names, (title, i) =>
        paragraph(run(title, i === 1 ? bold + size(16) : bold), i === 3 ? centre : centre + newPage),
      ),
    );
    expect(drafts.map(({ title, guess }) => [title, guess])).toEqual(
      names.map((name, i) => [name, i === 3 || i === 1 ? 'doubtful' : 'look']),
    );
  });
});

describe('what is no chapter', () => {
  const author = paragraph(run('Maria Rossi', bold), centre);
  const bookTitle = paragraph(run('Il respiro', bold + size(24)), centre);

  test.each<[string, string]>([
    ['author and title', author + bookTitle],
    ['of one look', author + boldCentred('Il respiro', 0) + paragraph(run('romanzo'), centre)],
    ['and a dedication', author + bookTitle + paragraph(run('A mia madre', '<w:i/>'), centre)],
    [
      'and an epigraph',
      author + paragraph(run('La neve non parla. Ascolta.', '<w:i/>'), `${centre}${newPage}`),
    ],
  ])('a title page stays before the first chapter: %s', async (_, page) => {
    expect(await titlesOf(page + novel(names, boldCentred))).toEqual(names);
    const { drafts } = await splitOf(page + novel(names, boldCentred));
    expect(drafts[0]).toMatchObject({ title: leadTitle, included: false });
    expect(drafts[0]?.content).toContain('Maria Rossi');
  });

  test('«Fine», a centred letter, a bold shout, a bold sentence in a paragraph', async () => {
    const letter = ['Cara Anna,', 'il treno è fermo', 'e la neve sale.', 'Aspettami', 'Tuo, Ferro'];
    const inside =
      letter.map((line) => paragraph(run(line), centre)).join('') +
      paragraph(run('Disse: ') + run('non tornare mai.', bold) + run(' E tacque.')) +
      paragraph(run('«Basta!»', bold)) +
      paragraph(run(prose(70, 4)));
    const body =
      novel(names, (title, i) => (i === 2 ? inside : '') + boldCentred(title, i)) +
      paragraph(run('Fine'), centre);
    const { drafts } = await splitOf(body);
    expect(drafts.map(({ title }) => title)).toEqual(names);
    expect(drafts[1]?.content).toContain('Cara Anna,\n\nil treno è fermo');
    expect(drafts[4]?.content).toMatch(/Fine$/);
  });

  test('verses and letters alone are no titles', async () => {
    const verses = ['Neve su neve', 'ferro su ferro', 'il treno tace', 'la notte è lunga', 'nessuno torna'];
    const body = [0, 1, 2, 3]
      .map((i) => text(i) + verses.map((line) => boldCentred(line, i)).join(''))
      .join('');
    const { rank, drafts, choices } = await splitOf(body);
    expect(rank).toBeUndefined();
    expect(drafts).toHaveLength(1);
    expect(choices).toEqual([]);
  });

  test('nothing is guessed where headings are real, or their style is based on one', async () => {
    const body = novel(names, (title) => paragraph(run(title), styled('Capo')) + boldCentred('Roma', 0));
    const styles =
      '<w:style w:type="paragraph" w:styleId="Capo"><w:name w:val="Capo"/><w:basedOn w:val="Titolo1"/></w:style>';
    const { rank, drafts, choices } = await splitOf(body, styles);
    expect([rank, choices.map((choice) => choice.rank)]).toEqual([1, [1]]);
    expect(drafts.map(({ title, guess }) => [title, guess])).toEqual(names.map((name) => [name, undefined]));
  });

  test('lines «Capitolo 3» are believed before bold lines between them', async () => {
    const body =
      novel(['Capitolo 1', 'Capitolo 2', 'Capitolo 3'], (title) => paragraph(run(title))) +
      [1, 2, 3].map((i) => boldCentred(`Lettera ${i}a`, i) + text(i)).join('');
    const { rank, choices } = await splitOf(body);
    expect(rank).toBe('chapter');
    expect(choices.map((choice) => choice.rank)).toContain('look');
  });
});

const titleLook = fc.constantFrom<[string, string]>(
  [bold, centre],
  [bold, newPage],
  [size(18), ''],
  ['', centre],
  ['<w:u w:val="single"/>', centre],
);
const line = fc.stringMatching(/^[A-ZÈ][a-zà-ù]{0,7}( [a-zà-ù]{1,7}){0,4}$/);

test('whatever the looks, no word is lost and each is in its place', async () => {
  const block = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: 0, max: 40 }).map((seed) => ({ words: prose(seed, 6), look: ['', ''] })),
    },
    { weight: 2, arbitrary: fc.record({ words: line, look: titleLook }) },
    {
      weight: 1,
      arbitrary: fc.record({
        words: fc.constantFrom('1', 'II', 'Prologo', 'Fine', 'Parte prima'),
        look: titleLook,
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 25 }), titleLook, async (some, common) => {
      const blocks = [...some, { words: prose(99), look: ['', ''] }];
      // Half of the titles share a look, for consistency.
      const looks = blocks.map(({ look }, i) => (look.join('') !== '' && i % 2 === 0 ? common : look));
      const body = blocks.map(({ words }, i) => paragraph(run(words, looks[i]?.[0]), looks[i]?.[1])).join('');
      const { manuscript, choices } = await splitOf(body);
      const wordsOf = (some: string) => some.match(/[\p{L}\p{N}]+/gu) ?? [];
      const expected = blocks.flatMap(({ words }) => wordsOf(words));
      for (const { rank } of choices.filter((choice) => choice.look || choice.rank === 'whole')) {
        const { pieces, bareHeadings } = splitSections(manuscript.text, rank, [], manuscript.looks);
        const kept = pieces.flatMap(({ title, content }) =>
          wordsOf(title === leadTitle ? content : `${title} ${content}`),
        );
        if (bareHeadings.length === 0) expect(kept).toEqual(expected);
        else expect([...kept, ...bareHeadings.flatMap(wordsOf)].toSorted()).toEqual(expected.toSorted());
      }
    }),
    { numRuns: 60 },
  );
});
