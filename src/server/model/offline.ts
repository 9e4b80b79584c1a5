import type { ChatModel, ChatRequest } from './types.ts';
import { fold, terms } from './italian.ts';
import { intentOf, type Intent } from './offline/intent.ts';
import { readQuestion } from './offline/question.ts';
import { continuation, findExcerpt, runFrom, type Excerpt } from './offline/telling.ts';
import { spoken, told } from './offline/units.ts';
import type { Lead, Voice } from './offline/voice.ts';

/**
 * The embedded model: no network, no key, no chance. It answers with the protagonist's own sentences, chosen whole
 * from what is unlocked and introduced as one speaks; when the unlocked text does not hold what is asked
 * about, it says so in a way that is the same for a true and for a false guess.
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

function compose(request: ChatRequest, voice: Voice): string {
  const intent = intentOf(request.question);
  if (request.level === 0 || request.sections.length === 0) return beforeTheBeginning(request, voice, intent);
  const answer = fromMemory(request, voice, intent);
  const reached = request.justUnlocked.at(-1);
  if (reached === undefined || (intent.kind === 'talk' && intent.about === 'distress')) return answer;
  return join(choose(voice.noticing, request).replace('{n}', String(reached)), answer);
}

function beforeTheBeginning(request: ChatRequest, voice: Voice, intent: Intent): string {
  const about =
    intent.kind === 'talk'
      ? intent.about
      : intent.kind === 'open' || intent.kind === 'recap'
        ? intent.kind
        : undefined;
  const topic = about && voice.levelZeroTopics[about];
  const asked = new Set(terms(request.question));
  const named = (one: string) => terms(one).length > 0 && terms(one).every((stem) => asked.has(stem));
  const line = voice.levelZero.find((one) => (topic ? one.topic === topic : named(one.topic)));
  if (line && !heard(request).includes(line.text)) return line.text;
  if (intent.kind === 'talk' && intent.about in voice.smallTalk)
    return smallTalk(request, voice, intent.about);
  return deflect(request, voice);
}

function fromMemory(request: ChatRequest, voice: Voice, intent: Intent): string {
  switch (intent.kind) {
    case 'talk':
      if (intent.about in voice.smallTalk) return smallTalk(request, voice, intent.about);
      return about(request, voice, 'any');
    case 'future':
      return about(request, voice, 'any', true);
    case 'more': {
      const next = continuation(request);
      if (next === 'nothing-after') return choose(voice.nothingAfter, request);
      if (next) return tell(request, voice, intent.lead, next.excerpt);
      return intent.lead === 'more' ? openly(request, voice) : smallTalk(request, voice, 'agreement');
    }
    case 'open':
      return openly(request, voice);
    case 'recap': {
      const excerpt = overview(request, request.sections.length - 1);
      return excerpt ? tell(request, voice, 'recap', excerpt) : deflect(request, voice);
    }
    case 'last-section':
    case 'section': {
      const wanted = intent.kind === 'section' ? intent.numbers : [request.sections.at(-1)?.sectionNumber];
      const at = request.sections.findIndex(({ sectionNumber }) => wanted.includes(sectionNumber));
      const excerpt = at < 0 ? undefined : overview(request, at);
      if (!excerpt) return deflect(request, voice);
      const missing = wanted.some(
        (number) => !request.sections.some(({ sectionNumber }) => sectionNumber === number),
      );
      const text = tell(request, voice, 'any', excerpt, missing);
      return missing ? join(text, choose(voice.partly, request)) : text;
    }
    case 'about':
      return about(request, voice, intent.lead);
  }
}

/** The answer to a question about the story, or the refusal. */
function about(request: ChatRequest, voice: Voice, lead: Lead, onlyNames = false): string {
  const question = readQuestion(request.question, request.sections, voice.name, lead === 'yesNo');
  if (onlyNames || question.unknownName) return deflect(request, voice, question.unknownName);
  if (question.known.length === 0) {
    if (question.unknownWeight > 0) return deflect(request, voice);
    const next = continuation(request);
    return next && next !== 'nothing-after'
      ? tell(request, voice, 'more', next.excerpt)
      : openly(request, voice);
  }
  const found = findExcerpt(request, question, heard(request), lead);
  if (!found) return deflect(request, voice);
  if (!found.repeated) return tell(request, voice, askedBefore(request) ? 'again' : lead, found.excerpt);
  const { telling, to } = found.excerpt;
  const further = askedBefore(request) ? runFrom(telling, to + 1) : undefined;
  return further ? tell(request, voice, 'again', further) : tell(request, voice, 'asBefore', found.excerpt);
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
      return tell(request, voice, 'open', excerpt);
  }
  return choose(voice.nothingAfter, request);
}

/** The beginning of a section, from its summary if it has one. */
function overview(request: ChatRequest, at: number): Excerpt | undefined {
  const section = request.sections[at];
  const telling = section && told(section).tellings.at(-1);
  return telling && runFrom(telling, 0, 75);
}

/** Leads that suit a story of one’s own and of others. */
const anyTeller = new Set<Lead>(['more', 'because', 'again', 'asBefore']);

function tell(request: ChatRequest, voice: Voice, lead: Lead, excerpt: Excerpt, last = false): string {
  const share =
    request.sections.reduce((sum, section) => sum + told(section).firstPerson, 0) / request.sections.length;
  // What happened to somebody else is told, not remembered.
  const kind = share > 0.15 || anyTeller.has(lead) ? lead : 'told';
  const text = spoken(excerpt.units);
  const before = choose(voice.leads[kind], request);
  const goesOn = !last && excerpt.to < excerpt.telling.units.length - 1;
  const after =
    goesOn && seed(request.question, request.history.length) % 3 === 0 ? choose(voice.closings, request) : '';
  return join(before, text, after);
}

/** Parts said one after the other; what is not dialogue keeps off the line of one with dashes. */
function join(...parts: readonly string[]): string {
  return parts.filter(Boolean).reduce((said, part) => {
    const dashes = /(^|\n)—[^\n]*$/.test(said) || part.startsWith('—');
    return said + (dashes ? '\n' : ' ') + part;
  });
}

/**
 * «I do not know», chosen by the place in the conversation and not by the question: a true and a false guess about
 * the future hear the same. It never repeats what the reader wrote.
 */
function deflect(request: ChatRequest, voice: Voice, asksForName = false): string {
  const place = seed(
    request.history.findLast(({ role }) => role === 'assistant')?.content ?? '',
    request.level,
  );
  const fitting = voice.deflections.filter((line) => asksForName || !/\bnome\b/.test(line));
  const refusal = choose(fitting, request, place);
  const section = request.sections[place % request.sections.length];
  if (!section || place % 5 < 2) return refusal;
  const untitled = /^(capitolo|sezione|parte)?\s*[\divxlc]*$/i.test(section.title);
  const steers = (untitled ? voice.steers : voice.titledSteers).map((line) =>
    line.replace('{n}', String(section.sectionNumber)).replace('{title}', section.title),
  );
  return `${refusal} ${choose(steers, request, place >>> 3)}`;
}

function smallTalk(request: ChatRequest, voice: Voice, topic: string): string {
  const lines =
    Object.entries(voice.smallTalk).find(([key]) => key === topic)?.[1] ?? voice.smallTalk.agreement;
  return choose(lines, request);
}

/** What he has said so far in this conversation. */
function heard(request: ChatRequest): string {
  return request.history
    .filter(({ role }) => role === 'assistant')
    .map(({ content }) => content)
    .join('\n');
}

/** One of the lines, the same for the same request, and not one of the latest while there are others. */
function choose(
  lines: readonly string[],
  request: ChatRequest,
  by = seed(request.question, request.history.length),
): string {
  const answers = request.history.filter(({ role }) => role === 'assistant').slice(-lines.length + 1);
  const stale = (line: string) => answers.some(({ content }) => line !== '' && content.includes(line));
  const fresh = lines.filter((line) => !stale(line));
  const from = fresh.length > 0 ? fresh : lines;
  return from[by % from.length] ?? '';
}

/** FNV-1a. */
function seed(text: string, number: number): number {
  let hash = 0x811c9dc5 ^ number;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
