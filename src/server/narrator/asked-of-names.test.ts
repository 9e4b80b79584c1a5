import { expect, it } from 'vitest';
import { askedBack } from './asked-back.ts';
import { readMessage } from './message.ts';

it('reads a question whose asking word stands last and that has no mark', () => {
  for (const text of ['allora, Irja chi è', 'e Ferro dov’è', 'Maaret quanti anni ha', 'tua zia come sta'])
    expect(readMessage(text), text).toMatchObject({ asks: true, open: true });
  for (const text of ['so chi è', 'ho capito com’è', 'non ricordo dov’è'])
    expect(readMessage(text).open, text).toBe(false);
});

it('tells a summary of everything from where the story is now', () => {
  for (const text of [
    'riassumimi la storia in due righe',
    'mi fai un riassunto',
    'raccontami tutto dall’inizio',
  ])
    expect(readMessage(text).wish, text).toEqual({ kind: 'summary' });
  expect(readMessage('a che punto sei?').wish).toEqual({ kind: 'recap' });
});

it('knows a question about the conversation itself', () => {
  for (const text of ['di che abbiamo parlato prima?', 'di cosa stavamo parlando?', 'che ci siamo detti?'])
    expect(askedBack(text)?.of, text).toBe('talk');
  expect(askedBack('di che parla il libro?')?.of).not.toBe('talk');
});
