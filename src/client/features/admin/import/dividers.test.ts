import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docx, newPage } from '#tests/support/manuscripts.ts';
import { draftsOf, joinToPrevious } from './draft.ts';
import { leadTitle, splitSections } from './import-sections.ts';
import { readManuscript } from './read/read-manuscript.ts';

const outline = (text: string, rank?: 'scene' | 'gap') =>
  splitSections(text, rank).pieces.map(({ title, content, kind }) => [title, content, kind]);

describe('a text that only signs divide', () => {
  it.each(['* * *', '***', '#', '—', '§', '§ § §', '~', '———', '⁂'])(
    'is divided at «%s» when the author says so, and not before',
    (sign) => {
      const text = `La neve cadeva piano.\n\n${sign}\n\nNotte\n\nIl treno dormiva.\n\n${sign}\n\n«Chi è?» disse.`;
      expect(splitSections(text)).toMatchObject({
        rank: undefined,
        choices: [
          { rank: 'whole', count: 1 },
          { rank: 'scene', count: 3 },
        ],
      });
      expect(outline(text)).toEqual([[leadTitle, text, 'lead']]);
      expect(outline(text, 'scene')).toEqual([
        ['La neve cadeva piano.', 'La neve cadeva piano.', 'section'],
        ['Notte', 'Il treno dormiva.', 'section'],
        ['«Chi è?» disse.', '«Chi è?» disse.', 'section'],
      ]);
    },
  );

  it('gives back a piece that is joined as it was, and a guessed title as a line', () => {
    const pieces = draftsOf(splitSections('a b.\n\n***\n\nc d.\n\n***\n\nNotte\n\ne f.', 'scene').pieces);
    expect(joinToPrevious(pieces, 1)[0]?.content).toBe('a b.\n\nc d.');
    expect(joinToPrevious(pieces, 2)[1]?.content).toBe('c d.\n\nNotte\n\ne f.');
  });

  it('can be left whole again', () => {
    const text = 'a b.\n\n***\n\nc d.';
    expect(splitSections(text, 'whole').pieces).toEqual(splitSections(text).pieces);
    expect(splitSections(text, 'whole').rank).toBeUndefined();
  });

  it('is not offered where chapters are told, nor by a dash in a line', () => {
    const chapters = 'Capitolo 1\n\na.\n\n***\n\nb.\n\nCapitolo 2\n\nc.\n\n***\n\nd.';
    expect(splitSections(chapters).choices).toEqual([{ rank: 'chapter', count: 2 }]);
    expect(splitSections('a — b.\n\n— Vieni.\n\n# 3\nc\n—\nd').choices.map(({ rank }) => rank)).not.toContain(
      'scene',
    );
  });

  it('may be divided by blank lines', () => {
    const text = 'a b.\n\nc d.\n\n\n\n\ne f.\n\n\n\n\n\n\ng h.';
    expect(splitSections(text).choices).toEqual([
      { rank: 'whole', count: 1 },
      { rank: 'gap', count: 3 },
    ]);
    expect(outline(text, 'gap').map(([, content]) => content)).toEqual(['a b.\n\nc d.', 'e f.', 'g h.']);
  });

  it('counts blank lines on both sides of a page break once', () => {
    const text = 'a b.\n\n\n\n\n\n\n\f\n\n\n\n\n\n\nc d.';
    expect(outline(text, 'gap').map(([, content]) => content)).toEqual(['a b.', 'c d.']);
  });

  it('of a document too, at signs and beside its blank pages', async () => {
    const bytes = docx(['Uno qui.', '***', 'Due qui.', newPage, newPage, 'Tre qui.', '#', 'Quattro qui.']);
    const { text } = await readManuscript('a.docx', bytes);
    const { choices, rank } = splitSections(text);
    expect([rank, choices.map((choice) => [choice.rank, choice.count])]).toEqual([
      undefined,
      [
        ['whole', 1],
        ['scene', 3],
      ],
    ]);
  });

  it('loses no word', () => {
    const block = fc.oneof(
      fc.stringMatching(/^[a-zà-ù]{1,9}( [a-zà-ù]{1,9}){0,8}\.$/),
      fc.constantFrom('***', '§', '—', '#', '\f', '', '\n\n\n', 'Notte'),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), fc.constantFrom('scene', 'gap'), (blocks, rank) => {
        const text = blocks.map((one, i) => one.replace('Notte', `Notte ${i} fonda`)).join('\n\n');
        const { choices, pieces } = splitSections(text, rank);
        fc.pre(choices.some((choice) => choice.rank === rank));
        const wordsOf = (some: string) => some.match(/\p{L}+/gu) ?? [];
        const kept = pieces.flatMap(({ title, content, kind }) =>
          wordsOf(kind === 'lead' || content.startsWith(title) ? content : `${title} ${content}`),
        );
        expect(kept).toEqual(wordsOf(text));
      }),
    );
  });
});
