import { terms } from '../text/italian.ts';
import { about } from './about.ts';
import { intentOf, type Intent } from './intent.ts';
import { ofHimself, says, smallTalk } from './of-himself.ts';
import { deflect } from './refusal.ts';
import { choose, heard, join, tell } from './speech.ts';
import { goOn, lastNamed, now, openly, overview } from './unasked.ts';
import type { Voice } from './voice.ts';
import type { ChatModel, ChatRequest } from '../model/types.ts';

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
