import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** One way to inflect a stem: the stem ends as `condition` says, loses `strip` and gets `add`. */
interface Suffix {
  flag: string;
  strip: string;
  add: string;
  condition: RegExp;
}

/** Words as they are compared: the two accents of a vowel are one (`perchè`, `perché`). */
export function withOneAccent(lower: string): string {
  return lower.replace(/[áéíóú]/g, (vowel) => 'àèìòù'.charAt('áéíóú'.indexOf(vowel)));
}

/**
 * Whether a lower-case word, accents kept, is Italian: the Hunspell dictionary's common words in all their inflections. Its
 * names are left out. Only hashes of the stems are held (under 2 MB); no inflection is written out.
 */
export function openLexicon(): (word: string) => boolean {
  const folder = dirname(createRequire(import.meta.url).resolve('dictionary-it'));
  const { suffixes, prefixes } = readAffixes(readFileSync(join(folder, 'index.aff'), 'utf8'));
  const stems = readStems(readFileSync(join(folder, 'index.dic'), 'utf8'));
  const longest = Math.max(...[...suffixes.keys()].map(({ length }) => length));

  function isInflected(word: string, flag = ''): boolean {
    const allows = (stem: string, own: string) =>
      stems(stem) && stems(`${stem}/${own}`) && (flag === '' || stems(`${stem}/${flag}`));
    if (flag === '' ? stems(word) : stems(word) && stems(`${word}/${flag}`)) return true;
    for (let length = 0; length <= Math.min(longest, word.length - 1); length += 1) {
      const beginning = word.slice(0, word.length - length);
      for (const { flag: own, strip, condition } of suffixes.get(word.slice(word.length - length)) ?? []) {
        const stem = beginning + strip;
        if (condition.test(stem) && allows(stem, own)) return true;
      }
    }
    return false;
  }

  return (word) =>
    isInflected(word) ||
    prefixes.some(({ flag, add }) => word.startsWith(add) && isInflected(word.slice(add.length), flag));
}

function readAffixes(text: string) {
  const suffixes = new Map<string, Suffix[]>();
  const prefixes: { flag: string; add: string }[] = [];
  const conditions = new Map<string, RegExp>();
  for (const line of text.split('\n')) {
    const [kind, flag = '', strip = '', add = '', condition] = line.trim().split(/\s+/);
    // The first line of each kind has only a count. Elided articles («l'») are words of their own here.
    if (condition === undefined || add.includes("'")) continue;
    if (kind === 'PFX' && strip === '0') prefixes.push({ flag, add });
    if (kind !== 'SFX') continue;
    const pattern = conditions.get(condition) ?? new RegExp(`${withOneAccent(condition)}$`);
    conditions.set(condition, pattern);
    const ending = withOneAccent(add === '0' ? '' : add);
    const rule = { flag, strip: withOneAccent(strip === '0' ? '' : strip), add: ending, condition: pattern };
    const rules = suffixes.get(ending);
    if (rules) rules.push(rule);
    else suffixes.set(ending, [rule]);
  }
  return { suffixes, prefixes };
}

/** A set of hashes of the stems, and of each stem with each of its flags. */
function readStems(text: string): (key: string) => boolean {
  const hashes: number[] = [];
  for (const line of text.split('\n')) {
    if (!/^\p{Ll}/u.test(line)) continue;
    const [stem = '', flags = ''] = withOneAccent(line.trim()).split('/');
    hashes.push(hashOf(stem));
    for (const flag of flags) hashes.push(hashOf(`${stem}/${flag}`));
  }
  const sorted = Uint32Array.from(hashes).sort();
  return (key) => {
    const hash = hashOf(key);
    let from = 0;
    let to = sorted.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle] ?? 0) < hash) from = middle + 1;
      else to = middle;
    }
    return sorted[from] === hash;
  };
}

/** FNV-1a with a last mix: short words differ in few bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
