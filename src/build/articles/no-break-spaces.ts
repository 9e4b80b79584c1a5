import type { Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

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
