import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { element, text } from './figures.ts';
import { joinCodes, joinUnits } from './no-break-spaces.ts';

function joined(value: string): string {
  const node = text(value);
  joinUnits({ type: 'root', children: [element('p', {}, [node])] });
  return 'value' in node ? node.value.replaceAll('\u00a0', '~') : '';
}

test.each([
  ['pendenza del 3 ‰ e 12,5 km/h', 'pendenza del 3~‰ e 12,5~km/h'],
  ['lunga 3,5 m, pesa 650 kg', 'lunga 3,5~m, pesa 650~kg'],
  ['50–100 km² a −10 °C', '50–100~km² a −10~°C'],
  ['le 23 h dell’11 marzo', 'le 23~h dell’11 marzo'],
  ['nel 1978 la linea, 12 maschere, 3 molle', 'nel 1978 la linea, 12 maschere, 3 molle'],
])('«%s»', (written, expected) => expect(joined(written)).toBe(expected));

test.each([
  ['la L-72, nel 1985–87', 'la |L-72|, nel |1985–87|'],
  ['CFMN-L72/M-04 e la rete Q-Link', '|CFMN-L72/M-04| e la rete |Q-Link|'],
  ['Sato-Lenz, vice-capo', 'Sato-Lenz, vice-capo'],
])('«%s» keeps its codes on a line', (written, expected) => {
  const paragraph = element('p', {}, [text(written)]);
  joinCodes({ type: 'root', children: [paragraph] });
  const parts = paragraph.children.map((part) =>
    part.type === 'element' ? `|${toString(part)}|` : toString(part),
  );
  expect(parts.join('')).toBe(expected);
});
