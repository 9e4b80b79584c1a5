/** How a paragraph differs from the document's body; equal properties are `false` or 0. */
export interface Look {
  bold: boolean;
  centred: boolean;
  underlined: boolean;
  /** By formatting, not as typed. */
  capitals: boolean;
  named: boolean;
  /** Points above the body size. */
  larger: number;
}

/** Look of the paragraph at this line, from 0. */
export interface PlacedLook extends Look {
  line: number;
}

/** Formatting as a word processor declares it; what is absent is inherited. */
export interface Style {
  name?: string | undefined;
  /** Key of the style that this one is based on. */
  parent?: string | undefined;
  /** Heading level; 0: explicitly none. */
  level?: number | undefined;
  bold?: boolean | undefined;
  underlined?: boolean | undefined;
  capitals?: boolean | undefined;
  centred?: boolean | undefined;
  /** Points. */
  size?: number | undefined;
  hidden?: boolean | undefined;
  startsPage?: boolean | undefined;
  list?: { id: string; level: number | undefined } | undefined;
}

/** Text of one style. */
export interface Run {
  text: string;
  style: Style;
}

export function layered(over: Style, under: Style): Style {
  const entries = Object.entries(over).filter(([, value]) => value !== undefined);
  return { ...under, ...(Object.fromEntries(entries) as Style) };
}

/** Each style with what it inherits. */
export function inheritStyles(styles: ReadonlyMap<string, Style>): Map<string, Style> {
  const resolve = (style: Style, depth = 0): Style => {
    const parent = styles.get(style.parent ?? '');
    return parent && depth < 20 ? layered(style, resolve(parent, depth + 1)) : style;
  };
  return new Map([...styles].map(([key, style]) => [key, resolve(style)]));
}

interface SetParagraph extends Omit<Look, 'larger'> {
  size: number;
  length: number;
}

export const lookFeatures = ['bold', 'centred', 'underlined', 'capitals', 'named'] as const;
const titleName = /tit(?:olo|le)|capitolo|chapter/i;
const defaultSize = 10;

function setParagraph({ runs, style }: { runs: readonly Run[]; style: Style }): SetParagraph {
  const filled = runs.filter(({ text }) => text.trim() !== '');
  const all = (feature: 'bold' | 'underlined' | 'capitals') =>
    filled.length > 0 && filled.every((run) => run.style[feature] === true);
  const sizes = filled.map((run) => run.style.size ?? defaultSize);
  return {
    bold: all('bold'),
    underlined: all('underlined'),
    capitals: all('capitals'),
    centred: style.centred ?? false,
    named: titleName.test(style.name ?? ''),
    size: Math.min(...(sizes.length > 0 ? sizes : [defaultSize])),
    length: runs.reduce((sum, { text }) => sum + text.length, 0),
  };
}

/** Differences of each paragraph from the most common formatting, weighted by characters; `undefined` without any. */
export function findLooks(
  paragraphs: readonly { runs: readonly Run[]; style: Style }[],
): (Look | undefined)[] {
  const all = paragraphs.map(setParagraph);
  const total = all.reduce((sum, { length }) => sum + length, 0);
  const usual = lookFeatures.filter(
    (feature) => all.reduce((sum, one) => sum + (one[feature] ? one.length : 0), 0) > total / 2,
  );
  const sizes = new Map<number, number>();
  for (const { size, length } of all) sizes.set(size, (sizes.get(size) ?? 0) + length);
  const [bodySize] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [0];
  return all.map(({ size, length: _, ...paragraph }) => {
    const look: Look = { ...paragraph, larger: Math.max(0, size - bodySize) };
    for (const feature of usual) look[feature] = false;
    return look.larger > 0 || lookFeatures.some((feature) => look[feature]) ? look : undefined;
  });
}
