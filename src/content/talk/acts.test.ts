import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ActText } from '#shared/contracts/talk-acts.ts';
import { readActTexts } from './acts.ts';
import { parseActTexts } from './parse-act-texts.ts';

const { acts } = readActTexts();
const all = acts.flatMap(everyLine);

function everyLine({ says, phase, mirati, altri, lingue, indovinelli }: ActText): string[] {
  return [
    ...says,
    ...Object.values(phase).flatMap((lines) => lines ?? []),
    ...mirati.flatMap((aimed) => aimed.says),
    ...Object.values(altri).flatMap((lines) => lines ?? []),
    ...Object.values(lingue).flatMap((language) => language.says),
    ...indovinelli.flatMap(({ domanda, giusto, sbagliato }) => [domanda, giusto, sbagliato]),
  ];
}

it('reads the acts «no» and «si» as texts, not as truth values', () => {
  const byId = new Map(acts.map((act) => [act.id, act]));
  expect(byId.get('no')?.examples).toContain('no');
  expect(byId.get('si')?.examples).toContain('sì');
  expect(acts).toHaveLength(78);
});

it('says where an edited file is wrong', () => {
  expect(() => parseActTexts(parse('acts:\n- id: a\n  what: x\n  examples: [b]\n'))).toThrow(
    /atti\.yaml[^]*acts\[0\]\.says/,
  );
  const untrue =
    'acts:\n- {id: false, what: x, examples: [a], says: [b]}\n- {id: c, what: x, examples: [a], says: [b]}\n';
  expect(() => parseActTexts(parse(untrue))).toThrow(/acts\[0\]\.id/);
  expect(() => parseActTexts(parse(untrue.replace('id: false', 'id: c')))).toThrow('same id');
  expect(() => parseActTexts(parse(untrue.replace('id: false, what', 'id: a, waht: y, what')))).toThrow(
    'waht',
  );
});

/** Adjectives and participles that assume the reader's gender. */
const agreeing =
  /(?<!\p{L})(?:sei|eri|stai|resti|ti senti|ti sei|ti vedo|ti trovo)(?: (?:così|molto|troppo|proprio|più|un po’|già))? (?:stat|sol|stanc|brav|content|tranquill|arrabbiat|tornat|sicur|pront|malat|seri|fortunat|arrivat|rimast|venut|andat|preoccupat|nervos|bell|brutt|simpatic|curios|sincer)[oa](?!\p{L})|(?<!\p{L})(?:bentornat|benvenut)[oa](?!\p{L})|da sol[oa](?!\p{L})(?= \?|\?)|(?:amic[oa] mi[oa]|mi[oa] car[oa])(?!\p{L})/iu;
const harmless = /stai solo \p{L}+ndo/u;

it('never lets a word agree with the reader’s gender', () => {
  expect('Sei stanca?').toMatch(agreeing);
  expect(all.filter((line) => agreeing.test(line) && !harmless.test(line))).toEqual([]);
});

it('names nothing that the book introduces', () => {
  const folder = 'src/content/demo/ricordi';
  const cards = readdirSync(folder).flatMap((file) => {
    const { section, ricordi } = parse(readFileSync(`${folder}/${file}`, 'utf8')) as {
      section: number;
      ricordi: { about: string[] }[];
    };
    return section === 0 ? [] : ricordi.flatMap(({ about }) => about);
  });
  const persona = readFileSync('src/content/persona.md', 'utf8');
  const names = [...new Set(cards)].filter((name) => /^\p{Lu}/u.test(name) && !persona.includes(name));
  expect(names.length).toBeGreaterThan(20);
  const whole = (name: string) =>
    new RegExp(`(?<!\\p{L})${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'u');
  expect(names.filter((name) => all.some((line) => whole(name).test(line)))).toEqual([]);
});
