import { describe, expect, test } from 'vitest';
import { figureElement, readCatalogue, text } from './figures.ts';
import { readFrontMatter } from './front-matter.ts';

const entry = {
  id: 'p-1',
  kind: 'photo',
  alt: 'Una fotografia di prova.',
  width: 1400,
  height: 900,
} as const;

describe('the catalogue of figures', () => {
  test('is read by id', () => {
    expect(readCatalogue(JSON.stringify([entry])).get('p-1')).toEqual(entry);
  });
  test.each([
    ['a description too short to describe', { alt: 'Foto' }],
    ['an id that no address can hold', { id: 'Foto 1' }],
    ['a size that is none', { width: 0 }],
    ['a kind that is not drawn', { kind: 'video' }],
    ['a field that nobody reads', { titel: 'Prova' }],
  ])('is refused for %s', (_fault, change) => {
    expect(() => readCatalogue(JSON.stringify([{ ...entry, ...change }]))).toThrow();
  });
});

describe('a photograph', () => {
  const image = (first: boolean) => {
    const figure = figureElement({ entry, caption: [text('Prova.')], label: 'Fig. 1', first });
    return JSON.stringify(figure);
  };
  test('at the head of a page is asked for first, any other when it comes near', () => {
    expect(image(true)).toContain('"fetchPriority":"high"');
    expect(image(true)).not.toContain('lazy');
    expect(image(false)).toContain('"loading":"lazy"');
  });
  test('keeps its place before it is there, and offers a smaller file', () => {
    expect(image(false)).toContain('--ratio:1400/900');
    expect(image(false)).toContain('asset:photos/p-1-700.webp 700w, asset:photos/p-1.webp 1400w');
  });
});

describe('a plate', () => {
  const plate = { ...entry, id: 'p-2', kind: 'plate' } as const;
  const markup = (narrow?: { width: number; height: number }) =>
    JSON.stringify(
      figureElement({ entry: { ...plate, narrow }, caption: [], label: 'Tav. 1', first: false }),
    );
  test('names its composition for telephones beside the whole drawing, with the room each takes', () => {
    expect(markup({ width: 400, height: 1267 })).toContain('--ratio:1400/900;--narrow-ratio:400/1267');
    expect(markup({ width: 400, height: 1267 })).toContain(
      '"dataNarrowPlate":"asset:figures/p-2.narrow.svg"',
    );
    expect(markup()).not.toContain('arrow');
  });
});

describe('the front matter', () => {
  const least = [
    'order: 1',
    'title: Prova',
    'subtitle: Di prova',
    'description: Una prova.',
    'footer: Fine',
    'figures:',
    '  numbering: Fig.',
    'leaves: { first: 1, verso: A, recto: B, lines: 40, opening: 10, chars: 60, figure: 20 }',
  ];
  const read = (lines: string[]) => readFrontMatter(`---\n${lines.join('\n')}\n---\nTesto.`, 'prova');

  test('has defaults for what most articles do without', () => {
    const { meta, text: body } = read(least);
    expect(body).toBe('Testo.');
    expect(meta).toMatchObject({
      slug: 'prova',
      backLabel: 'Torna alla Home',
      keywords: [],
      figures: { numbering: 'Fig.', place: 'text' },
    });
  });
  test.each(least.filter((line) => /^(order|title|footer|description)/.test(line)))(
    'is refused without «%s»',
    (line) => expect(() => read(least.filter((other) => other !== line))).toThrow(),
  );
  test.each([
    ['a description that no search engine shows whole', `description: ${'x'.repeat(201)}`],
    ['an order that is none', 'order: 0'],
  ])('is refused for %s', (_fault, line) => {
    const name = line.split(':')[0] ?? '';
    expect(() => read(least.map((other) => (other.startsWith(name) ? line : other)))).toThrow();
  });
  test('must be there', () => {
    expect(() => readFrontMatter('Testo.', 'prova')).toThrow('prova: the article has no front matter');
  });
});
