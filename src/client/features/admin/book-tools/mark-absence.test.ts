import { expect, it } from 'vitest';
import { markAbsence } from './mark-absence.ts';

/** Applies the button to a text with the selection between `<` and `>`. */
function press(written: string) {
  const [start, end] = [written.indexOf('<'), written.indexOf('>') - 1];
  const text = written.replace('<', '').replace('>', '');
  const { change, says } = markAbsence(text, start, end);
  return { text: change ? text.slice(0, change.from) + change.text + text.slice(change.to) : text, says };
}

const marked = "uno\n[[non c'ero]]\ndue\ntre\n[[/]]\nquattro";

it.each([
  ['the lines of a selection', 'uno\nd<ue\ntr>e\nquattro'],
  ['no further line than a break at the end', 'uno\n<due\ntre\n>quattro'],
])('marks %s', (_, written) => {
  expect(press(written)).toEqual({ text: marked, says: expect.stringMatching(/^Segnato/) as string });
});

it('marks the line of the cursor, the whole text too', () => {
  expect(press('solo <>questo').text).toBe("[[non c'ero]]\nsolo questo\n[[/]]");
});

it.each(["uno\n[[non c'ero]]\nd<u>e\ntre\n[[/]]\nquattro", "uno\n<[[non c'ero]]\ndue\ntre\n[[/]]>\nquattro"])(
  'takes the marks away within a marked passage',
  (written) => {
    expect(press(written)).toEqual({
      text: 'uno\ndue\ntre\nquattro',
      says: expect.stringMatching(/^Segni tolti/) as string,
    });
  },
);

it.each([
  ['an empty line', 'uno\n<>\ndue', 'Scegli prima il passo'],
  ['half a marked passage', "uno\n[[non c'ero]]\nd<ue\n[[/]]\ntr>e", 'Non segnato. Alla riga'],
])('changes nothing for %s, and says why', (_, written, why) => {
  expect(press(written)).toEqual({
    text: written.replace('<', '').replace('>', ''),
    says: expect.stringContaining(why) as string,
  });
});
