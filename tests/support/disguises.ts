/** Ways to write a term that a search does not find and a reader does. */
export const disguises: readonly [name: string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['UPPER CASE', (text) => text.toUpperCase()],
  ['no accents', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')],
  ['s p a c e d', (text) => [...text].join(' ')],
  ['d-a-s-h-e-d', (text) => [...text].join('-')],
  ['zero width', (text) => [...text].join('\u200b')],
  ['full width', (text) => text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0))],
  ['look-alikes', (text) => text.replace(/[aeoc]/g, (c) => ({ a: 'а', e: 'е', o: 'о', c: 'с' })[c] ?? c)],
];
