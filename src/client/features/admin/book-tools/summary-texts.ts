import { inHouse, type StrayWord, type SummaryForm } from '#shared/contracts/summaries.ts';

export const formNames: Record<SummaryForm, string> = {
  reduced70: 'riassunto al 70%',
  reduced30: 'riassunto al 30%',
  line: 'frase',
};

export function makerName(by: string): string {
  return by === inHouse ? 'riassuntore interno' : by;
}

/** `Irja (sezione 4)`, or `Brunilde (mai nel testo)`. */
export function strayText({ word, first }: StrayWord): string {
  return first === undefined ? `${word} (mai nel testo)` : `${word} (sezione ${first})`;
}
