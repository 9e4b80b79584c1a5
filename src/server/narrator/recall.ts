import type { ToldMessage } from '../model/types.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { sentences } from '../text/italian.ts';
import { createVocabulary, variantsOf } from '../text/word-variants.ts';
import { isContent, termsIn } from './terms.ts';

/** What a question about the conversation asks for: the reader's own words, his, or the first thing that was said. */
type Asked = 'reader' | 'his' | 'first';

const first = /\b(prima|primissima) (cosa|domanda|frase)\b|\b(domanda mia|mia domanda)\b|\bper prima\b/;
const his =
  /\bmi (avevi|hai|dicevi|hai mai) (gia )?(detto|rispost\w|raccontat\w|spiegat\w)|\bmi dicevi\b|\bavevi (detto|rispost\w)\b/;
const reader =
  /\bti (ho|avevo) (gia )?(detto|chiest\w|scritt\w|raccontat\w|parlat\w)|\bti ricordi\b.*\b(io|mi\w|mio|facevo|avevo|sono|ero|vivo|abito)\b|\bricordi\b.*\bmi[ao]\b|\b(chiama|chiamava|chiamano) (la |il |l )?(mi[aoe]|miei)\b|\b(chiama|chiamava) .*\bmi[ao]\b|\b(faccio|facevo|abito|vivo|bevevo|studio|lavoro) (io )?\?|\bmi chiamo \?|\b(faccio|aspettando|sogno|ho) io \?|\bavevo \w+\w+ \?/;

/** The reader's own past, or what they are made to be remembered by: «cosa mi insegnava papà?», «indovina chi è salito». */
const ownPast =
  /\b(\w{2,}[aei]vo|ero)\b.*\?|\b(te l[oa]|ti) ricordi\b.*\b(mi|io|ho|ero|\w+[aei]vo)\b|\bmi \w+ava\b.*\?|\bindovina (chi|che|cosa|dove|quanto)\b|\bsecondo me \?|\b(what|where|who|when|which)\b.*\b(my|i)\b.*\?|\bremember\b.*\b(my|i)\b/;
/** What a reader calls mine or did, asked of him: «che regalo ho comprato a mia madre?», «quanti esami mi mancano?». */
const ownNow =
  /^(?=.*\?).*\b(chi|che|cosa|come|dove|quando|quant[oaie]|qual[ei]?|quale|a chi|con chi)\b.*\b(mi[oa]|miei|mie|ho|avevo|facevo|dovevo|volevo)\b/;
/** A short question that goes on from one about what the reader told: «e da chi?», «e quanto pesava?». */
const goingOn = /^(e|ma) (\w+ ){1,4}\?$/;
const toHim = /\b(hai|eri|avevi|tuo|tua|tuoi|tue|tu)\b/;

function askedIn(folded: string, before: string | undefined): Asked | undefined {
  if (first.test(folded)) return 'first';
  if (his.test(folded)) return 'his';
  if (reader.test(folded) || ((ownPast.test(folded) || ownNow.test(folded)) && !toHim.test(folded)))
    return 'reader';
  if (before === undefined || !goingOn.test(folded) || toHim.test(folded)) return undefined;
  return askedIn(before, undefined) === 'reader' ? 'reader' : undefined;
}

/** What a sentence has that answers a question word, whatever it is about. */
const cues: readonly (readonly [asked: RegExp, answers: RegExp])[] = [
  [
    /\bquant[oaie]\b/,
    /\d|\b(un|una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|venti|trenta|cento|mille) \w+/,
  ],
  [/\b(mestiere|lavoro)\b/, /\b(lavor\w+|facev[aoi]|faccio|fa|fac(ev)?ano) /],
  [/\b(dove|ndo)\b/, /\b(vado|andavo|andat[oa]|vivo|abito|parto|torno|sono di|vengo)\b/],
  [/\b(da |con |a |di )?chi\b/, /\b(mi[oa]|miei|mie) \w+|\b(da|con) \w+/],
];

const leads = {
  first: ['La prima riga tua è questa: «{x}».', 'Hai cominciato così: «{x}».'],
  his: ['Ti avevo detto: «{x}».', 'La mia risposta era: «{x}».'],
  reader: [
    'Me l’hai scritto tu: «{x}».',
    'Parole tue: «{x}».',
    'Ce l’ho qui, come l’hai scritta: «{x}».',
    'Hai detto: «{x}».',
  ],
} as const;

/**
 * The answer to a question about the conversation itself, in the words that stand in it; `undefined` for every other question
 * and where nothing in it answers.
 *
 * @param told the conversation, the question last
 * @param isGrave whether a message speaks of danger or pain: it is never brought back
 */
export function recallWords(
  told: readonly ToldMessage[],
  isGrave: (message: string) => boolean,
): string | undefined {
  const question = told.at(-1)?.content ?? '';
  const folded = foldChatSpelling(question);
  const earlier = told.slice(0, -1).findLast(({ role }) => role === 'user')?.content;
  const asked = askedIn(folded, earlier === undefined ? undefined : foldChatSpelling(earlier));
  if (!asked) return undefined;
  const said = told.slice(0, -1).filter(({ role }) => (role === 'user') === (asked !== 'his'));
  const open = said.filter(({ content }) => !isGrave(content));
  const asksFirst = /\b(domanda|chiest\w)\b/.test(folded);
  const opening = open.find(({ content }) => !asksFirst || content.includes('?')) ?? open[0];
  const found =
    asked === 'first'
      ? opening?.content
      : closest(question, open, asked === 'reader' ? cueOf(folded) : undefined);
  if (found === undefined) return undefined;
  const lines = leads[asked];
  return (lines[told.length % lines.length] ?? '').replace('{x}', found.replace(/[.…]+$/u, ''));
}

/** What a sentence must have that answers the question word; `undefined` where it asks for no kind of thing. */
const cueOf = (folded: string) => cues.find(([asks]) => asks.test(folded))?.[1];
/** What such a sentence is worth, and one that is said to him and not of oneself. */
const cueWorth = 0.8;
const toTheOther = /\b(tu|te|tuo|tua|tuoi|tue)\b/;

/** Words that only say that something was said. */
const saying = /^(dic\w*|dett[oaie]|ricord\w*|chie\w*|rispo\w*|raccont\w*|scritt\w*|parl\w*|prima|sai)$/;

/** The sentence that has most of the question, and what its question word asks for; of several the latest. */
function closest(question: string, messages: readonly ToldMessage[], cue?: RegExp): string | undefined {
  const all = messages.flatMap(({ content }) =>
    sentences(content).filter((text) => !text.trimEnd().endsWith('?')),
  );
  const terms = all.map((text) => new Set([...termsIn(text).keys()].filter(isContent)));
  const vocabulary = createVocabulary(terms.flatMap((own) => [...own]));
  const wanted = [...termsIn(question)]
    .filter(([term, word]) => isContent(term) && !saying.test(word))
    .map(([term, word]) => variantsOf(term, word, vocabulary));
  let best: { text: string; score: number } | undefined;
  for (const [at, text] of all.entries()) {
    const plain = foldChatSpelling(text);
    const bonus = cue?.test(plain) && !toTheOther.test(plain) ? cueWorth : 0;
    const score = wanted.reduce((sum, variants) => {
      const worths = [...variants].map(([term, worth]) => (terms[at]?.has(term) ? worth : 0));
      return sum + Math.max(0, ...worths);
    }, bonus);
    if (score > 0.3 && score >= (best?.score ?? 0)) best = { text, score };
  }
  return best?.text;
}
