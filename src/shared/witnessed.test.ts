import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSection, updateSection } from './contracts/sections.ts';
import { unlockedSections, witnessedSection } from './gate.ts';
import { findMarkProblem, hidesMore, withoutMarks, witnessedText } from './witnessed.ts';

const at = '2003-12-21T12:03:00.000Z';
const marked = "Ero sul ponte.\n\n[[non c'ero]]\nZoraide partì.\n[[/]]\n\nPoi tornai.";
const stored = (content: string, forms = {}) => ({
  id: 's1',
  sectionNumber: 1,
  title: 'Il ponte',
  content,
  createdAt: at,
  updatedAt: at,
  ...forms,
});

describe('what is left of a text', () => {
  it.each([
    ['all of one without marks', 'Uno.\n\n\n\n[due]', 'Uno.\n\n\n\n[due]'],
    ['what stands around a passage', marked, 'Ero sul ponte.\n\nPoi tornai.'],
    [
      'other ways to write the mark',
      marked.replace("[[non c'ero]]", ' [[ Non c’ero ]] '),
      'Ero sul ponte.\n\nPoi tornai.',
    ],
    ['other ends of lines', marked.replaceAll('\n', '\r\n'), 'Ero sul ponte.\n\nPoi tornai.'],
    [
      'marks that went through a converter',
      marked.replaceAll(/[[\]]/g, '\\$&'),
      'Ero sul ponte.\n\nPoi tornai.',
    ],
    ['nothing where all is marked', "[[non c'ero]]\nZoraide.\n[[/]]", ''],
    ['lines of one paragraph', "Uno\n[[non c'ero]]\ndue\n[[/]]\ntre", 'Uno\ntre'],
  ])('%s', (_, text, left) => {
    expect(witnessedText(text)).toBe(left);
  });

  it('has no word of a passage, whatever stands in it', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => `x${text.replace(/[[\]\r\n]/g, '')}`);
    const passage = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(passage, passage, (one, other) => {
        const text = (inside: string) => marked.replace('Zoraide partì.', () => inside);
        expect(witnessedText(text(one))).toBe(witnessedText(text(other)));
      }),
    );
  });
});

it.each([
  ['a passage that does not end', "Uno\n[[non c'ero]]\ndue", 'comincia alla riga 2 non finisce'],
  ['one within another', "[[non c'ero]]\n[[non c'ero]]\ndue\n[[/]]", 'Alla riga 2 comincia un passo'],
  ['an end without a beginning', 'Uno\n[[/]]', 'Alla riga 2 c’è [[/]]'],
  ['a mark among other words', "Uno [[non c'ero]] due [[/]]", 'Alla riga 1 c’è un segno che non si capisce'],
  ['a misspelled mark', '[[non cero]]\ndue\n[[/]]', 'Alla riga 1 c’è un segno che non si capisce'],
])('refuses %s, and gives nothing of it away if it is stored', (_, content, problem) => {
  expect(findMarkProblem(content)).toContain(problem);
  for (const form of ['content', 'contentReduced70', 'contentReduced30']) {
    const { error } = updateSection.safeParse({ id: 's1', [form]: content });
    expect(error?.issues[0]?.message).toContain(problem);
  }
  expect(createSection.safeParse({ sectionNumber: 1, title: 'Uno', content }).success).toBe(false);
  expect(witnessedText(content)).toBe('');
});

it.each([
  [
    "[[non c'ero]]\nBruno partì.\n[/]\n\nTornai.",
    'Il passo «non c’ero» che comincia alla riga 1',
    'riga 3: «[/]»',
  ],
  ['Uno\n\n[[nonc’ero]]\nBruno partì.\n[[/]]', 'Alla riga 5 c’è [[/]]', 'riga 3: «[[nonc’ero]]»'],
  ["((non c'ero))\nBruno partì.\n[[/]]", 'Alla riga 3', "riga 1: «((non c'ero))»"],
])('names the line that was meant as the other mark: %j', (content, problem, line) => {
  expect(findMarkProblem(content)).toContain(problem);
  expect(findMarkProblem(content)).toContain(`Forse è la ${line}`);
  expect(findMarkProblem(content.replace(/\[\[\/\]\]|\[\[non c'ero\]\]/g, ''))).toBeUndefined();
});

describe('the gate', () => {
  it('opens a section as he lived it, in every size, and the same object every time', () => {
    const section = stored(marked, { contentReduced70: marked, contentLine: 'Ero sul ponte.' });
    const [open] = unlockedSections([section], 1);
    expect(open).toMatchObject({
      content: 'Ero sul ponte.\n\nPoi tornai.',
      contentReduced70: 'Ero sul ponte.\n\nPoi tornai.',
      contentLine: 'Ero sul ponte.',
    });
    expect(unlockedSections([section], 1)[0]).toBe(open);
    expect(section.content).toBe(marked);
  });

  it('leaves a section without marks as it is', () => {
    const section = stored('Ero sul ponte.\n\nPoi tornai.');
    expect(unlockedSections([section], 1)[0]).toBe(section);
    expect(witnessedSection(section)).toBe(section);
  });

  it('does not tell a passage that is not there from one that never was', () => {
    const [open] = unlockedSections([stored('Ero sul ponte.\n\n\n\nPoi tornai.')], 1);
    expect(open?.content).toBe(unlockedSections([stored(marked)], 1)[0]?.content);
  });
});

it('counts the words of a passage and not its marks', () => {
  expect(withoutMarks(marked)).toBe('Ero sul ponte.\n\nZoraide partì.\n\nPoi tornai.');
});

it.each([
  ['a first mark', marked, withoutMarks(marked), true],
  ['the same marks', marked.replace('tornai', 'tornammo'), marked, false],
  ['a mark taken away', withoutMarks(marked), marked, false],
  ['a longer passage', "[[non c'ero]]\nEro sul ponte.\n\nZoraide partì.\n[[/]]", marked, true],
  ['another passage', "Zoraide partì.\n[[non c'ero]]\nPoi tornai.\n[[/]]", marked, true],
])('knows whether more is hidden than before: %s', (_, text, before, hides) => {
  expect(hidesMore(text, before)).toBe(hides);
});
