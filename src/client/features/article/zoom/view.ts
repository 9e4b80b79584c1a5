/** How a picture lies in the zoom view: a scale from the fitted size and a shift of its centre, in CSS pixels. */
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

/** Eight times the fitted size shows the finest lettering of a plate on the smallest phone. */
const maxScale = 8;

/** Pixels a unit of a plate below which its lettering, from 11 units up, is too small to begin with. */
const legible = 0.5;

/**
 * Zooms by `factor` keeping still the point under the cursor or between the fingers.
 * @param at the still point, from the centre of the stage
 * @param size the picture's fitted size, which bounds the shift so that it cannot leave the stage
 */
export function zoomAt(view: View, factor: number, at: Point, size: { width: number; height: number }): View {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return clampView({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, size);
}

/**
 * How a plate is shown at first: whole, or where that makes its lettering too small to read (a unit of the drawing less
 * than a CSS pixel), from its top left corner at the scale that makes it so.
 * @param units the drawing's width in its own units
 * @param size the picture's fitted size
 */
export function readableView(units: number, size: { width: number; height: number }): View {
  if (size.width >= legible * units) return fitted;
  const centre = { x: 0, y: 0 };
  const corner = { x: size.width * maxScale, y: size.height * maxScale };
  return panBy(zoomAt(fitted, units / size.width, centre, size), corner, size);
}

/** Moves the picture by a distance in CSS pixels, no further than its edges allow. */
export function panBy(view: View, by: Point, size: { width: number; height: number }): View {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, size);
}

function clampView(view: View, { width, height }: { width: number; height: number }): View {
  const limit = (length: number) => (length * (view.scale - 1)) / 2;
  const clamp = (value: number, length: number) =>
    Math.min(limit(length), Math.max(-limit(length), value)) || 0;
  return { scale: view.scale, x: clamp(view.x, width), y: clamp(view.y, height) };
}
