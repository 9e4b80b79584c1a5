import type { Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

const units =
  'km/h|m/s|mm|cm|dm|km²|m²|km|ha|mg|kg|mA|kWh|MWh|Wh|kW|MW|kV|kPa|kHz|MHz|Hz|dB|kN/m|kN|Nm|tesla|gradi|giri|ore|min|ms|UT|°C|[mgtLlWVATNJKhs%‰]';
const pair = new RegExp(`(?<=\\d) (?=(?:${units})(?![\\p{L}\\p{N}]))`, 'gu');

/**
 * Joins each number with the unit after it, in running text, tables and captions: «3 ‰» never stands on two lines.
 * Not in code and formulas, which are set as they are. (UNI CEI ISO 80000-1, 7.1.4.)
 */
export function joinUnits(tree: Root): void {
  visit(tree, (node) => {
    if (node.type === 'element' && (node.tagName === 'code' || node.tagName === 'svg')) return SKIP;
    if (node.type === 'text') node.value = node.value.replace(pair, '\u00a0');
    return undefined;
  });
}
