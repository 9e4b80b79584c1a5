import { expect, it } from 'vitest';
import { asksAdvice, asksHisView, echoOf, endsInFarewell, tellsOfSelf } from './own-life.ts';

it.each([
  ['ieri ho montato una mensola storta', true],
  ['mia cugina si è comprata una barca', true],
  ['da piccola volevo un cavallo', true],
  ['hai le mani fredde', false],
  ['il branco passa di notte', false],
  ['ho un cane?', false],
])('knows whose life «%s» speaks of', (message, expected) => {
  expect(tellsOfSelf(message)).toBe(expected);
});

it('takes up the part that says most, in the words it was said in', () => {
  expect(echoOf('boh. alla fine abbiamo piantato tre meli dietro casa!')).toBe(
    'alla fine abbiamo piantato tre meli dietro casa',
  );
  expect(echoOf('ma comunque ho rotto il vaso di porcellana')).toBe('ho rotto il vaso di porcellana');
  expect(echoOf('😀 … !')).toBeUndefined();
});

it('leaves no small word hanging where it cuts', () => {
  expect(echoOf('ho portato la bicicletta rossa dal vecchio meccanico con la barba')).toBe(
    'ho portato la bicicletta rossa dal vecchio meccanico',
  );
});

it('hears a goodbye behind something else, not a greeting before it', () => {
  expect(endsInFarewell('devo scappare, alla prossima!')).toBe(true);
  expect(endsInFarewell('ciao')).toBe(false);
  expect(endsInFarewell('ciao, come butta?')).toBe(false);
});

it('tells advice and his view apart from questions about him', () => {
  expect(asksAdvice('come faccio a dirlo ai miei?')).toBe(true);
  expect(asksAdvice('come hai imparato il tuo mestiere?')).toBe(false);
  expect(asksHisView('e tu che dici?')).toBe(true);
  expect(asksHisView('secondo te chi era?')).toBe(false);
});
