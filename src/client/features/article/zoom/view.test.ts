import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitted, panBy, readableView, zoomAt } from './view.ts';

const size = { width: 800, height: 600 };

describe('the zoom view', () => {
  test('keeps the point under the cursor still', () => {
    const at = { x: 100, y: -50 };
    const view = zoomAt(fitted, 2, at, size);
    // Point p is shown at p · scale + shift; (100, −50) was under the cursor at scale 1.
    expect(100 * view.scale + view.x).toBe(100);
    expect(-50 * view.scale + view.y).toBe(-50);
  });

  test('never goes below the fitted size nor beyond eight times', () => {
    expect(zoomAt(fitted, 0.1, { x: 40, y: 40 }, size)).toEqual(fitted);
    expect(zoomAt(fitted, 100, { x: 0, y: 0 }, size).scale).toBe(8);
  });

  test('shows a plate whole where its lettering can be read, else from its corner at a pixel a unit', () => {
    expect(readableView(1000, { width: 900, height: 700 })).toEqual(fitted);
    expect(readableView(1000, { width: 250, height: 200 })).toEqual({ scale: 4, x: 375, y: 300 });
  });

  test('never lets the picture leave the stage', () => {
    const numbers = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 50, noNaN: true }), numbers, numbers, (factor, x, y) => {
        const view = panBy(zoomAt(fitted, factor, { x, y }, size), { x, y }, size);
        expect(Math.abs(view.x)).toBeLessThanOrEqual((size.width * (view.scale - 1)) / 2 + 1e-9);
        expect(Math.abs(view.y)).toBeLessThanOrEqual((size.height * (view.scale - 1)) / 2 + 1e-9);
      }),
    );
  });
});
