import type { ImageVariant } from '#shared/contracts/uploads.ts';

/** Widths in pixels of the smaller files; the smallest is made last, and says that all of them are there. */
export const widths = [1600, 960, 480] as const;
export const smallestWidth = 480;

export const formats = [
  { extension: 'webp', type: 'image/webp' },
  { extension: 'avif', type: 'image/avif' },
] as const;

const namePattern = /^images\/([0-9a-f]{32})(?:-(\d+))?\.([a-z]+)$/;

/** The upload that a smaller file was made of, as `images/<hash>` without its extension; any other name is its own. */
export function originalOf(name: string): string {
  const [, hash, width] = namePattern.exec(name) ?? [];
  return hash !== undefined && width !== undefined ? `images/${hash}` : name;
}

/** `images/<hash>`, which a picture and its smaller files share; nothing for any other upload. */
export function stemOf(name: string): string | undefined {
  const hash = namePattern.exec(name)?.[1];
  return hash === undefined ? undefined : `images/${hash}`;
}

/** Whether it is the name of a picture as it was uploaded. */
export function isOriginal(name: string): boolean {
  return stemOf(name) !== undefined && originalOf(name) === name;
}

/** The name of the upload at an address of this site. */
export function uploadAt(url: string): string | undefined {
  return /^\/(?:uploads|public-objects)\/([^?#]+)/.exec(url)?.[1];
}

/** Which smaller files are there, by the stem they share with their picture. */
export class VariantIndex {
  /** Another number whenever the other members may answer something else than before. */
  changes = 0;
  readonly #variantsByStem = new Map<string, Map<string, ImageVariant>>();

  /** The smaller files of the picture at an address of this site, widest last; none while they are being made. */
  ofUrl(url: string): ImageVariant[] {
    return [...this.of(uploadAt(url) ?? '').values()].sort((a, b) => a.width - b.width);
  }

  /** The smaller files of a picture, by name; empty for any other name. */
  of(name: string): ReadonlyMap<string, ImageVariant> {
    return this.#variantsByStem.get(stemOf(name) ?? '') ?? new Map<string, ImageVariant>();
  }

  /** Adds the file of this name when it is a smaller one. */
  add(name: string): void {
    const [, hash, width, extension] = namePattern.exec(name) ?? [];
    const type = formats.find((format) => format.extension === extension)?.type;
    if (hash === undefined || width === undefined || !type) return;
    const stem = `images/${hash}`;
    const variants = this.#variantsByStem.get(stem) ?? new Map<string, ImageVariant>();
    variants.set(name, { url: `/uploads/${name}`, type, width: Number(width) });
    this.#variantsByStem.set(stem, variants);
    this.changes += 1;
  }

  /** Forgets the smaller files of a picture. */
  remove(name: string): void {
    this.#variantsByStem.delete(stemOf(name) ?? '');
    this.changes += 1;
  }

  clear(): void {
    this.#variantsByStem.clear();
    this.changes += 1;
  }

  isComplete(name: string): boolean {
    return [...this.of(name).values()].some(
      ({ width, type }) => width <= smallestWidth && type === 'image/avif',
    );
  }
}
