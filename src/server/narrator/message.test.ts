import { expect, it } from 'vitest';
import { readMessage } from './message.ts';

it.each([
  'ti piace il mare',
  'da te i treni arrivano in orario',
  'hai mai volato',
  'hai paura del buio',
  'sai cucinare qualcosa',
  'a te piaceva qualche materia',
  'sai chi ha costruito i bisonti',
  'mi fai vedere dove abiti',
])('hears that «%s» asks, without its mark', (text) => {
  expect(readMessage(text).asks).toBe(true);
  expect(readMessage(text).open).toBe(false);
});

it.each([
  'hai ragione',
  'sei simpatico',
  'lo sai che mia zia fa la sarta',
  'tu sei forte',
  'da te non me l’aspettavo. mi piace',
  'ti piace vincere facile!',
])('hears that «%s» asks nothing', (text) => {
  expect(readMessage(text).asks).toBe(false);
});
