import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import pinocchio from '#tests/fixtures/pinocchio.json' with { type: 'json' };
import { romanToNumber } from './headings.ts';
import { draftsOf, planImport, toImport } from './draft.ts';
import { leadTitle, splitSections } from './import-sections.ts';

const outline = (text: string) => splitSections(text).pieces.map(({ title, content }) => [title, content]);

describe('the whole of Pinocchio', () => {
  const expected = pinocchio.map(({ sectionNumber, content }) => ({
    sectionNumber,
    title: `Capitolo ${sectionNumber}`,
    content,
  }));

  const sections = (text: string) =>
    toImport(planImport(draftsOf(splitSections(text).pieces), '', [], []), new Set()).sections;

  it('comes back from Markdown as 36 sections with identical content', () => {
    const text = pinocchio.map((s) => `# Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');
    expect(sections(text)).toEqual(expected);
  });

  it('comes back from plain text with Windows line ends and a byte order mark', () => {
    const text = pinocchio.map((s) => `Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n\n');
    expect(sections(`\ufeff${text.replaceAll('\n', '\r\n')}\r\n`)).toEqual(expected);
  });

  it('keeps the title page apart', () => {
    const text = pinocchio.map((s) => `## Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n');
    const { pieces, bareHeadings } = splitSections(`# Le avventure di Pinocchio\n\n${text}`);
    expect(pieces).toHaveLength(36);
    expect(bareHeadings).toEqual(['Le avventure di Pinocchio']);
  });
});

describe('where the text is cut', () => {
  it.each([
    [
      '# Uno\n\na\n\n# Due\n\nb',
      [
        ['Uno', 'a'],
        ['Due', 'b'],
      ],
    ],
    [
      'Capitolo 3\n\na\n\nCapitolo 4: Il bosco\nb',
      [
        ['Capitolo 3', 'a'],
        ['Capitolo 4: Il bosco', 'b'],
      ],
    ],
    [
      'CAPITOLO III\n\na\n\nCAPITOLO IV — IL MARE\n\nb',
      [
        ['CAPITOLO III', 'a'],
        ['CAPITOLO IV — IL MARE', 'b'],
      ],
    ],
    [
      'Capitolo primo\n\na\n\nEpilogo\n\nb',
      [
        ['Capitolo primo', 'a'],
        ['Epilogo', 'b'],
      ],
    ],
    [
      'III.\n\na\n\nIV.\n\nb',
      [
        ['III.', 'a'],
        ['IV.', 'b'],
      ],
    ],
    [
      'I. Il bosco\n\na\n\nII. Il mare\n\nb',
      [
        ['I. Il bosco', 'a'],
        ['II. Il mare', 'b'],
      ],
    ],
    [
      'Uno\n===\n\na\n\nDue\n===\nb',
      [
        ['Uno', 'a'],
        ['Due', 'b'],
      ],
    ],
    [
      '# **Uno** #\na\n# [Due](https://x.it)\nb',
      [
        ['Uno', 'a'],
        ['Due', 'b'],
      ],
    ],
    ['# Solo\n\ntesto', [['Solo', 'testo']]],
    [
      '1\n\na\n\n2\n\nb\n\n1943\n\nc',
      [
        ['1', 'a'],
        ['2', 'b\n\n1943\n\nc'],
      ],
    ],
    [
      'Capitolo ventuno\n\na\n\nCAPITOLO VENTIDUESIMO\n\nb',
      [
        ['Capitolo ventuno', 'a'],
        ['CAPITOLO VENTIDUESIMO', 'b'],
      ],
    ],
    [
      '# Capitolo 1\n\n# Il bosco\n\na\n\n# Capitolo 2\n\n# Il mare\n\nb',
      [
        ['Capitolo 1. Il bosco', 'a'],
        ['Capitolo 2. Il mare', 'b'],
      ],
    ],
    [
      'Notte\n\na.\n\n\f\n\nGiorno\n\nb.\n\n\f\n\nC’era una volta un re che non voleva.\n\nc.',
      [
        [leadTitle, 'Notte\n\na.'],
        ['Giorno', 'b.'],
        ['C’era una volta un re che', 'C’era una volta un re che non voleva.\n\nc.'],
      ],
    ],
    [
      'PARTE PRIMA\n\nCapitolo 1\n\na\n\nPARTE SECONDA\n\nCapitolo 2\n\nb\n\nRingraziamenti\n\nA tutti.',
      [
        ['Capitolo 1', 'a'],
        ['Capitolo 2', 'b'],
        ['Ringraziamenti', 'A tutti.'],
      ],
    ],
  ])('%j', (text, expected) => expect(outline(text)).toEqual(expected));

  it('goes past the titles of parts to the chapters', () => {
    const text = '# Parte prima\n\n## Uno\n\na\n\n## Due\n\nb\n\n# Parte seconda\n\nMotto.\n\n## Tre\n\nc';
    const { rank, pieces, bareHeadings } = splitSections(text);
    expect(rank).toBe(2);
    expect(pieces.map(({ title, kind }) => [title, kind])).toEqual([
      ['Uno', 'section'],
      ['Due', 'section'],
      ['Parte seconda', 'part'],
      ['Tre', 'section'],
    ]);
    expect(bareHeadings).toEqual(['Parte prima']);
  });

  it('prefers chapters to the scenes inside them', () => {
    const scenes = (name: string) => `## ${name}\n\n### i\n\na\n\n### ii\n\nb\n\n### iii\n\nc\n\n`;
    expect(splitSections(`# Libro\n\n${scenes('Capitolo 1')}${scenes('Capitolo 2')}`).rank).toBe(2);
  });

  it('can be told another level', () => {
    const text = '# A\n\na\n\n## B\n\nb\n\n# C\n\nc';
    expect(splitSections(text).pieces.map(({ content }) => content)).toEqual(['a\n\n## B\n\nb', 'c']);
    expect(splitSections(text, 2).pieces.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
    expect(splitSections(text).choices).toEqual([
      { rank: 1, count: 2 },
      { rank: 2, count: 1 },
    ]);
  });

  it.each([
    'Capitolo 3 era il suo preferito, e lo rileggeva.',
    'Il\nCapitolo 3\nnon è un titolo, e nemmeno questo.',
    'Parlò con\n\nC.\n\ne con\n\nM.\n\nfino a sera.\n\n# Uno\n\na\n\n# Due\n\nb',
    '```\n# commento\n# altro\n```',
    'Uno.\n\n* * *\n\n#senza spazio\n\nDue.',
  ])('does not take prose for a heading: %j', (text) => {
    const titles = splitSections(text).pieces.map(({ title }) => title);
    expect(titles.filter((title) => title !== 'Uno' && title !== 'Due')).toEqual([leadTitle]);
  });

  it('cuts at lines in capitals where there is no other title', () => {
    const text = 'LA NEVE\n\na b c\n\n«BASTA!»\n\nd\n\nSOS\n\nIL CANE, L’ALTRO\n\ne';
    expect(outline(text)).toEqual([
      ['LA NEVE', 'a b c\n\n«BASTA!»\n\nd'],
      ['SOS', ''],
      ['IL CANE, L’ALTRO', 'e'],
    ]);
    expect(outline('PROLOGO\n\na\n\nLA NEVE\n\nb\n\nEPILOGO\n\nc').map(([title]) => title)).toEqual([
      'PROLOGO',
      'LA NEVE',
      'EPILOGO',
    ]);
  });

  it('leaves signs and shouts where they stand', () => {
    const signs = `${'Camminava nella neve. '.repeat(20)}\n\nSTAZIONE\n\nc\n\nUSCITA\n\nd`;
    expect(outline(signs)).toEqual([[leadTitle, signs]]);
    expect(splitSections('Capitolo 1\n\na\n\nSTAZIONE\n\nb\n\nCapitolo 2\n\nc\n\nUSCITA\n\nd').rank).toBe(
      'chapter',
    );
  });

  it('restarts Roman numerals with each part, and is not led astray by initials', () => {
    const text = 'I.\n\na\n\nII.\n\nDisse a\n\nC.\n\nche\n\nI.\n\nc';
    expect(outline(text)).toEqual([
      ['I.', 'a'],
      ['II.', 'Disse a\n\nC.\n\nche'],
      ['I.', 'c'],
    ]);
  });
});

describe('what stands before the first heading', () => {
  it('is a piece of its own, flagged and left out, when it has words', () => {
    const { pieces } = splitSections('---\ntitle: X\n# note: y\n---\n\nDedica.\n\n# Uno\n\na\n\n# Due\n\nb');
    expect(pieces[0]).toMatchObject({ kind: 'lead', title: leadTitle });
    expect(pieces[0]?.content).toContain('Dedica.');
    expect(draftsOf(pieces).map(({ included }) => included)).toEqual([false, true, true]);
  });

  it('is nothing when it is blank', () => {
    expect(splitSections('\n \n\n# Uno\n\na').pieces).toHaveLength(1);
    expect(splitSections('').pieces).toEqual([]);
  });
});

describe('splitting', () => {
  const line = fc
    .stringMatching(/^[a-zà-ù]{1,9}( [a-zà-ù,;]{1,9}){0,8}$/)
    .filter(
      (text) => !/^(prologo|epilogo|introduzione|prefazione|premessa|antefatto|postfazione)/.test(text),
    );
  const content = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n\n'));
  const title = fc
    .stringMatching(/^[A-ZÈ][a-zà-ù]{0,9}( [a-zà-ù]{1,9}){0,3}$/)
    .filter((text) => !/^(parte|libro|volume|tomo)\b/i.test(text));
  const book = fc.array(fc.record({ title, content }), { minLength: 1, maxLength: 20 });

  it('gives back what was joined', () => {
    fc.assert(
      fc.property(
        book,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('\n', '\r\n'),
        (sections, level, end) => {
          const text = sections.map((s) => `${'#'.repeat(level)} ${s.title}\n\n${s.content}\n\n`).join('');
          const pieces = outline(text.replaceAll('\n', end));
          expect(pieces).toEqual(sections.map((s) => [s.title, s.content]));
        },
      ),
    );
  });

  it('loses no word of any text', () => {
    const piece = fc.oneof(
      line,
      title.map((text) => `# ${text}`),
      title.map((text) => `## ${text}`),
      fc.constantFrom('III.', 'Capitolo 3', ''),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n\n');
        const { pieces, bareHeadings } = splitSections(text);
        const kept = [
          ...pieces.flatMap((p) => [p.kind === 'lead' ? '' : p.title, p.content]),
          ...bareHeadings,
        ];
        // A numeral and the title below are joined by a full stop.
        const letters = (value: string) =>
          Array.from(value.replace(/[\s#.:]/g, ''))
            .sort()
            .join('');
        expect(letters(kept.join(''))).toBe(letters(text));
      }),
    );
  });
});

it.each([
  ['I', 1],
  ['IV', 4],
  ['XXXVI', 36],
  ['MCMXCIX', 1999],
  ['IIII', undefined],
  ['', undefined],
])('romanToNumber(%j) is %j', (text, value) => expect(romanToNumber(text)).toBe(value));
