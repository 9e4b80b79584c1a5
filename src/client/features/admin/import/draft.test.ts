import { describe, expect, it, test } from 'vitest';
import pinocchio from '#tests/fixtures/pinocchio.json' with { type: 'json' };
import { compareTexts, countChanges } from './compare.ts';
import { divideDraft, draftsOf, joinToPrevious, planImport, toImport, type StoredSection } from './draft.ts';
import { splitSections } from './import-sections.ts';

const cut = (text: string) => draftsOf(splitSections(text).pieces);
const at = '2026-11-22T10:00:00.000Z';
const storedAs = (sectionNumber: number, title: string, content: string): StoredSection => ({
  id: `s${sectionNumber}`,
  sectionNumber,
  title,
  content,
  updatedAt: at,
});

function plan(text: string, stored: StoredSection[] = [], start = '', forced: Record<number, string> = {}) {
  const drafts = cut(text);
  const pieces = drafts.filter(({ included }) => included);
  const sections = stored.map((section) => ({ ...section, number: section.sectionNumber }));
  return planImport(drafts, start, stored, compareTexts({ pieces, sections, forced }));
}

const numbered = (text: string, stored?: StoredSection[], start?: string) =>
  plan(text, stored, start).rows.map(({ draft, sectionNumber }) => [draft.title, sectionNumber]);

describe('the numbers that the text tells', () => {
  it.each<[string, [string, number | undefined][]]>([
    [
      '# Titolo\n\nAutrice\n\n## Capitolo 1\n\na\n\n## Capitolo 2\n\nb',
      [
        ['Titolo', undefined],
        ['Capitolo 1', 1],
        ['Capitolo 2', 2],
      ],
    ],
    [
      'Capitolo 1\n\na\n\nCapitolo 2\n\nb\n\nCapitolo 4\n\nc\n\nEpilogo\n\nd',
      [
        ['Capitolo 1', 1],
        ['Capitolo 2', 2],
        ['Capitolo 4', 4],
        ['Epilogo', 5],
      ],
    ],
    [
      '# A\n\na\n\n# B\n\nb',
      [
        ['A', 1],
        ['B', 2],
      ],
    ],
  ])('are obeyed: %#', (text, expected) => expect(numbered(text)).toEqual(expected));

  it('cannot be where a prologue comes before 1, and that is said with the way out', () => {
    const { rows, shift } = plan('Prologo\n\na\n\nCapitolo 1\n\nb');
    expect(rows.map(({ sectionNumber }) => sectionNumber)).toEqual([1, 2]);
    expect(shift).toContain('«Capitolo 1» diventa la sezione 2');
    expect(shift).toContain('togli la spunta a «Prologo»');
  });

  it('cannot be where a second part begins at one again', () => {
    const { rows, shift } = plan('I.\n\na\n\nII.\n\nb\n\nI.\n\nc');
    expect(rows.map(({ sectionNumber }) => sectionNumber)).toEqual([1, 2, 3]);
    expect(shift).toContain('ricominciano');
  });

  it('give way to those that are typed', () => {
    const drafts = cut('Capitolo 1\n\na\n\nCapitolo 2\n\nb\n\nEpilogo\n\nc').map((draft, i) => ({
      ...draft,
      typed: ['', '7', 'x'][i] ?? '',
    }));
    const { rows } = planImport(drafts, '', [], []);
    expect(rows.map(({ sectionNumber }) => sectionNumber)).toEqual([1, 7, undefined]);
    expect(rows[2]?.problem).toBe('«x» non è un numero di sezione.');
  });

  it('that another book’s sections have are left to these', () => {
    const { rows, shift } = plan('Capitolo 1\n\na b c\n\nCapitolo 2\n\nd e f', [
      storedAs(1, 'Altro', 'x y z'),
    ]);
    expect(rows.map(({ sectionNumber, problem }) => [sectionNumber, problem])).toEqual([
      [2, undefined],
      [3, undefined],
    ]);
    expect(shift).toContain('si aggiungono in fondo');
    const insisted = plan('Capitolo 1\n\na b c', [storedAs(1, 'Altro', 'x y z')], '1');
    expect(insisted.rows[0]?.problem).toBe('Numero già occupato da «Altro».');
    const replacing = plan('Capitolo 1\n\na b c', [storedAs(1, 'Altro', 'x y z')], '1', { 0: 's1' });
    expect(replacing.rows[0]).toMatchObject({ outcome: 'update', problem: undefined });
  });
});

describe('the whole of Pinocchio again', () => {
  const stored = pinocchio.map(({ sectionNumber, content }) =>
    storedAs(sectionNumber, sectionNumber === 3 ? 'Il mio titolo' : `Capitolo ${sectionNumber}`, content),
  );
  const text = (chapters: { sectionNumber: number; content: string }[]) =>
    chapters.map((s) => `# Capitolo ${s.sectionNumber}\n\n${s.content}`).join('\n\n');

  test('as it was changes nothing, and a title given in the panel stays', () => {
    const again = plan(text(pinocchio), stored);
    expect(again.rows.every(({ outcome }) => outcome === 'same')).toBe(true);
    expect(toImport(again, new Set())).toEqual({ sections: [], remove: [] });
  });

  test.each(['Capitolo I', 'Capitolo primo', 'Mastro Ciliegia'])(
    'keeps a title «%s» also where the text has changed under «Capitolo 1»',
    (title) => {
      const [first] = pinocchio;
      const content = first?.content ?? '';
      const again = plan(`# Capitolo 1\n\n${content.replace('Geppetto', 'Beppe')} Fine.`, [
        storedAs(1, title, content),
      ]);
      expect(toImport(again, new Set()).sections).toMatchObject([{ id: 's1', title }]);
    },
  );

  test('with a chapter revised, one put in and one taken out renews what is there, in place', () => {
    const revised = pinocchio
      .filter(({ sectionNumber }) => sectionNumber !== 30)
      .map((s) => (s.sectionNumber === 2 ? { ...s, content: s.content.replace('Geppetto', 'Beppe') } : s));
    revised.splice(4, 0, {
      sectionNumber: 5,
      title: '',
      heading: '',
      content: 'Un capitolo nuovo, mai visto prima da nessuno.',
    });
    const renumbered = revised.map((s, i) => ({ ...s, sectionNumber: i + 1 }));
    const { rows, gone, shift } = plan(text(renumbered), stored);
    expect(shift).toBeUndefined();
    expect(rows[1]).toMatchObject({
      outcome: 'update',
      stored: { id: 's2' },
      changes: { added: 1, removed: 1 },
    });
    expect(rows[4]).toMatchObject({ outcome: 'create', sectionNumber: 5 });
    expect(rows[5]).toMatchObject({
      outcome: 'update',
      sectionNumber: 6,
      stored: { id: 's5' },
      problem: undefined,
    });
    expect(rows[35]).toMatchObject({ outcome: 'same', stored: { id: 's36' } });
    expect(gone.map(({ id }) => id)).toEqual(['s30']);
    const sent = toImport({ rows, gone, shift }, new Set(['s30', 'altro']));
    expect(sent.remove).toEqual(['s30']);
    expect(sent.sections[0]).toMatchObject({ id: 's2', updatedAt: at });
  });
});

describe('words that come and go', () => {
  it.each([
    ['uno due tre', 'uno due tre', 0, 0],
    ['uno due tre', 'uno quattro tre cinque', 2, 1],
    ['', 'a b', 2, 0],
  ])('from %j to %j', (before, after, added, removed) => {
    expect(countChanges(before, after)).toEqual({ added, removed, isOnlySigns: false });
  });

  it('are counted without going through every way in two long texts that have nothing in common', () => {
    const text = (word: string) => Array.from({ length: 12_000 }, (_, i) => `${word}${i}`).join(' ');
    expect(countChanges(text('a'), text('b'))).toEqual({
      added: 12_000,
      removed: 12_000,
      isOnlySigns: false,
    });
  });
});

describe('by hand', () => {
  const drafts = cut('# Uno\n\na\n\nIl mare\n\nb.\n\nc.\n\n# Due\n\nd');

  it('a piece is divided before a paragraph; a line that reads like a heading becomes the title', () => {
    const divided = divideDraft(drafts, 0, 1);
    expect(divided.map(({ title, content }) => [title, content])).toEqual([
      ['Uno', 'a'],
      ['Il mare', 'b.\n\nc.'],
      ['Due', 'd'],
    ]);
    expect(divideDraft(drafts, 0, 2)[1]).toMatchObject({
      title: 'Uno (seguito)',
      content: 'b.\n\nc.',
      words: 2,
    });
    expect(new Set(divided.map(({ index }) => index)).size).toBe(3);
  });

  it('and joined again', () => {
    const [, second] = divideDraft(drafts, 0, 2);
    const joined = joinToPrevious(divideDraft(drafts, 0, 2), second?.index ?? -1);
    expect(joined.map(({ title, content }) => [title, content])).toEqual([
      ['Uno', 'a\n\nIl mare\n\nb.\n\nc.'],
      ['Due', 'd'],
    ]);
    expect(joinToPrevious(divideDraft(drafts, 0, 1), 2)[0]?.content).toBe(drafts[0]?.content);
    expect(joinToPrevious(drafts, 0)).toEqual(drafts);
  });
});

test('a newer text keeps the passages «non c’ero» that were marked in the panel, and counts no mark as a word', () => {
  const stored = storedAs(
    1,
    'Uno',
    "Ero lì da solo.\n\n[[non c'ero]]\nBruno partì.\n[[/]]\n\nTornai a casa la sera.",
  );
  const text = '# Uno\n\nEro lì da solo.\n\nBruno partì.\n\nTornai a casa la sera.';
  expect(plan(`${text}\n\n# Due\n\nb`, [stored]).rows[0]).toMatchObject({ outcome: 'same' });
  const changed = plan(`${text} Dormii.\n\n# Due\n\nb`, [stored]);
  expect(changed.rows[0]).toMatchObject({
    outcome: 'update',
    keptPassages: 1,
    changes: { added: 1, removed: 0 },
  });
  expect(toImport(changed, new Set()).sections[0]?.content).toContain("[[non c'ero]]\nBruno partì.\n[[/]]");
});

test('what stands in the way of a row is said before anything is saved', () => {
  const problems = (text: string) => plan(text).rows.map(({ problem }) => problem);
  expect(
    problems("# Uno\n\nEro lì.\n\n[[non c'ero]]\nLui no.\n\n# Due\n\nNemmeno qui.\n[[/]]\n\nPoi sì."),
  ).toEqual([
    expect.stringContaining('non finisce'),
    expect.stringContaining('nessun passo «non c’ero» è aperto'),
  ]);
  expect(problems(`# ${'x'.repeat(201)}\n\na\n\n# Due\n\n${'parola '.repeat(30_000)}`)).toEqual([
    'Il titolo supera i 200 caratteri.',
    'Il testo supera i 200.000 caratteri: dividilo.',
  ]);
});
