import { expect, it } from 'vitest';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import {
  asksAdvice,
  asksHisView,
  asksInFirstPerson,
  echoOf,
  endsInFarewell,
  tellsOfSelf,
} from './own-life.ts';

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
  expect(echoOf('ho portato la bicicletta rossa dal vecchio meccanico con la barba e la pipa')).toBe(
    'ho portato la bicicletta rossa dal vecchio meccanico con la barba',
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

it.each([
  ['Ti lascio al tuo turno', true],
  ['grazie, chiudo qui', true],
  ['spengo tutto e dormo', true],
  ['mi chiamano, ciao', true],
  ['mi chiamano Ciccio', false],
  ['ti lascio un consiglio', false],
  ['spengo la radio e poi la riaccendo', false],
])('«%s» takes leave: %s', (message, leaves) => {
  expect(endsInFarewell(message)).toBe(leaves);
});

it.each([
  ['che ci metto sopra?', true],
  ['da dove comincio?', true],
  ['in che classe sono?', true],
  ['quante volte lo vedo?', true],
  ['chi sono i bisonti?', false],
  ['quanti chili di semi si porta dietro?', false],
])('«%s» is asked of oneself: %s', (question, isOwn) => {
  expect(asksInFirstPerson(foldChatSpelling(question))).toBe(isOwn);
});

it('hears a choice of two things to do, not of two things', () => {
  expect(asksAdvice('ora festeggio o dormo?')).toBe(true);
  expect(asksAdvice('preferisci il caldo o il freddo?')).toBe(false);
});
