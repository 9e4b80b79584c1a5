import type { Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { element, text } from './figures.ts';

const units =
  'km/h|m/s|mm|cm|dm|km²|m²|km|ha|mg|kg|mA|kWh|MWh|Wh|kW|MW|kV|kPa|kHz|MHz|Hz|dB|kN/m|kN|Nm|tesla|gradi|giri|ore|min|ms|UT|°C|[mgtLlWVATNJKhs%‰]';
const pair = new RegExp(`(?<=\\d) (?=(?:${units})(?![\\p{L}\\p{N}]))`, 'gu');

/** Joins each number with its unit («3 ‰») except in code and formulas (UNI CEI ISO 80000-1, 7.1.4). */
export function joinUnits(tree: Root): void {
  visit(tree, (node) => {
    if (node.type === 'element' && (node.tagName === 'code' || node.tagName === 'svg')) return SKIP;
    if (node.type === 'text') node.value = node.value.replace(pair, '\u00a0');
    return undefined;
  });
}

const code = /([\p{L}\p{N}.,’]*(?:\d[-–]|\p{Lu}-|[-–]\d)[\p{L}\p{N}./–-]*)/u;

/** HTML of a line of words without markup, its codes kept whole. */
export function joinedCodes(line: string): string {
  const escaped = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replace(new RegExp(code, 'gu'), '<span class="code">$1</span>');
}

/** Keeps codes («L-72») and ranges («11–14») on one line. */
export function joinCodes(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && ['code', 'svg', 'math'].includes(node.tagName)) return SKIP;
    if (node.type !== 'text' || index === undefined || parent?.type !== 'element') return undefined;
    // Splitting by a pattern with one group puts the codes at odd indices.
    const parts = node.value
      .split(code)
      .map((part, place) =>
        place % 2 === 0 ? text(part) : element('span', { className: ['code'] }, [text(part)]),
      );
    if (parts.length > 1) parent.children.splice(index, 1, ...parts);
    return index + parts.length;
  });
}
