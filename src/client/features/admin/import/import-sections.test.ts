import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import pinocchio from '#tests/fixtures/pinocchio.json' with { type: 'json' };
import { romanToNumber } from './headings.ts';
import {
  initialChoices,
  leadTitle,
  planImport,
  splitSections,
  suggestStart,
  toCreateSection,
  type Piece,
} from './import-sections.ts';

const outline = (text: string) => splitSections(text).pieces.map(({ title, content }) => [title, content]);

describe('the whole of Pinocchio', () => {
  const expected = pinocchio.map(({ sectionNumber, content }) => ({
    sectionNumber,
    title: `Capitolo ${sectionNumber}`,
    content,
  }));

  const sections = (text: string) => {
    const { pieces } = splitSections(text);
    return planImport(pieces, initialChoices(pieces), 1, new Map()).map(toCreateSection);
  };

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
    expect(initialChoices(pieces).map(({ included }) => included)).toEqual([false, true, true]);
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
        const letters = (value: string) => Array.from(value.replace(/[\s#]/g, '')).sort().join('');
        expect(letters(kept.join(''))).toBe(letters(text));
      }),
    );
  });
});

describe('planImport', () => {
  const { pieces } = splitSections('Dedica\n\n# Uno\n\na\n\n# Due\n\n# Tre\n\nc');
  const all = pieces.map(({ title }) => ({ included: true, title }));

  it('numbers what is included, without gaps', () => {
    const plan = planImport(pieces, initialChoices(pieces), 7, new Map());
    expect(plan.map(({ sectionNumber }) => sectionNumber)).toEqual([undefined, 7, undefined, 8]);
    expect(plan.map(toCreateSection)[3]).toEqual({ sectionNumber: 8, title: 'Tre', content: 'c' });
  });

  it('says before anything is saved which passage «non c’ero» a heading cuts in two', () => {
    const text = "# Uno\n\nEro lì.\n\n[[non c'ero]]\nLui no.\n\n# Due\n\nNemmeno qui.\n[[/]]\n\nPoi sì.";
    const { pieces } = splitSections(text);
    const plan = planImport(pieces, initialChoices(pieces), 1, new Map());
    expect(plan.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('non finisce'),
      expect.stringContaining('nessun passo «non c’ero» è aperto'),
    ]);
    expect(pieces.map(({ words }) => words)).toEqual([4, 4]);
  });

  it('says what stands in the way', () => {
    const plan = planImport(pieces, all, 1, new Map([[2, 'Il Mercato']]));
    expect(plan.map(({ problem }) => problem)).toEqual([
      undefined,
      'Numero già occupato da «Il Mercato».',
      'Sotto questo titolo non c’è testo.',
      undefined,
    ]);
    const long: Piece = {
      index: 0,
      title: 'x'.repeat(201),
      content: 'a',
      words: 1,
      kind: 'section',
      number: undefined,
    };
    expect(planImport([long], [{ included: true, title: long.title }], 1, new Map())[0]?.problem).toContain(
      '200',
    );
    expect(planImport([long], [{ included: true, title: ' ' }], 1, new Map())[0]?.problem).toBe(
      'Manca il titolo.',
    );
  });
});

describe('suggestStart', () => {
  const { pieces } = splitSections('# Capitolo 13\n\na\n\n# Capitolo 14\n\nb');
  it.each([
    [[], 13],
    [[12], 13],
    [[14], 15],
    [[40], 13],
  ])('with %j taken it is %i', (taken, expected) => {
    expect(suggestStart(pieces, new Map(taken.map((number) => [number, 'x'])))).toBe(expected);
  });

  it('is after the last one when the headings tell no number', () => {
    expect(suggestStart(splitSections('# A\n\na').pieces, new Map([[5, 'x']]))).toBe(6);
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
