import type { Note } from '../listener/texts.ts';
import { askedBack } from './asked-back.ts';
import { readMessage } from './message.ts';
import { asksAdvice, asksHisView } from './own-life.ts';
import { contentTerms } from './terms.ts';

/** «Mi chiamo Giulia, chi è Gina?»: what the first part tells, what he says to it, and the question after it. */
export interface Introduction {
  told: string;
  line: string;
  question: string;
}

interface Hearing {
  notesIn(told: string): readonly Note[];
  /** What he says to something told, beside what he has said; `undefined` where it tells nothing. */
  lineFor(told: string, said: readonly string[]): string | undefined;
}

/** How many lines are looked at for one that asks nothing: the reader's question is answered next. */
const mostLinesTried = 6;

/** Where a question may begin after something told: at a mark, after «e», or at a word that asks. */
const questionStart =
  /[.!;:,…\n–—-]+\s+|\s+(?:e|ma|però)\s+|\s+(?=(?:chi|che cosa|cosa|cos['’]|dov['’]|dove|quando|perch[eé]|xk[eé]?|quant[oaie]|qual[ei]?|parlami|raccontami|dimmi|spiegami|mi (?:dici|spieghi|racconti|parli)|volevo (?:sapere|chiederti)|vorrei (?:sapere|chiederti))(?!\p{L}))/giu;

/** «So di cosa parlo», «a chi lo do»: what stands before belongs to it. */
const opensQuestion = /(?<!\p{L})(?:a|di|da|in|con|su|per|fra|tra|so|sa|sai|capisco|ecco|non|ricordo)$/iu;

/** How many ways to part a message are tried: a word that asks again and again kept the site busy for a second. */
const mostPartings = 12;

/** The last ways to part a message into what it tells and what it asks after that, the longest question first. */
function* partsThatAsk(text: string): Generator<{ told: string; asked: string }> {
  for (const { 0: between, index } of [...text.matchAll(questionStart)].slice(-mostPartings)) {
    const [told, asked] = [text.slice(0, index).trim(), text.slice(index + between.length).trim()];
    if (!told.includes('?') && !opensQuestion.test(told) && readMessage(asked).asks) yield { told, asked };
  }
}

/** What a message tells of its reader before it asks something of him; `undefined` where it does not do both. */
export function introductionIn(message: string, hearing: Hearing): Introduction | undefined {
  for (const { told, asked } of partsThatAsk(message)) {
    if (askedBack(asked) !== undefined || asksAdvice(asked) || asksHisView(asked)) continue;
    const question = contentTerms(asked).size > 0 ? asked : nameAskedBack(told, asked, hearing);
    const line = question === undefined ? undefined : lineThatTells(told, hearing);
    if (question !== undefined && line !== undefined) return { told, line, question };
  }
  return undefined;
}

function lineThatTells(told: string, { lineFor }: Hearing): string | undefined {
  const asking: string[] = [];
  while (asking.length < mostLinesTried) {
    const line = lineFor(told, asking);
    if (line === undefined || !line.includes('?')) return line;
    asking.push(line);
  }
  return undefined;
}

/** «Sono Anna, e tu?» asks for his name; «e tu?» after anything else, for more than a line can tell. */
function nameAskedBack(told: string, asked: string, { notesIn }: Hearing): string | undefined {
  const isName = notesIn(told).some(({ slot }) => slot === 'nome');
  return isName && /^(?:e )?(?:tu|te)\b/i.test(asked) ? 'come ti chiami?' : undefined;
}
