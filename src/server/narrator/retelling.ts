import { isEveryday } from '../text/everyday-words.ts';
import { sentences } from '../text/italian.ts';
import { confidenceIn, findCards, namesIn } from './card-search.ts';
import { speech, type Card, type Reply, type Scene } from './scene.ts';
import { contentTerms } from './terms.ts';

/** How a card of what happened in a section is asked for. */
const ofSection = ['fammi il riassunto', 'riassumi il capitolo', 'in breve, che è successo?'];
/** Words that a summary of everything is asked for with: any other says what of. */
const ofAll = contentTerms(
  'riassumimi riassumi riassunto riassunti riassuntino riepilogo riepilogami ricapitola ricapitoliamo storia libro trama romanzo vicenda tutto tutta inizio principio riga righe due tre breve poche parole frasi sintesi finora qui ora adesso racconta raccontami dimmi dirmi narrami spiegami fai fammi fare puoi vuoi successo succede veloce piccolo bel favore dai ciao capo daccapo punto',
);
/** How alike a card's ways of asking must be for it to tell of the whole section. */
const alike = 0.4;
/** How well a card must answer for «riassumi la serata al porto» to be of that alone. */
const sure = 0.15;

/** All of what is open in three sentences: how it began, what came between, where it has come to. `undefined`: it is of one thing. */
export function retell(scene: Scene): Reply | undefined {
  const { request, cards } = scene;
  const words = [...contentTerms(request.question)].filter((term) => !ofAll.has(term));
  const isOfOne = namesIn(request.question, cards).size > 0;
  if (words.length > 0 && (isOfOne || confidenceIn(findCards(request.question, cards)) >= sure))
    return undefined;
  const told = request.sections.flatMap(({ id }) => {
    const own = cards.filter(({ sectionId, kind }) => sectionId === id && kind === 'fact');
    const found = ofSection.flatMap((question) => findCards(question, own).slice(0, 1));
    const [best] = found.sort((one, other) => other.ask - one.ask);
    return best && best.ask >= alike ? [best.card] : [];
  });
  const [first] = told;
  const last = told.at(-1);
  if (!first || !last) return undefined;
  if (first === last) return speech(first.says);
  const middle = told.length > 2 ? told[Math.floor((told.length - 1) / 2)] : undefined;
  const parts = [
    `All’inizio: ${heartOf(first)}`,
    ...(middle ? [`Poi: ${heartOf(middle)}`] : []),
    `E adesso: ${heartOf(last)}`,
  ];
  return speech(parts.join(' '));
}

/** The most words of what leads to the sentence that says most, with it. */
const mostWords = 30;

/** The sentence of a card that says most, with what leads to it where that is short: as one sentence. */
function heartOf({ says }: Card): string {
  const all = sentences(says);
  const most = Math.max(...all.map((text) => contentTerms(text).size));
  const at = all.findIndex((text) => contentTerms(text).size === most);
  const whole = all.slice(0, at + 1);
  const kept = whole.join(' ').split(/\s+/).length <= mostWords ? whole : whole.slice(-1);
  return kept.map((text) => uncapitalised(text).replace(/\.$/u, '')).join('; ') + '.';
}

function uncapitalised(text: string): string {
  const opening = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '';
  return isEveryday(opening) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
