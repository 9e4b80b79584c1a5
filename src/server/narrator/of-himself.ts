import { isAsking, terms } from '../text/italian.ts';
import type { ChatRequest } from '../model/types.ts';
import { choose, heard } from './speech.ts';
import type { Voice } from './voice.ts';

export function smallTalk(request: ChatRequest, voice: Voice, topic: string): string {
  const lines =
    Object.entries(voice.smallTalk).find(([key]) => key === topic)?.[1] ?? voice.smallTalk.agreement;
  return choose(lines, request);
}

/** What he says of himself to a question that has one of a topic's words, the rest of it being ordinary. */
export function ofHimself(request: ChatRequest, voice: Voice): string | undefined {
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

/** Whether a message has any word at all. */
export function says(message: string): boolean {
  return /\p{L}{2}/u.test(message);
}
