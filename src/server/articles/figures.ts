import type { Element, ElementContent } from 'hast';
import { z } from 'zod';

const catalogueSchema = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z]+-\d+$/),
    kind: z.enum(['photo', 'plate']),
    alt: z.string().min(10),
    width: z.int().positive(),
    height: z.int().positive(),
    /** Size of the narrow composition, where there is one: `figures/<id>.narrow.svg`. */
    narrow: z.strictObject({ width: z.int().positive(), height: z.int().positive() }).optional(),
  }),
);

export type FigureEntry = z.infer<typeof catalogueSchema>[number] & {
  /** Where its files are, when they are no files of the build. */
  files?: { src: string; srcSet: string };
};

/** Stands for the address of a file of the build until the bundler has given it one. */
export const assetMark = (path: string) => `asset:${path}`;

export function readCatalogue(json: string): ReadonlyMap<string, FigureEntry> {
  return new Map(catalogueSchema.parse(JSON.parse(json)).map((entry) => [entry.id, entry]));
}

interface FigureParts {
  entry: FigureEntry;
  caption: ElementContent[];
  label: string;
  /** Inline SVG of the plate; otherwise the browser loads it. */
  svg?: string | undefined;
  /** Maximum width of a photograph on a wide screen; default 46rem. */
  photoWidth?: string | undefined;
  first: boolean;
}

export function figureElement({ entry, caption, label, svg, photoWidth, first }: FigureParts): Element {
  const name = label || 'la fotografia';
  const ratio = `--ratio:${entry.width}/${entry.height}`;
  const narrowRatio = entry.narrow ? `;--narrow-ratio:${entry.narrow.width}/${entry.narrow.height}` : '';
  return element('figure', { id: entry.id, className: ['figure', `figure-${entry.kind}`] }, [
    element('div', { className: ['figure-frame'], style: ratio + narrowRatio }, [
      entry.kind === 'photo' ? photo(entry, first, photoWidth) : plate(entry, svg),
      element(
        'button',
        { type: 'button', className: ['figure-zoom'], dataZoom: entry.id, ariaLabel: `Ingrandisci ${name}` },
        [],
      ),
    ]),
    element('figcaption', {}, [
      ...(label ? [element('b', { className: ['figure-label'] }, [text(label)])] : []),
      ...caption,
    ]),
  ]);
}

function photo(entry: FigureEntry, first: boolean, width = '46rem'): Element {
  const full = assetMark(`photos/${entry.id}.webp`);
  const small = assetMark(`photos/${entry.id}-700.webp`);
  const { src, srcSet } = entry.files ?? { src: full, srcSet: `${small} 700w, ${full} ${entry.width}w` };
  return element(
    'img',
    {
      src,
      ...(srcSet && { srcSet }),
      sizes: `(min-width: 62rem) ${width}, (min-width: 48rem) 46rem, calc(100vw - 3rem)`,
      width: entry.width,
      height: entry.height,
      alt: entry.alt,
      decoding: 'async',
      ...(first ? { fetchPriority: 'high' } : { loading: 'lazy' }),
    },
    [],
  );
}

function plate(entry: FigureEntry, svg: string | undefined): Element {
  const className = ['plate'];
  if (svg) return element('div', { className }, [{ type: 'raw', value: svg }]);
  const source = assetMark(`figures/${entry.id}.svg`);
  const dataNarrowPlate = entry.narrow && assetMark(`figures/${entry.id}.narrow.svg`);
  const image = element('img', { src: source, width: entry.width, height: entry.height, alt: '' }, []);
  const narrow = element('source', { media: 'screen and (width < 34rem)', srcSet: dataNarrowPlate }, []);
  return element(
    'div',
    { className, dataPlate: source, dataNarrowPlate, role: 'img', ariaLabel: entry.alt },
    [element('noscript', {}, [dataNarrowPlate ? element('picture', {}, [narrow, image]) : image])],
  );
}

export function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

export function text(value: string): ElementContent {
  return { type: 'text', value };
}
