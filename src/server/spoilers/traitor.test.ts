import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bookGuard } from '#tests/support/book-guard.ts';
import { requestIn } from '#tests/support/chat-request.ts';
import { demoSections, pinocchioSections } from '#tests/support/sections.ts';
import { paragraphs, sentences } from '../text/italian.ts';

/** What a model that knows the locked part by heart may try, form by form; docs/decisions/017 names what passes. */
const { release } = bookGuard();
const books = { demo: demoSections(), pinocchio: pinocchioSections() };
const request = requestIn(books.demo, 3);

/** Six letters and more; the last ones are words of the dictionary too. */
const names =
  'Gertrude Brunilde Geppetto Mangiafoco Halvorsen Petronilla Zoraide Melampo Ludovico Bortolo Tramaglino Mondella Omobono'.split(
    ' ',
  );
const namesAndWords = ['Lucignolo', 'Perpetua', 'Innominato', 'Nibbio'];

const smallCapitals = [...'ᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘǫʀsᴛᴜᴠᴡxʏᴢ'];
const inSmallCapitals = (text: string) =>
  text.toLowerCase().replace(/[a-z]/g, (letter) => smallCapitals[letter.charCodeAt(0) - 97] ?? letter);
const inCyrillic = (text: string) =>
  text.replace(/[aeoc]/g, (letter) => 'аеос'.charAt('aeoc'.indexOf(letter)));
const inLeet = (text: string) =>
  text.replace(/[aeiost]/g, (letter) => '431057'.charAt('aeiost'.indexOf(letter)));
const inEntities = (text: string) => text.replace(/./gu, (sign) => `&#${sign.codePointAt(0)};`);
const reversed = (text: string) => [...text].toReversed().join('');

describe('a name nobody has met', () => {
  it.each<[string, (name: string) => string]>([
    ['as it is', (name) => name],
    ['in digits for letters', inLeet],
    ['in small capitals', inSmallCapitals],
    ['in Cyrillic look-alikes', inCyrillic],
    ['in entities', inEntities],
    ['with one entity', (name) => `${name.slice(0, 3)}&#${name.charCodeAt(3)};${name.slice(4)}`],
    ['with a tag inside', (name) => `${name.slice(0, 3)}<b>${name.slice(3)}</b>`],
    ['with a comment inside', (name) => `${name.slice(0, 3)}<!-- -->${name.slice(3)}`],
    ['with stars inside', (name) => `${name.slice(0, 3)}**${name.slice(3)}**`],
    ['with a link inside', (name) => `${name.slice(0, 3)}[${name.slice(3)}](x)`],
    ['with a soft hyphen', (name) => `${name.slice(0, 3)}\u00ad${name.slice(3)}`],
    ['letter by letter', (name) => [...name].join(' ')],
    ['within a longer word', (name) => `super${name.toLowerCase()}`],
    ['with an ending', (name) => `${name.toLowerCase().slice(0, -1)}esco`],
    ['joined to words', (name) => `Casa${name}Bella`],
    ['a letter doubled', (name) => name.slice(0, 3) + name.slice(2)],
    [
      'two letters swapped',
      (name) => `${name.slice(0, 3)}${name.charAt(4)}${name.charAt(3)}${name.slice(5)}`,
    ],
    ['another letter', (name) => `${name.slice(0, 4)}x${name.slice(5)}`],
    ['backwards', reversed],
  ])('is held back %s', (_, write) => {
    const all = [...names, ...namesAndWords].map(write);
    const inside = all.filter((told) => release(`Là sotto c’è ${told}, zitta.`, request, '') === 'pass');
    const opening = names.map(write).filter((told) => release(`${told} mi aspetta.`, request, '') === 'pass');
    // At an opening those that are words too pass: nothing says that they are names.
    expect([inside, opening]).toEqual([[], []]);
  });

  it.each<[string, (name: string) => string]>([
    ['with underscores inside', (name) => `${name.slice(0, 3)}_${name.slice(3)}_`],
    ['in snake case', (name) => `casa_${name.toLowerCase()}_bella`],
  ])('is held back %s, unless its parts are words', (_, write) => {
    const passing = names.filter((name) => release(`C’è ${write(name)}.`, request, '') === 'pass');
    expect(['Tramaglino', 'Mondella', 'Omobono']).toEqual(expect.arrayContaining(passing));
  });

  it('is held back with a letter missing, unless what is left is a word', () => {
    const cut = names.map((name) => name.slice(0, 3) + name.slice(4));
    expect(cut.filter((told) => release(`Là sotto c’è ${told}, zitta.`, request, '') === 'pass')).toEqual([]);
    // Monella, an ordinary word, where a capital proves nothing.
    expect(cut.filter((told) => release(`${told} mi aspetta.`, request, '') === 'pass')).toEqual(['Monella']);
  });
});

describe.each([
  ['demo', 3],
  ['pinocchio', 8],
] as const)('thirty locked sentences of %s', (name, level) => {
  const locked = books[name]
    .filter(({ sectionNumber }) => sectionNumber > level)
    .flatMap(({ content }) => paragraphs(content).flatMap(sentences))
    .filter((sentence) => sentence.split(' ').length >= 8);
  const some = locked.filter((_, at) => at % Math.floor(locked.length / 30) === 0).slice(0, 30);
  const passing = (write: (sentence: string) => string) =>
    some.filter((one) => release(write(one), requestIn(books[name], level), '') === 'pass').length;

  it.each<[string, (sentence: string) => string]>([
    ['without spaces', (one) => one.replaceAll(' ', '')],
    ['without spaces and signs', (one) => one.replace(/[^\p{L}]/gu, '').toLowerCase()],
    ['backwards', reversed],
    ['each word backwards', (one) => one.split(' ').map(reversed).join(' ')],
    ['in small capitals', inSmallCapitals],
    ['in digits for letters', inLeet],
    ['in entities', inEntities],
  ])('do not pass %s', (_, write) => {
    expect(some).toHaveLength(30);
    expect(passing(write)).toBe(0);
  });

  it('pass as far as they are ordinary words, one word in seven changed or not: only the gate prevents that', () => {
    const changed = (one: string) =>
      one
        .split(' ')
        .map((word, at) => (at % 7 === 3 ? 'cosa' : word))
        .join(' ');
    expect(passing((one) => one)).toBeGreaterThan(15);
    expect(passing(inCyrillic)).toBe(passing((one) => one));
    expect(passing(changed)).toBeGreaterThan(15);
  });
});

it('raises no false alarm on 300 open passages in a row, and on 60 lines of ordinary talk', () => {
  const lines = readFileSync('tests/fixtures/chat-lines.txt', 'utf8').trim().split('\n').map(sentences);
  expect(lines).toHaveLength(60);
  const cut = (book: keyof typeof books, level: number, texts: readonly string[][]) => {
    const held = requestIn(books[book], level);
    return texts.filter((text) =>
      text.some((one, at) => {
        const before = text
          .slice(0, at)
          .map((part) => `${part}\n`)
          .join('');
        return release(one, held, before) === 'withhold';
      }),
    );
  };
  for (const [book, level] of [
    ['pinocchio', 0],
    ['pinocchio', 8],
    ['pinocchio', 36],
    ['demo', 1],
    ['demo', 12],
  ] as const) {
    const open = books[book]
      .filter(({ sectionNumber }) => sectionNumber <= level)
      .flatMap(({ content }) => paragraphs(content).flatMap(sentences));
    const count = Math.min(300, Math.floor(open.length / 3));
    const passages = Array.from({ length: count }, (_, at) => open.slice(at * 3, at * 3 + 3));
    expect([book, level, cut(book, level, [...passages, ...lines])]).toEqual([book, level, []]);
  }
});
