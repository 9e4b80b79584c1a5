import { expect, it } from 'vitest';
import { ownTopic } from './topic.ts';

it.each([
  ['mia sorella parte domani', 'tua sorella'],
  ['mio fratello Gino aveva un cane', 'tuo fratello Gino'],
  ['il mio capo è muto', 'il tuo capo'],
  ['ho un mio metodo', 'il tuo metodo'],
  ['dormiva sul mio letto', 'il tuo letto'],
  ['esco con i miei amici', 'i tuoi amici'],
  ['domenica sera, la odio', undefined],
  ['ho finito il capitolo, è mio.', undefined],
])('«%s»: %s', (message, topic) => {
  expect(ownTopic(message)).toBe(topic);
});
