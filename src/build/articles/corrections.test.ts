import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// Errors of the six documents about each other, the novel or their pictures that must not come back.

const library = join(import.meta.dirname, '../../content/articles');
const read = (file: string) => readFileSync(join(library, file), 'utf8');

const absent: readonly [string, RegExp][] = [
  ['w01f-grizzly-warden/figures.json', /0417|a colori/],
  ['codex/figures/cx-2.svg', /dichiarat|ritirat/],
  ['quantum-age/figures/qa-3.svg', /GÄVLE/],
  ['w01f-grizzly-warden/article.md', /all’alba/],
  ['b03-arctic-seeder/article.md', /all’alba|SÙ/],
  ['l72-ironwind/article.md', /Fondo blu/],
  ['codex/article.md', /verso Narvik, planarono|restituito a vegetazione|d’età media|in cui si registra/],
  ['sato-lenz/article.md', /si posarono dopo sei ore|Il quaderno superò|Un magnete in caduta/],
  ['sato-lenz/figures/sl-3.svg', /via-guida/],
  ['quantum-age/article.md', /numbering: "?Foto/],
  ['l72-ironwind/figures/l-2.svg', /campo nel traferro/],
];

const present: readonly [string, RegExp][] = [
  ['w01f-grizzly-warden/figures.json', /W-01F 1386[^"]*tre righe/],
  ['quantum-age/figures/qa-3.svg', /ENKÖPING/],
  ['l72-ironwind/figures/l-3.svg', />69 kN a 12,5</],
  ['l72-ironwind/figures/l-2.svg', />campo al nastro<[\s\S]*>0,27 T</],
  ['l72-ironwind/article.md', /Fondo bianco sporco/],
  ['b03-arctic-seeder/article.md', /sole di mezzanotte/],
  ['b03-arctic-seeder/article.md', /1,65 secondi: per 50\.000 passi, 22 ore e 55 minuti/],
  ['w01f-grizzly-warden/article.md', /smontata al gomito\. Si lavora con una lampada sola/],
  ['w01f-grizzly-warden/article.md', /K17 è l’ultimo a chiedere/],
  ['w01f-grizzly-warden/figures/w-4.svg', /CONSENSO/],
  ['codex/article.md', /alla vegetazione/],
  ['codex/article.md', /Nessun decesso[^\n]*\n\n::figure\{#cx-3[^\n]*\n\n## /],
];

test.each(absent)('%s no longer says %s', (file, words) => {
  expect(read(file)).not.toMatch(words);
});

test.each(present)('%s says %s', (file, words) => {
  expect(read(file)).toMatch(words);
});

test('the review calls its figures in the order of their numbers', () => {
  const called = [...read('sato-lenz/article.md').matchAll(/\(#sl-(\d)\)/g)].map(([, number]) => number);
  expect([...new Set(called)]).toEqual(['1', '2', '3', '4', '5']);
});

describe('the title blocks of the L-72', () => {
  test.each(Array.from({ length: 13 }, (_, index) => index + 1))(
    'plate %i: sheet of sheets, and who drew it',
    (n) => {
      const svg = read(`l72-ironwind/figures/l-${n}.svg`);
      expect(svg).toContain(`>TAV. ${n}/13<`);
      for (const label of ['DIS.', 'CONTR.', 'APPR.']) expect(svg).toContain(`>${label}<`);
      const signs = [...svg.matchAll(/Patrick Hand[^>]*>([^<]+)</g)].map(([, sign]) => sign);
      expect(new Set(signs).size).toBe(3);
    },
  );
});
