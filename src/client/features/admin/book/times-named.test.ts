import { expect, it } from 'vitest';
import { timesNamed } from './times-named.ts';

it.each([
  ['Pinocchio', 'Pinocchio corse. «Pinocchio!» E i pinocchi, Pinocchietto no.', 2],
  ['Renzo Tramaglino', 'Renzo e Lucia; Renzo.', 2],
  ['D’Artagnan', 'D’Artagnan rise.', 1],
  ['', 'Nessuno.', 0],
])('%s in «%s»: %i times', (name, text, times) => {
  expect(timesNamed(name, text)).toBe(times);
});
