import type { ChatModel, ChatRequest } from './types.ts';
import { fold, isAsking, terms, words } from './italian.ts';
import { intentOf, leansBack, type Intent } from './offline/intent.ts';
import { readQuestion, type Question } from './offline/question.ts';
import {
  answersOf,
  choose,
  heard,
  isOwnStory,
  join,
  seed,
  tell,
  tellBoth,
  type Manner,
} from './offline/speech.ts';
import { continuation, lastRun, lastTold, runFrom, type Excerpt } from './offline/excerpts.ts';
import { introducing } from './offline/evidence.ts';
import { findExcerpt, type Found } from './offline/telling.ts';
import { spoken, told } from './offline/units.ts';
import type { Lead, Voice } from './offline/voice.ts';

/**
 * The embedded model: no network, no key, no chance. It answers with the protagonist's own sentences, chosen whole
 * from what is unlocked and introduced as one speaks; when the unlocked text does not hold what is asked
 * about, it says so in a way that is the same for a true and for a false guess, and tells something he has lived.
 */
export function createOfflineModel(voice: Voice): ChatModel {
  return {
    name: 'offline',
    tokenBudget: Infinity,
    answerTokens: 0,
    async *reply(request) {
      for (const piece of compose(request, voice).split(/(?<=\s)/)) yield piece;
    },
  };
}

/** How much of a question an excerpt must hold to be its answer, and to be told with a doubt. */
const enough = { plain: 0.45, yesNo: 0.62 } as const;
const nearly = { plain: 0.3, yesNo: 0.5, unknown: 0.5 } as const;
/** How much to be told as the closest thing that he has to a question he cannot answer: it says neither yes nor no. */
const close = { plain: 0.2, yesNo: 0.4 } as const;

export function compose(request: ChatRequest, voice: Voice): string {
  const intent = intentOf(request.question);
  if (request.level === 0 || request.sections.length === 0) return beforeTheBeginning(request, voice, intent);
  const answer = fromMemory(request, voice, intent);
  const reached = request.justUnlocked.at(-1);
  if (reached === undefined || (intent.kind === 'talk' && intent.about === 'distress')) return answer;
  return join(choose(voice.noticing, request).replace('{n}', String(reached)), answer);
}

function beforeTheBeginning(request: ChatRequest, voice: Voice, intent: Intent): string {
  const about = intent.kind === 'talk' || intent.kind === 'now' ? intent.about : intent.kind;
  const topic = Object.entries(voice.levelZeroTopics).find(([key]) => key === about)?.[1];
  const asked = new Set(terms(request.question));
  const named = (one: string) => terms(one).length > 0 && terms(one).every((stem) => asked.has(stem));
  const line = voice.levelZero.find((one) => (topic ? one.topic === topic : named(one.topic)));
  if (line && !heard(request).includes(line.text)) return line.text;
  if (intent.kind === 'talk' && intent.about in voice.smallTalk)
    return smallTalk(request, voice, intent.about);
  if (intent.kind === 'told') return choose(voice.listening, request);
  const own = ofHimself(request, voice);
  if (own) return own;
  return says(request.question) ? deflect(request, voice, undefined) : choose(voice.unclear, request);
}

function fromMemory(request: ChatRequest, voice: Voice, intent: Intent): string {
  switch (intent.kind) {
    case 'talk':
      if (intent.about in voice.smallTalk) return smallTalk(request, voice, intent.about);
      return about(request, voice, 'any');
    case 'told':
      return choose(voice.listening, request);
    case 'now':
      return now(request, voice, intent.about);
    case 'future':
      return deflect(request, voice, undefined);
    case 'who-was': {
      const name = lastNamed(request);
      return name
        ? about({ ...request, question: `Chi è ${name}?` }, voice, 'who')
        : goOn(request, voice, 'more');
    }
    case 'more':
      return goOn(request, voice, intent.lead);
    case 'open':
      return openly(request, voice);
    case 'recap': {
      const excerpt = overview(request, request.sections.length - 1);
      return excerpt ? tell(request, voice, excerpt, { lead: 'recap' }) : deflect(request, voice, undefined);
    }
    case 'last-section':
    case 'section': {
      const wanted = intent.kind === 'section' ? intent.numbers : [request.sections.at(-1)?.sectionNumber];
      const at = request.sections.findIndex(({ sectionNumber }) => wanted.includes(sectionNumber));
      const excerpt = at < 0 ? undefined : overview(request, at);
      if (!excerpt) return deflect(request, voice, undefined);
      const missing = wanted.some(
        (number) => !request.sections.some(({ sectionNumber }) => sectionNumber === number),
      );
      const text = tell(request, voice, excerpt, { lead: 'any', last: missing });
      return missing ? join(text, choose(voice.partly, request)) : text;
    }
    case 'about':
      return about(request, voice, intent.lead);
  }
}

/** The answer to a question about the story, or what he has instead of one. */
function about(request: ChatRequest, voice: Voice, lead: Lead): string {
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

function smallTalk(request: ChatRequest, voice: Voice, topic: string): string {
  const lines =
    Object.entries(voice.smallTalk).find(([key]) => key === topic)?.[1] ?? voice.smallTalk.agreement;
  return choose(lines, request);
}

/** What comes after the last thing he told. */
function goOn(request: ChatRequest, voice: Voice, lead: Lead): string {
  const next = continuation(request);
  if (next === 'nothing-after') return choose(voice.nothingAfter, request);
  if (next) return tell(request, voice, next.excerpt, { lead });
  return lead === 'more' ? openly(request, voice) : smallTalk(request, voice, 'agreement');
}

/** From the end of what he has lived: the feeling is in how the last section ends, the place in how it begins. */
function now(request: ChatRequest, voice: Voice, asked: 'feeling' | 'place' | 'doing'): string {
  for (let at = request.sections.length - 1; at >= 0; at -= 1) {
    const section = request.sections[at];
    if (!section) continue;
    const { tellings } = told(section);
    const beginnings = [overview(request, at, 45), ...tellings.map((telling) => runFrom(telling, 0, 40))];
    const ends = tellings.map((telling) => lastRun(telling, 55));
    // He is still in the last section when its beginning was told already.
    const wanted = asked === 'place' ? [...beginnings, ...ends] : ends;
    const excerpt = wanted.find((one) => one && !heard(request).includes(one.units[0]?.text ?? ''));
    if (excerpt) return tell(request, voice, excerpt, { lead: asked, last: true });
  }
  return smallTalk(request, voice, 'howAreYou');
}

/** The last somebody or something he called by name, that the reader may mean with «lui». */
function lastNamed(request: ChatRequest): string | undefined {
  const [latest = ''] = answersOf(request).slice(-1);
  const names = words(latest).filter(({ name, written }) => name && written.length > 2);
  const counts = new Map<string, number>();
  for (const { written } of names) counts.set(written, (counts.get(written) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Whether a message has any word at all. */
function says(message: string): boolean {
  return /\p{L}{2}/u.test(message);
}

function askedBefore({ question, history }: ChatRequest): boolean {
  const plain = (text: string) =>
    fold(text.toLowerCase())
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return history.some(({ role, content }) => role === 'user' && plain(content) === plain(question));
}

/** Something he tells of his own accord: the beginning of a section he has not spoken of yet, the newest first. */
function openly(request: ChatRequest, voice: Voice): string {
  for (let at = request.sections.length - 1; at >= 0; at -= 1) {
    const excerpt = overview(request, at);
    if (excerpt && !heard(request).includes(excerpt.units[0]?.text ?? ''))
      return tell(request, voice, excerpt, { lead: 'open' });
  }
  return choose(voice.nothingAfter, request);
}

/** The beginning of a section, from its summary if it has one. */
function overview(request: ChatRequest, at: number, length = 75): Excerpt | undefined {
  const section = request.sections[at];
  const telling = section && told(section).tellings.at(-1);
  return telling && runFrom(telling, 0, length);
}

/** What he says of himself to a question that has one of a topic's words, the rest of it being ordinary. */
function ofHimself(request: ChatRequest, voice: Voice): string | undefined {
  const asked = terms(request.question).filter((stem) => !isAsking(stem));
  const said = heard(request);
  for (const { about: called, lines } of voice.topics) {
    const own = new Set(terms(called));
    const others = asked.filter((stem) => !own.has(stem));
    // A word or two beside it may be a verb; more are about something else.
    if (others.length === asked.length || others.length > 1) continue;
    const fresh = lines.filter((line) => !said.includes(line));
    if (fresh.length > 0) return choose(fresh, request);
  }
  return undefined;
}

/**
 * «I do not know», and then something he has lived: the question is folded back into his own story. Both are chosen by the
 * place in the conversation and not by the question, so that a true and a false guess about the future hear the same; it never
 * repeats what the reader wrote.
 */
function deflect(request: ChatRequest, voice: Voice, question: Question | undefined): string {
  const place = seed(answersOf(request).at(-1) ?? '', request.level);
  const byName = question?.unknownName === true && place % 3 === 0;
  const refusal = choose(byName ? voice.nameDeflections : voice.deflections, request, place);
  if (request.sections.length === 0) return refusal;
  const scene = aScene(request, place);
  if (scene && isOwnStory(request) && place % 4 !== 3)
    return join(refusal, choose(voice.folds, request, place >>> 2), tellShort(scene));
  const section = request.sections[place % request.sections.length];
  if (!section) return refusal;
  const untitled = /^(capitolo|sezione|parte)?\s*[\divxlc]*$/i.test(section.title);
  const steers = (untitled ? voice.steers : voice.titledSteers).map((line) =>
    line.replace('{n}', String(section.sectionNumber)).replace('{title}', section.title),
  );
  return join(refusal, choose(steers, request, place >>> 3));
}

function wasTold(request: ChatRequest, { units }: Excerpt): boolean {
  const said = heard(request);
  return units.some(({ text }) => text.length > 20 && said.includes(text));
}

/** A scene he has not told yet, from the end of one of the latest sections. */
function aScene(request: ChatRequest, place: number): Excerpt | undefined {
  const latest = request.sections.slice(-4);
  for (let step = 0; step < latest.length; step += 1) {
    const section = latest[(place + step) % latest.length];
    const [telling] = section ? told(section).tellings : [];
    const scene = telling && runFrom(telling, 0, 30);
    if (scene && !wasTold(request, scene)) return scene;
  }
  return undefined;
}

/** About forty words of an excerpt, whole sentences. */
function tellShort({ units }: Excerpt): string {
  let count = 0;
  let end = 0;
  for (const unit of units) {
    if (count > 0 && count + unit.words > 52) break;
    count += unit.words;
    end += 1;
  }
  return spoken(units.slice(0, end));
}
