/** How a paragraph without a heading style stands out from the body of its document; what it shares with it is `false` or 0. */
export interface Look {
  bold: boolean;
  centred: boolean;
  underlined: boolean;
  /** By formatting, not as it was typed. */
  capitals: boolean;
  /** The name of its style says that it is a title. */
  named: boolean;
  /** Points above the body's size. */
  larger: number;
}

/** The look of the paragraph that begins at this line of the text, from 0. */
export interface PlacedLook extends Look {
  line: number;
}

/** A paragraph as it is set, before it is known how the others are. */
export interface SetParagraph extends Omit<Look, 'larger'> {
  size: number;
  /** How many characters it has. */
  length: number;
}

const features = ['bold', 'centred', 'underlined', 'capitals', 'named'] as const;

/** What most characters of a document have, feature by feature. */
function bodyOf(paragraphs: readonly SetParagraph[]): Omit<SetParagraph, 'length'> {
  const total = paragraphs.reduce((sum, { length }) => sum + length, 0);
  const most = (feature: (typeof features)[number]) =>
    paragraphs.reduce((sum, one) => sum + (one[feature] ? one.length : 0), 0) > total / 2;
  const sizes = new Map<number, number>();
  for (const { size, length } of paragraphs) sizes.set(size, (sizes.get(size) ?? 0) + length);
  const [size] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [0];
  return {
    bold: most('bold'),
    centred: most('centred'),
    underlined: most('underlined'),
    capitals: most('capitals'),
    named: most('named'),
    size,
  };
}

/** How each paragraph stands out from what most of the text looks like; `undefined` where it does not. */
export function findLooks(paragraphs: readonly SetParagraph[]): (Look | undefined)[] {
  const body = bodyOf(paragraphs);
  return paragraphs.map((one) => {
    const look = {
      bold: one.bold && !body.bold,
      centred: one.centred && !body.centred,
      underlined: one.underlined && !body.underlined,
      capitals: one.capitals && !body.capitals,
      named: one.named && !body.named,
      larger: Math.max(0, one.size - body.size),
    };
    return look.larger > 0 || features.some((feature) => look[feature]) ? look : undefined;
  });
}

/** Whether a style is called like what it is used for: «Titolo capitolo», «Chapter Title». */
export const isTitleStyle = (name: string): boolean => /tit(?:olo|le)|capitolo|chapter/i.test(name);
