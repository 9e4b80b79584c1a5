import { expect, test } from 'vitest';
import { element, text } from './figures.ts';
import { joinUnits } from './no-break-spaces.ts';

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
