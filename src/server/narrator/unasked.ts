import { words } from '../text/italian.ts';
import type { ChatRequest } from '../model/types.ts';
import { continuation, lastRun, runFrom, type Excerpt } from './excerpts.ts';
import { smallTalk } from './of-himself.ts';
import { answersOf, choose, heard, tell } from './speech.ts';
import { told } from './units.ts';
import type { Lead, Voice } from './voice.ts';

/** What comes after the last thing he told. */
export function goOn(request: ChatRequest, voice: Voice, lead: Lead): string {
  const next = continuation(request);
  if (next === 'nothing-after') return choose(voice.nothingAfter, request);
  if (next) return tell(request, voice, next.excerpt, { lead });
  return lead === 'more' ? openly(request, voice) : smallTalk(request, voice, 'agreement');
}

/** From the end of what he has lived: the feeling is in how the last section ends, the place in how it begins. */
export function now(request: ChatRequest, voice: Voice, asked: 'feeling' | 'place' | 'doing'): string {
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

/** Something he tells of his own accord: the beginning of a section he has not spoken of yet, the newest first. */
export function openly(request: ChatRequest, voice: Voice): string {
  for (let at = request.sections.length - 1; at >= 0; at -= 1) {
    const excerpt = overview(request, at);
    if (excerpt && !heard(request).includes(excerpt.units[0]?.text ?? ''))
      return tell(request, voice, excerpt, { lead: 'open' });
  }
  return choose(voice.nothingAfter, request);
}

/** The beginning of a section, from its summary if it has one. */
export function overview(request: ChatRequest, at: number, length = 75): Excerpt | undefined {
  const section = request.sections[at];
  const telling = section && told(section).tellings.at(-1);
  return telling && runFrom(telling, 0, length);
}

/** The last somebody or something he called by name, that the reader may mean with «lui». */
export function lastNamed(request: ChatRequest): string | undefined {
  const [latest = ''] = answersOf(request).slice(-1);
  const names = words(latest).filter(({ name, written }) => name && written.length > 2);
  const counts = new Map<string, number>();
  for (const { written } of names) counts.set(written, (counts.get(written) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
