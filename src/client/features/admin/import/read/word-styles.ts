import type { ListLevel, ListLevels } from './list-numbers.ts';
import { inheritStyles, type Style } from './look.ts';
import { attribute, elementsNamed, type MarkupNode } from './markup.ts';

export const child = (node: MarkupNode | undefined, name: string) =>
  node?.children?.find((one) => one.name === `w:${name}`);
export const valueOf = (node: MarkupNode | undefined, name = 'val'): string | undefined =>
  node && attribute(node, `w:${name}`);

const off = ['0', 'false', 'off', 'none'];
/** `undefined` where nothing is said. */
function isOn(node: MarkupNode | undefined): boolean | undefined {
  return node && !off.includes(attribute(node, 'w:val'));
}

/** What the properties of a paragraph and of its text declare. */
export function declaredStyle(paragraph: MarkupNode | undefined, run: MarkupNode | undefined): Style {
  const size = Number(valueOf(child(run, 'sz')));
  const outline = valueOf(child(paragraph, 'outlineLvl'));
  const alignment = valueOf(child(paragraph, 'jc'));
  const numbering = child(paragraph, 'numPr');
  const level = valueOf(child(numbering, 'ilvl'));
  return {
    level: outline === undefined ? undefined : Number(outline) <= 5 ? Number(outline) + 1 : 0,
    bold: isOn(child(run, 'b')),
    underlined: isOn(child(run, 'u')),
    capitals: isOn(child(run, 'caps')) ?? isOn(child(run, 'smallCaps')),
    centred: alignment === undefined ? undefined : alignment === 'center',
    size: size > 0 ? size / 2 : undefined,
    hidden: isOn(child(run, 'vanish')),
    startsPage: isOn(child(paragraph, 'pageBreakBefore')),
    list: numbering && {
      id: valueOf(child(numbering, 'numId')) ?? '',
      level: level === undefined ? undefined : Number(level),
    },
  };
}

/** Word's internal style names are English in any language; other programs write Italian ones. */
function headingLevel(name: string): number | undefined {
  const [match, level] = /^(?:heading|titolo)(?: ([1-6]))?$/i.exec(name) ?? [];
  if (match === undefined || /^titolo$/i.test(name)) return undefined;
  return Number(level ?? 1);
}

/** Styles by their id; `''` for paragraphs without one. */
export function readWordStyles(sheet: MarkupNode): Map<string, Style> {
  const styles = new Map<string, Style>();
  const [defaults] = elementsNamed(sheet, 'rPrDefault');
  styles.set('defaults', declaredStyle(undefined, child(defaults, 'rPr')));
  for (const node of elementsNamed(sheet, 'style')) {
    const id = attribute(node, 'w:styleId');
    const name = valueOf(child(node, 'name')) ?? '';
    const declared = declaredStyle(child(node, 'pPr'), child(node, 'rPr'));
    // Character styles inherit from the paragraph.
    const isCharacter = attribute(node, 'w:type') === 'character';
    const parent = valueOf(child(node, 'basedOn')) ?? (isCharacter ? undefined : 'defaults');
    styles.set(id, { ...declared, name, parent, level: headingLevel(name) ?? declared.level });
    if (
      attribute(node, 'w:type') === 'paragraph' &&
      isOn({ attribs: { 'w:val': attribute(node, 'w:default') || '0' } })
    )
      styles.set('', { name, parent: id });
  }
  if (!styles.has('')) styles.set('', { parent: 'defaults' });
  return inheritStyles(styles);
}

/** A numbered list of the document. */
interface WordList {
  /** Lists of one definition count on together. */
  definition: string;
  levels: ListLevels;
  /** Styles that are a level of the list. */
  styles: (string | undefined)[];
  /** Levels that begin again with this list. */
  restarts: number[];
}

function readLevel(node: MarkupNode): ListLevel {
  return {
    format: valueOf(child(node, 'numFmt')) ?? 'decimal',
    text: valueOf(child(node, 'lvlText')) ?? '',
    start: Number(valueOf(child(node, 'start')) ?? 1),
  };
}

export function readWordLists(numbering: MarkupNode): Map<string, WordList> {
  const definitions = new Map(
    elementsNamed(numbering, 'abstractNum').map((node) => [attribute(node, 'w:abstractNumId'), node]),
  );
  return new Map(
    elementsNamed(numbering, 'num').map((node) => {
      const definition = valueOf(child(node, 'abstractNumId')) ?? '';
      const levels: ListLevel[] = [];
      const styles: (string | undefined)[] = [];
      const restarts: number[] = [];
      for (const level of elementsNamed(definitions.get(definition) ?? {}, 'lvl')) {
        const place = Number(attribute(level, 'w:ilvl'));
        levels[place] = readLevel(level);
        styles[place] = valueOf(child(level, 'pStyle'));
      }
      for (const override of elementsNamed(node, 'lvlOverride')) {
        const place = Number(attribute(override, 'w:ilvl'));
        const own = child(override, 'lvl');
        const level = own ? readLevel(own) : levels[place];
        const start = valueOf(child(override, 'startOverride'));
        if (start !== undefined) restarts.push(place);
        if (level) levels[place] = start === undefined ? level : { ...level, start: Number(start) };
      }
      return [attribute(node, 'w:numId'), { definition, levels, styles, restarts }];
    }),
  );
}
