import type { ChatRequest } from '../model/types.ts';
import { told, type Telling, type Unit } from './units.ts';

/** A run of units to be said, and where it stands. */
export interface Excerpt {
  telling: Telling;
  from: number;
  to: number;
  units: readonly Unit[];
}

/** Words after which a run of its own accord ends. */
const longest = 72;

export function cutAt(telling: Telling, from: number, to: number): Excerpt {
  return { telling, from, to, units: telling.units.slice(from, to + 1) };
}

/** A question, or an announcement: an excerpt does not end there. */
export const isCliff = ({ text }: Unit): boolean => /[?:][»”]?( —)?$/.test(text);

/** A run from `from` on: about `words` words, to the end of a paragraph if one is near. */
export function runFrom(telling: Telling, from: number, words = 60): Excerpt | undefined {
  let count = 0;
  let to = from;
  for (; to < telling.units.length; to += 1) {
    const unit = telling.units[to];
    if (!unit) break;
    if (count > 0 && count + unit.words > longest) break;
    count += unit.words;
    if (count >= words && unit.closes && !isCliff(unit)) return cutAt(telling, from, to);
  }
  return to > from ? cutAt(telling, from, to - 1) : undefined;
}

/** The last run of a telling: at most `words` words, from the beginning of a paragraph if that is near. */
export function lastRun(telling: Telling, words = 60): Excerpt | undefined {
  const { units } = telling;
  let count = 0;
  let from = units.length;
  let opening: number | undefined;
  while (from > 0 && count + (units[from - 1]?.words ?? 0) <= words) {
    from -= 1;
    count += units[from]?.words ?? 0;
    if (units[from]?.opens && !units[from]?.leaning && count >= words / 3) opening = from;
  }
  return from < units.length ? cutAt(telling, opening ?? from, units.length - 1) : undefined;
}

/** Where the last thing he told was taken from. */
export function lastTold(request: ChatRequest): Excerpt | undefined {
  const last = request.history.findLast(
    ({ role, content }) => role === 'assistant' && content.length > 0,
  )?.content;
  if (!last) return undefined;
  let found: Excerpt | undefined;
  let longestRun = 0;
  for (const section of request.sections) {
    for (const telling of told(section).tellings) {
      let run = 0;
      let from = 0;
      for (const [at, { text }] of telling.units.entries()) {
        if (!last.includes(text)) {
          run = 0;
          continue;
        }
        // Short lines stand in many places; the longest run is what was said.
        if (run === 0) from = at;
        run += text.length;
        if (run > Math.max(longestRun, 20)) [found, longestRun] = [cutAt(telling, from, at), run];
      }
    }
  }
  return found;
}

/** What comes after the last thing said: the next run of the same telling, or of the next unlocked section. */
export function continuation(request: ChatRequest): { excerpt: Excerpt } | 'nothing-after' | undefined {
  const found = lastTold(request);
  if (!found) return undefined;
  const next = runFrom(found.telling, found.to + 1);
  if (next) return { excerpt: next };
  const place = request.sections.indexOf(found.telling.section);
  const following = request.sections[place + 1];
  const opening = following && told(following).tellings[0];
  const excerpt = opening && runFrom(opening, 0);
  return excerpt ? { excerpt } : 'nothing-after';
}
