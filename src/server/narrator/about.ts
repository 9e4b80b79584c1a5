import { fold } from '../text/italian.ts';
import type { ChatRequest } from '../model/types.ts';
import { introducing } from './evidence.ts';
import { lastTold, runFrom, type Excerpt } from './excerpts.ts';
import { leansBack } from './intent.ts';
import { ofHimself, says } from './of-himself.ts';
import { readQuestion, type Question } from './question.ts';
import { deflect } from './refusal.ts';
import { choose, heard, tell, tellBoth, type Manner } from './speech.ts';
import { findExcerpt, type Found } from './telling.ts';
import { goOn } from './unasked.ts';
import type { Lead, Voice } from './voice.ts';

/** How much of a question an excerpt must hold to be its answer, and to be told with a doubt. */
const enough = { plain: 0.45, yesNo: 0.62 } as const;
const nearly = { plain: 0.3, yesNo: 0.5, unknown: 0.5 } as const;
/** How much to be told as the closest thing that he has to a question he cannot answer: it says neither yes nor no. */
const close = { plain: 0.2, yesNo: 0.4 } as const;

/** The answer to a question about the story, or what he has instead of one. */
export function about(request: ChatRequest, voice: Voice, lead: Lead): string {
  const question = readQuestion(request.question, request.sections, voice.name, lead === 'yesNo');
  if (ofHabits.test(request.question)) {
    const own = ofHimself(request, voice);
    if (own) return own;
  }
  // «Parlami di Irja»: who she is.
  if (lead === 'any' && question.names.length === 1 && question.known.length === 1) lead = 'who';
  const cannotKnow = question.unknownName || question.unknownNumber;
  const context = cannotKnow ? undefined : contextOf(request, voice, question);
  if (question.known.length === 0 && !cannotKnow && !context) {
    const own = ofHimself(request, voice);
    if (own) return own;
    if (question.unknownWeight > 0) return deflect(request, voice, question);
    if (!says(request.question)) return choose(voice.unclear, request);
  }
  const sought = context ? leaning(question, context) : question;
  const last = context ? lastTold(request) : undefined;
  const found = findExcerpt({ request, question: sought, lead, last, said: heard(request) });
  const limits = lead === 'yesNo' ? 'yesNo' : 'plain';
  // What was talked about vouches for part of a question that leans on it.
  const cover =
    (found?.cover ?? 0) + (found && last?.telling.section === found.excerpt.telling.section ? 0.2 : 0);
  // Where what it is about is not in the book so far, a name that is does not make an answer.
  const about = question.known.reduce((all, { name, rarity }) => all + (name ? 0 : rarity), 0);
  const isStrange = question.unknownWeight > Math.max(about, 1);
  const least = isStrange && limits === 'plain' ? nearly.unknown : nearly[limits];
  if (!found || cannotKnow || cover < least) {
    const own = cannotKnow ? undefined : ofHimself(request, voice);
    if (own) return own;
    if (question.known.length === 0 && !cannotKnow) return goOn(request, voice, 'more');
    if (found && !found.repeated && !cannotKnow && cover >= close[limits])
      return tellFound(request, voice, found, { lead: 'closest' });
    return deflect(request, voice, question);
  }
  const { excerpt, repeated } = found;
  if (askedBefore(request)) {
    const further = repeated ? runFrom(excerpt.telling, excerpt.to + 1) : excerpt;
    if (further) return tell(request, voice, further, { lead: 'again' });
  }
  if (repeated) return tell(request, voice, excerpt, { lead: 'asBefore' });
  if (cover < enough[limits]) return tellFound(request, voice, found, { lead: 'hedge' });
  const opening = lead === 'yesNo' && isPlainYes(sought, excerpt) ? choose(voice.yes, request) : undefined;
  const manner = { lead, ...(opening && { opening }) };
  return tellFound(request, voice, found, manner);
}

/** What was found, with the second place that may well hold the answer. */
function tellFound(request: ChatRequest, voice: Voice, { excerpt, other }: Found, manner: Manner): string {
  return other ? tellBoth(request, voice, [excerpt, other], manner) : tell(request, voice, excerpt, manner);
}

/** What he does and likes, whatever has happened. */
const ofHabits =
  /(?<!\p{L})(ti piac(e|ciono)|preferisci|mangi|bevi|dormi|leggi|ascolti|sogni|temi|detesti|odi|sai cantare|sai suonare)(?!\p{L})/iu;

/** What was asked before, when the question leans on it. */
function contextOf(request: ChatRequest, voice: Voice, question: Question): Question | undefined {
  const { known, names, unknownWeight } = question;
  if (known.length > 0 && introducing.test(request.question)) return undefined;
  if (!leansBack(request.question, known.length, names.length > 0, unknownWeight > 0)) return undefined;
  const asked = request.history.filter(({ role }) => role === 'user').map(({ content }) => content);
  let before = asked.pop();
  // What leaned itself passes on what it leaned on.
  while (before && asked.length > 0 && !/(?<=.)\p{Lu}/u.test(before) && before.length < 40) {
    before = `${asked.pop() ?? ''} ${before}`;
  }
  const context = before && readQuestion(before, request.sections, voice.name, false);
  return context && context.known.length > 0 ? context : undefined;
}

/** A question with the words of the one before it, at half their weight. */
function leaning(question: Question, context: Question): Question {
  const own = new Set(question.known.flatMap(({ stems }) => [...stems.keys()]));
  const lent = context.known
    .filter(({ stems }) => ![...stems.keys()].some((stem) => own.has(stem)))
    .map((wanted) => ({ ...wanted, rarity: wanted.rarity * 0.5, lent: true as const }));
  return {
    ...question,
    known: [...question.known, ...lent],
    // Whoever was spoken of still is, unless somebody else is named now.
    names: question.names.length > 0 ? question.names : lent.filter(({ name }) => name),
    unknownWeight: question.unknownWeight * 0.4,
  };
}

/** Not, nobody, nowhere; or what is only supposed, seems, or might be. */
const notPlain =
  /(?<!\p{L})(non|né|mai|niente|nulla|nessun\p{L}*|senza|se|come se|forse|credevo|credo|pensai|pensavo|sembrava|pareva|quasi|prima di|avrebbe|avrei|voleva|volevo|doveva)(?!\p{L})/iu;

/** Whether one plain sentence of his own says all that a question for a yes asks, names apart. */
function isPlainYes({ known, unknownWeight }: Question, { units }: Excerpt): boolean {
  const content = known.filter(({ name }) => !name);
  if (content.length < 2 || unknownWeight > 0) return false;
  return units.some(
    ({ text, stems, dialogue }) =>
      !dialogue &&
      !/[«»?]/.test(text) &&
      !notPlain.test(text) &&
      content.filter((wanted) => [...wanted.stems].some(([stem, worth]) => worth >= 0.9 && stems.has(stem)))
        .length >=
        content.length - (content.length > 2 ? 1 : 0),
  );
}

function askedBefore({ question, history }: ChatRequest): boolean {
  const plain = (text: string) =>
    fold(text.toLowerCase())
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return history.some(({ role, content }) => role === 'user' && plain(content) === plain(question));
}
