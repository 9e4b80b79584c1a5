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

export interface SetParagraph extends Omit<Look, 'larger'> {
  size: number;
  length: number;
}

const features = ['bold', 'centred', 'underlined', 'capitals', 'named'] as const;

/** Most common formatting, weighted by characters. */
function bodyOf(paragraphs: readonly SetParagraph[]): Omit<SetParagraph, 'length'> {
  const total = paragraphs.reduce((sum, { length }) => sum + length, 0);
  const isMajority = (feature: (typeof features)[number]) =>
    paragraphs.reduce((sum, paragraph) => sum + (paragraph[feature] ? paragraph.length : 0), 0) > total / 2;
  const sizes = new Map<number, number>();
  for (const { size, length } of paragraphs) sizes.set(size, (sizes.get(size) ?? 0) + length);
  const [size] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [0];
  return {
    bold: isMajority('bold'),
    centred: isMajority('centred'),
    underlined: isMajority('underlined'),
    capitals: isMajority('capitals'),
    named: isMajority('named'),
    size,
  };
}

/** Differences of each paragraph from the body; `undefined` without any. */
export function findLooks(paragraphs: readonly SetParagraph[]): (Look | undefined)[] {
  const body = bodyOf(paragraphs);
  return paragraphs.map((paragraph) => {
    const look = {
      bold: paragraph.bold && !body.bold,
      centred: paragraph.centred && !body.centred,
      underlined: paragraph.underlined && !body.underlined,
      capitals: paragraph.capitals && !body.capitals,
      named: paragraph.named && !body.named,
      larger: Math.max(0, paragraph.size - body.size),
    };
    return look.larger > 0 || features.some((feature) => look[feature]) ? look : undefined;
  });
}

/** Whether a style's name is a title's: «Titolo capitolo», «Chapter Title». */
export const isTitleStyle = (name: string): boolean => /tit(?:olo|le)|capitolo|chapter/i.test(name);
