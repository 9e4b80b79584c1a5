import type { CDPSession } from 'playwright/test';
import sharp from 'sharp';

/** A part of the document or of the window, in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Three bytes a pixel. */
export interface Pixels {
  data: Buffer;
  width: number;
}

/**
 * A part of the document as the window shows it, without what Playwright's own pictures wait for: hundreds are taken.
 *
 * @param scale pixels of the picture to one of CSS
 */
export async function pictureOf(cdp: CDPSession, part: Box, scale = 1): Promise<Pixels> {
  const options = { optimizeForSpeed: true, clip: { ...part, scale } };
  const { data: png } = await cdp.send('Page.captureScreenshot', options);
  const { data, info } = await sharp(Buffer.from(png, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(red: number, green: number, blue: number): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two shades (0xrrggbb), as WCAG 2 defines it. */
export function contrastOf(one: number, other: number): number {
  const [a, b] = [one, other].map((shade) => luminance(shade >> 16, (shade >> 8) & 255, shade & 255));
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

/** How many pixels of two pictures of one size stand out from each other by 3:1 or more. */
export function contrastingPixels({ data: one }: Pixels, { data: other }: Pixels): number {
  let count = 0;
  for (let at = 0; at < Math.min(one.length, other.length); at += 3) {
    const [a, b] = [one.readUIntBE(at, 3), other.readUIntBE(at, 3)];
    if (a !== b && contrastOf(a, b) >= 3) count += 1;
  }
  return count;
}
