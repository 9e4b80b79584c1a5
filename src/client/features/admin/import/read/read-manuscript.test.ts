import { describe, expect, it, test } from 'vitest';
import pinocchio from '#tests/fixtures/pinocchio.json' with { type: 'json' };
import {
  docx,
  epub,
  newPage,
  odt,
  paragraphsAsHtml,
  wordDocument,
  type Block,
} from '#tests/support/manuscripts.ts';
import { draftsOf, planImport, toImport } from '../draft.ts';
import { splitSections } from '../import-sections.ts';
import { readManuscript } from './read-manuscript.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function sectionsOf(name: string, bytes: Uint8Array) {
  const { text } = await readManuscript(name, bytes);
  return toImport(planImport(draftsOf(splitSections(text).pieces), '', [], []), new Set()).sections;
}

describe('the whole of Pinocchio', () => {
  const expected = pinocchio.map(({ sectionNumber, content }) => ({
    sectionNumber,
    title: `Capitolo ${sectionNumber}`,
    content,
  }));
  const blocks: Block[] = pinocchio.flatMap(({ sectionNumber, content }) => [
    { heading: `Capitolo ${sectionNumber}`, level: 1 },
    ...content.split('\n\n'),
  ]);
  const text = pinocchio.map((s) => `# Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');
  const book = [
    { type: 'titlepage', html: '<h1>Le avventure di Pinocchio</h1><p>Carlo Collodi</p>' },
    ...pinocchio.map((s) => ({ label: `Capitolo ${s.sectionNumber}`, html: paragraphsAsHtml(s.content) })),
  ];

  test.each([
    ['libro.docx', docx(blocks)],
    ['libro.odt', odt(blocks)],
    ['libro.epub', epub(book)],
    ['libro.md', bytesOf(text)],
    ['libro.txt', bytesOf(text.replaceAll('# ', '').replaceAll('\n', '\r\n'))],
    // As saved by Word: no blank lines.
    ['word.txt', bytesOf(text.replaceAll('# ', '').replaceAll(/\n+/g, '\r\n'))],
  ])('comes out of %s as 36 sections, word by word', async (name, bytes) => {
    expect(await sectionsOf(name, bytes)).toEqual(expected);
  });
});

const prose: Block[] = [
  'Titolo del libro',
  'Dedica a nessuno.',
  { heading: 'Indice', level: 1 },
  'Capitolo 1, pagina 3',
  { heading: 'Capitolo 1', level: 1 },
  '«Perché», disse *piano* la “volpe”…^Una nota.^',
  '***',
  'Cami\u00adnava\u00a0—\u00a0sola.',
  { heading: 'Capitolo 2', level: 1 },
  'Fine.',
];

test.each([
  ['a.docx', docx(prose)],
  ['a.odt', odt(prose)],
])(
  '%s: quotes stay; italics, soft hyphens, notes and front matter go; scenes are parted in one way',
  async (name, bytes) => {
    expect(await sectionsOf(name, bytes)).toEqual([
      {
        sectionNumber: 1,
        title: 'Capitolo 1',
        content: '«Perché», disse piano la “volpe”…\n\n* * *\n\nCaminava — sola.',
      },
      { sectionNumber: 2, title: 'Capitolo 2', content: 'Fine.' },
    ]);
    const { footnotes } = await readManuscript(name, bytes);
    expect(footnotes.map(({ text }) => text)).toEqual(['Una nota.']);
  },
);

test.each([
  ['a.docx', docx],
  ['a.odt', odt],
])('%s without headings is divided where new pages begin', async (name, make) => {
  const bytes = make(['Uno.', newPage, 'Notte', 'Due.', newPage, 'Giorno', 'Tre.']);
  const { text } = await readManuscript(name, bytes);
  expect(splitSections(text).pieces.map(({ title, content }) => [title, content])).toEqual([
    ['Testo prima del primo titolo', 'Uno.'],
    ['Notte', 'Due.'],
    ['Giorno', 'Tre.'],
  ]);
});

const p = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`;

describe('a document as Word leaves it after a year of work', () => {
  const field = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const contents = p(
    `${field('begin')}<w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h </w:instrText></w:r>${field('separate')}${r('Capitolo 1')}<w:r><w:tab/></w:r>${r('7')}${field('end')}`,
    styled('Sommario1'),
  );

  test.each<[string, string, string]>([
    [
      'direct formatting cuts a word into runs',
      p(r('Cam', '<w:b/>') + r('mi', '<w:i/><w:color w:val="FF0000"/>') + r('nava.', '<w:sz w:val="28"/>')),
      'Camminava.',
    ],
    [
      'tracked changes are as if they were accepted',
      p(
        `${r('La ')}<w:ins w:id="1" w:author="E">${r('nuova ')}</w:ins><w:del w:id="2" w:author="E"><w:r><w:delText>vecchia </w:delText></w:r></w:del>${r('casa.')}`,
      ),
      'La nuova casa.',
    ],
    [
      'comments are no text',
      p(
        `<w:commentRangeStart w:id="0"/>${r('Nevicava.')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
      ),
      'Nevicava.',
    ],
    ['a tab parts words', p('<w:r><w:t>Uno</w:t><w:tab/><w:t>due</w:t></w:r>'), 'Uno due'],
    [
      'soft hyphens go, and hyphens that hold a word together stay',
      p('<w:r><w:t>cam</w:t><w:softHyphen/><w:t>min</w:t><w:noBreakHyphen/><w:t>va</w:t></w:r>'),
      'cammin\u2011va',
    ],
    ['smart quotes stay', p(r('«Già», disse “lui”, l’‘altro’…')), '«Già», disse “lui”, l’‘altro’…'],
    [
      'a line break is a line break',
      p('<w:r><w:t>Verso</w:t><w:br/><w:t>a capo</w:t></w:r>'),
      'Verso\na capo',
    ],
    [
      'a field shows what it says, not how it is made',
      p(
        `${r('Pagina ')}${field('begin')}<w:r><w:instrText> PAGE </w:instrText></w:r>${field('separate')}${r('12')}${field('end')}${r('.')}`,
      ),
      'Pagina 12.',
    ],
    [
      'a table inside a table gives its cells one by one',
      `<w:tbl><w:tr><w:tc>${p(r('Fuori.'))}<w:tbl><w:tr><w:tc>${p(r('Dentro.'))}</w:tc></w:tr></w:tbl>${p(r('Dopo.'))}</w:tc></w:tr></w:tbl>`,
      'Fuori.\n\nDentro.\n\nDopo.',
    ],
  ])('%s', async (_, body, content) => {
    const bytes = wordDocument(contents + p(r('Capitolo 1'), styled('Titolo1')) + body);
    expect(await sectionsOf('libro.docx', bytes)).toEqual([
      { sectionNumber: 1, title: 'Capitolo 1', content },
    ]);
  });

  test('«new page before», of a paragraph or of its style, begins a chapter', async () => {
    const bytes = wordDocument(
      [
        p(r('Prima di tutto.')),
        p(r('Notte'), '<w:pageBreakBefore/>'),
        p(r('Uno.'), '<w:pageBreakBefore w:val="0"/>'),
        p(r('Giorno'), styled('InizioCapitolo')),
        p(r('Due.'), '<w:pPrChange w:id="1"><w:pPr><w:pageBreakBefore/></w:pPr></w:pPrChange>'),
        p(r('Tre.'), `${styled('InizioCapitolo')}<w:pageBreakBefore w:val="false"/>`),
      ].join(''),
    );
    const { text } = await readManuscript('libro.docx', bytes);
    expect(splitSections(text).pieces.map(({ title, content }) => [title, content])).toEqual([
      ['Testo prima del primo titolo', 'Prima di tutto.'],
      ['Notte', 'Uno.'],
      ['Giorno', 'Due.\n\nTre.'],
    ]);
  });
});

test('an e-book: headings, notes and line ends of its pages; what is named as front matter stays out', async () => {
  const bytes = epub([
    { type: 'cover', html: '<img src="c.jpg" alt="x"/>' },
    { type: 'copyright-page', html: '<h2>Note legali</h2><p>Tutti i diritti.</p>' },
    {
      label: 'Prologo',
      html: '<section><h2>Prologo</h2><div><p>Era <em>notte</em>.<a epub:type="noteref" href="#n1">1</a></p><hr/><p>Verso<br/>a capo</p></div></section><aside epub:type="footnote" id="n1"><p>La nota.</p></aside>',
    },
    { label: 'I', html: '<h2>I<br/>Il bosco</h2><p>Nel&nbsp;bosco&#8230;</p>' },
  ]);
  expect(await sectionsOf('libro.epub', bytes)).toEqual([
    { sectionNumber: 1, title: 'Prologo', content: 'Era notte.\n\n* * *\n\nVerso\na capo' },
    { sectionNumber: 2, title: 'I. Il bosco', content: 'Nel bosco…' },
  ]);
});

test('Markdown is read for what it says', async () => {
  const text =
    '---\ntitle: X\n---\n\n# Uno\n\nDisse *piano*, **forte** e [qui](https://x.it).[^1]\n\n---\n\n> Citato.\n\n# Due\n\nb\n\n[^1]: La nota.\n';
  expect(await sectionsOf('a.md', bytesOf(text))).toMatchObject([
    { title: 'Uno', content: 'Disse piano, forte e qui.\n\n* * *\n\nCitato.' },
    { title: 'Due', content: 'b' },
  ]);
});

test.each([
  ['UTF-16 with its mark', Buffer.from('\ufeffCapitolo 1\n\nPerché “no”?', 'utf16le')],
  ['Windows-1252', Buffer.from('Capitolo 1\n\nPerch\xe9 \x93no\x94?', 'latin1')],
])('text in %s', async (_, bytes) => {
  expect(await sectionsOf('a.txt', new Uint8Array(bytes))).toMatchObject([{ content: 'Perché “no”?' }]);
});

describe('a file that cannot be read is refused in words', () => {
  const rights = (algorithm: string) =>
    `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`;
  const page = [{ label: 'Uno', html: '<p>a</p>' }];
  const locked = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]);

  it.each([
    ['libro.docx', locked, 'è protetto da una password'],
    ['libro.odt', odt(['a'], { isLocked: true }), 'è protetto da una password'],
    ['libro.epub', epub(page, rights('http://www.w3.org/2001/04/xmlenc#aes128-cbc')), 'è protetto (DRM)'],
    ['libro.docx', new Uint8Array(), 'è vuoto'],
    ['libro.txt', bytesOf(' \n'), 'non contiene testo'],
    ['libro.docx', docx([]), 'non contiene testo'],
    ['libro.docx', bytesOf('non un documento'), 'è rovinato'],
    ['libro.docx', odt(['a']), 'non è un documento di Word'],
    ['libro.epub', docx(['a']), 'non è un e-book'],
    ['libro.odt', docx(['a']), 'non è un documento di testo .odt'],
    ['libro.docx', docx(['Prosa lunga. '.repeat(200)]).slice(0, 400), 'è rovinato'],
    ['libro.doc', locked, 'salvalo come .docx'],
    ['libro.pdf', bytesOf('%PDF'), 'è un PDF'],
    ['foto.jpg', bytesOf('x'), 'servono file .docx, .odt, .epub, .md o .txt'],
    ['libro.txt', Uint8Array.from([80, 75, 0, 3, 0]), 'non è un testo'],
    ['libro.txt', new Uint8Array(20 * 1024 * 1024 + 1).fill(97), 'supera i 20 MB'],
  ])('%s, %#', async (name, bytes, words) => {
    await expect(readManuscript(name, bytes)).rejects.toThrow(`«${name}» ${words}`.slice(0, 10));
    await expect(readManuscript(name, bytes)).rejects.toThrow(words);
  });

  it('but fonts may be scrambled', async () => {
    const bytes = epub(page, rights('http://www.idpf.org/2008/embedding'));
    expect(await sectionsOf('libro.epub', bytes)).toMatchObject([{ title: 'Uno', content: 'a' }]);
  });
});
