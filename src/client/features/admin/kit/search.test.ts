import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, sortRows } from './search.ts';
import { pictureTypes, refuseImage } from '../uploads/send-file.ts';

describe('fold', () => {
  it('takes away accents, capitals and kinds of apostrophe', () => {
    expect(fold('PERCHÉ L’Età')).toBe("perche l'eta");
  });
});

describe('sortRows', () => {
  const title = (row: { title: string }) => row.title;

  it('orders titles as Italian and numbers inside them as numbers', () => {
    const rows = ['Capitolo 10', 'èra', 'Capitolo 9', 'erba', 'Zeta'].map((text) => ({ title: text }));
    expect(sortRows(rows, title, false).map(title)).toEqual([
      'Capitolo 9',
      'Capitolo 10',
      'èra',
      'erba',
      'Zeta',
    ]);
  });

  it('keeps equal rows in their order, both ways', () => {
    const row = fc.record({ value: fc.integer({ min: 0, max: 3 }), place: fc.nat() });
    fc.assert(
      fc.property(fc.array(row), fc.boolean(), (made, descending) => {
        const rows = made.map(({ value }, place) => ({ value, place }));
        const sorted = sortRows(rows, ({ value }) => value, descending);
        expect(sorted).toHaveLength(rows.length);
        sorted.slice(1).forEach((after, i) => {
          const before = sorted[i];
          const difference = (before?.value ?? 0) - after.value;
          expect(descending ? -difference : difference).toBeLessThanOrEqual(0);
          if (difference === 0) expect(before?.place).toBeLessThan(after.place);
        });
      }),
    );
  });
});

it.each([
  [{ type: 'image/webp', size: 1_000 }, undefined],
  [{ type: 'text/plain', size: 10 }, 'Il file scelto non è un’immagine.'],
  [{ type: 'image/png', size: 26 * 1024 * 1024 }, 'L’immagine supera i 25 MB.'],
  [{ type: 'image/heic', size: 10 }, expect.stringMatching(/HEIC.*JPEG.*iPhone/)],
  [{ type: '', size: 10, name: 'IMG_2041.HEIC' }, expect.stringContaining('HEIC')],
  [{ type: 'image/svg+xml', size: 10 }, expect.stringContaining('SVG')],
])('refuseImage(%j)', (file, reason) => expect(refuseImage(file)).toEqual(reason));

it('offers HEIC photographs to be chosen, but where the browser makes JPEGs of them itself', () => {
  expect(pictureTypes('Google Inc.')).toMatch(/^image\/jpeg,.*,\.heic/);
  expect(pictureTypes('Apple Computer, Inc.')).not.toContain('heic');
});
