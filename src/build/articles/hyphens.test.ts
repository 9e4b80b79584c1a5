import { expect, test } from 'vitest';
import { element, text } from './figures.ts';
import { setHyphens } from './hyphens.ts';

function hyphenated(tagName: string, value: string): string {
  const node = text(value);
  setHyphens({ type: 'root', children: [element(tagName, {}, [node])] });
  return 'value' in node ? node.value.replaceAll('\u00ad', '-') : '';
}

test('long words of running text may be broken, short ones and numbers not', () => {
  expect(hyphenated('p', 'la superconduttività a 12,5 km/h')).toBe('la su-per-con-dut-ti-vi-tà a 12,5 km/h');
});

test('an elided article may be broken from its word, a compound at its own hyphen only', () => {
  expect(hyphenated('p', 'nell’arte dei box-hauler')).toBe('nel-l’ar-te dei box-hauler');
});

test.each(['td', 'code'])('nothing is broken in <%s>', (tagName) => {
  expect(hyphenated(tagName, 'superconduttività')).toBe('superconduttività');
});

test('nothing is broken in another language', () => {
  const node = text('superconducting levitation');
  const inEnglish = element('div', { lang: 'en' }, [element('p', {}, [node])]);
  setHyphens({ type: 'root', children: [inEnglish] });
  expect(node).toMatchObject({ value: 'superconducting levitation' });
});
