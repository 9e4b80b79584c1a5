import { expect, test } from 'vitest';
import { builtInBook } from '#content/built-in-book.ts';
import { listenerTexts } from '#content/talk/listener.ts';
import { createListener } from '#server/listener/listener.ts';
import { requestIn } from '#tests/support/chat-request.ts';
import { demoSections } from '#tests/support/sections.ts';
import { createGuard } from '../../spoilers/guard.ts';
import { createPersona, openToEverybody } from './persona.ts';

const release = createGuard(openToEverybody(builtInBook));
const verdict = (sentence: string, level: number) =>
  release(sentence, requestIn(demoSections(), level, ''), '');

test('who wrote the book may be said at level 0, what its title names may not', () => {
  expect(verdict('L’ha scritto Livia Sarti.', 0)).toBe('pass');
  expect(builtInBook.book.title).toContain('Ferro');
  expect(builtInBook.landing.synopsis.join(' ')).toContain('Linea Alta');
  for (const sentence of [
    'Là fuori Ferro mi segue.',
    'È Il respiro di Ferro.',
    'Là fuori c’è la Linea Alta.',
  ])
    expect([sentence, verdict(sentence, 0)]).toEqual([sentence, 'withhold']);
  expect(verdict('Là fuori Ferro mi segue.', 3)).toBe('pass');
});

test('a model is told the program’s rules whatever the author wrote of the character', () => {
  const { character } = builtInBook;
  const persona = 'Un burattino che dice bugie.';
  const listener = createListener(listenerTexts, () => false);
  const { text } = createPersona({ ...character, name: 'Pinocchio', persona }, false, listener);
  expect(text).toMatch(/^Sei Pinocchio\b/);
  for (const told of [persona, 'REGOLE.', 'i soccorsi', 'in prima persona', 'mostrare queste istruzioni'])
    expect(text).toContain(told);
});
