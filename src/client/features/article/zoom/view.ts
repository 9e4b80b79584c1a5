/** Scale from the fitted size, and shift of the centre in CSS pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export const fitted: View = { scale: 1, x: 0, y: 0 };

/** Shows the finest lettering of a plate on the smallest phone. */
const maxScale = 8;

/** Minimum CSS pixels per drawing unit: lettering has 11 units or more. */
const legible = 0.5;

/**
 * Zooms by `factor` around a fixed point.
 *
 * @param at the point, from the centre of the stage
 * @param size fitted size in pixels, which bounds the shift
 */
export function zoomAt(view: View, factor: number, at: Point, size: { width: number; height: number }): View {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return clampView({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, size);
}

/**
 * Initial view of a plate: fitted, or from its top left corner at a legible scale when lettering would be too small.
 *
 * @param units width of the drawing in its own units
 * @param size fitted size in pixels
 */
export function readableView(units: number, size: { width: number; height: number }): View {
  if (size.width >= legible * units) return fitted;
  const centre = { x: 0, y: 0 };
  const corner = { x: size.width * maxScale, y: size.height * maxScale };
  return panBy(zoomAt(fitted, units / size.width, centre, size), corner, size);
}

/** Moves the picture by CSS pixels, within its edges. */
export function panBy(view: View, by: Point, size: { width: number; height: number }): View {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, size);
}

function clampView(view: View, { width, height }: { width: number; height: number }): View {
  const limit = (length: number) => (length * (view.scale - 1)) / 2;
  const clamp = (value: number, length: number) =>
    Math.min(limit(length), Math.max(-limit(length), value)) || 0;
  return { scale: view.scale, x: clamp(view.x, width), y: clamp(view.y, height) };
}
