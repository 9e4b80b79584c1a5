import type { ChatRequest } from '../model/types.ts';
import type { Excerpt } from './excerpts.ts';
import { spoken, told } from './units.ts';
import type { Lead, Voice } from './voice.ts';

/** Parts said one after the other; what is not dialogue keeps off the line of one with dashes. */
export function join(...parts: readonly string[]): string {
  return parts.filter(Boolean).reduce((said, part) => {
    // A dash that closes a speech would open the next one if that stood on its line.
    const dashes = /(^|\n)—[^\n]*$/.test(said) || said.endsWith('—') || part.startsWith('—');
    return said + (dashes ? '\n' : ' ') + part;
  });
}

/** What he has said so far in this conversation. */
export function heard(request: ChatRequest): string {
  return answersOf(request).join('\n');
}

export function answersOf({ history }: ChatRequest): string[] {
  return history.filter(({ role }) => role === 'assistant').map(({ content }) => content);
}

/** FNV-1a. */
export function seed(text: string, number: number): number {
  let hash = 0x811c9dc5 ^ number;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** One of the lines, the same for the same request, and not one of the latest while there are others. */
export function choose(
  lines: readonly string[],
  request: ChatRequest,
  by = seed(request.question, request.history.length),
): string {
  const answers = answersOf(request).slice(-lines.length + 1);
  const stale = (line: string) => answers.some((content) => line !== '' && content.includes(line));
  const fresh = lines.filter((line) => !stale(line));
  const from = fresh.length > 0 ? fresh : lines;
  return from[by % from.length] ?? '';
}

/** Leads without which the answer would not be understood, and that suit a story of one’s own and of others. */
const telling: readonly Lead[] = [
  'because',
  'again',
  'asBefore',
  'hedge',
  'closest',
  'feeling',
  'place',
  'doing',
];
const anyTeller = new Set<Lead>([...telling, 'more']);
const needed = new Set<Lead>([...telling, 'open', 'recap']);

/** Whether the story is told by an «io»: what happened to somebody else is told, not remembered. */
export function isOwnStory({ sections }: ChatRequest): boolean {
  const share =
    sections.reduce((sum, section) => sum + told(section).firstPerson, 0) / (sections.length || 1);
  return share > 0.15;
}

export interface Manner {
  lead: Lead;
  /** Said before the excerpt in place of a lead. */
  opening?: string;
  /** Nothing after it, not even when there is more to tell. */
  last?: boolean;
}

/**
 * An excerpt as one tells it: sometimes a word before it, sometimes one after, hardly ever both, and never the same way twice
 * in a row.
 */
export function tell(request: ChatRequest, voice: Voice, excerpt: Excerpt, manner: Manner): string {
  const { lead, opening, last = false } = manner;
  const lines = isOwnStory(request) || anyTeller.has(lead) ? voice.leads[lead] : voice.tellerLeads;
  const by = seed(request.question, request.history.length);
  const [latest = ''] = answersOf(request).slice(-1);
  const spokeFirst = leadIn(latest, voice);
  const before = opening ?? (needed.has(lead) || !spokeFirst || by % 4 === 0 ? choose(lines, request) : '');
  const text = spoken(excerpt.units);
  const goesOn = !last && excerpt.to < excerpt.telling.units.length - 1;
  const closed = voice.closings.some((line) => latest.endsWith(line));
  const wants = goesOn && !closed && (before === '' ? by % 2 === 0 : by % 5 === 0);
  return join(before, text, wants ? choose(voice.closings, request, by >>> 3) : '');
}

/** Two excerpts in the order of the story, the second on a line of its own, unless the second begins where the first ends. */
export function tellBoth(
  request: ChatRequest,
  voice: Voice,
  excerpts: readonly [Excerpt, Excerpt],
  manner: Manner,
): string {
  const place = ({ telling, from }: Excerpt) =>
    request.sections.indexOf(telling.section) + from / telling.units.length;
  const [one, other] = place(excerpts[0]) <= place(excerpts[1]) ? excerpts : [excerpts[1], excerpts[0]];
  if (one.telling === other.telling && other.from === one.to + 1) {
    const { telling, from } = one;
    return tell(
      request,
      voice,
      { telling, from, to: other.to, units: [...one.units, ...other.units] },
      manner,
    );
  }
  const { further, elsewhere } = voice.bridges;
  const bridge = choose(one.telling.section === other.telling.section ? further : elsewhere, request);
  return [tell(request, voice, one, { ...manner, last: true }), join(bridge, spoken(other.units))].join(
    '\n\n',
  );
}

/** Whether an answer began with one of his phrases and not with the story itself. */
function leadIn(answer: string, voice: Voice): boolean {
  return Object.values(voice.leads)
    .flat()
    .concat(voice.tellerLeads, voice.yes)
    .some((line) => line !== '' && answer.startsWith(line));
}
