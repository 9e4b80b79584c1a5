import { expect, test } from 'vitest';
import { callBy } from './addressing.ts';
import { withoutFrame } from './question-frame.ts';

callBy('Elda');

test.each([
  ['scusa una cosa, hai fratelli? sono curiosa', 'hai fratelli?'],
  ['senti elda come ti chiami', 'come ti chiami'],
  ['volevo sapere se hai un cane', 'hai un cane?'],
  ['posso farti una domanda? chi è la pilota', 'chi è la pilota?'],
  ['Scusa se ti disturbo, che ore sono?', 'che ore sono?'],
  ['e dimmi, quanto fa freddo?', 'quanto fa freddo?'],
  ['mi chiedevo se fosse vivo', 'fosse vivo?'],
  ['hai un sogno? chiedo per un amico', 'hai un sogno?'],
  ['e tu che fai?', 'che fai?'],
  ['tu invece, dove vivi', 'dove vivi'],
  ['toglimi una curiosità, chi ti ha insegnato?', 'chi ti ha insegnato?'],
  ['i ragazzi vogliono sapere cosa mangiate lassù', 'cosa mangiate lassù'],
  ['oggi in classe mi hanno chiesto chi è il custode', 'chi è il custode'],
  ['mia figlia chiede sempre se hai freddo', 'hai freddo?'],
  ['La mia classe vuole sapere quanti anni hai?', 'quanti anni hai?'],
])('«%s» asks «%s»', (message, question) => {
  expect(withoutFrame(message)).toBe(question);
});

test.each([
  'guarda che hai torto',
  'ok',
  'allora, oggi ho preso otto',
  'dimmi la verità',
  'ti faccio una domanda',
  'una domanda',
  'scusa',
  'e tu che ne pensi?',
  'per favore',
  'chi è la pilota?',
  'mi hanno chiesto come mi chiamo',
  'il medico mi ha chiesto se dormo',
  'mio marito vuole sapere se sono pazza',
  'mio fratello mi ha chiesto venti euro',
  'lui ti ha chiesto come stai?',
])('«%s» stays as it is', (message) => {
  expect(withoutFrame(message)).toBe(message);
});
