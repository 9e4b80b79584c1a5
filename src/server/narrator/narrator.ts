import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { sentences } from '../text/italian.ts';
import type { Turn } from '../model/types.ts';
import { seed } from './speech.ts';
import { runFrom } from './excerpts.ts';
import { spoken, told } from './units.ts';
import type { Voice } from './voice.ts';

type Sections = readonly Visible<Section>[];

/** What the protagonist says without being asked a question: made of unlocked sections and lines of the voice alone. */
export interface Narrator {
  /** What comes to his mind when the sections above `reached` have just been opened; `undefined` when none have. */
  notice(sections: Sections, reached: number): string | undefined;
  /** The story so far, one entry for each section. */
  recap(sections: Sections): string;
  /** Two or three questions the reader may ask next: the same for the same level and conversation. */
  suggestions(sections: Sections, history: readonly Turn[]): string[];
}

/** Words of the recap's entries: of the latest sections, and of those before when there are many. */
const entryWords = { latest: 34, earlier: 24, many: 15 } as const;

export function createNarrator(voice: Voice): Narrator {
  return {
    notice(sections, reached) {
      const fresh = sections.filter(({ sectionNumber }) => sectionNumber > reached);
      const newest = fresh.at(-1);
      if (!newest) return undefined;
      const by = seed(newest.title, reached);
      const line = pick(voice.unlocked, by).replace('{n}', String(newest.sectionNumber));
      const [telling] = told(newest).tellings;
      const scene = telling && runFrom(telling, 0, 24);
      return [line, scene ? spoken(scene.units) : ''].filter(Boolean).join('\n\n');
    },

    recap(sections) {
      if (sections.length === 0) return voice.recap.empty;
      const by = seed(sections.at(-1)?.title ?? '', sections.length);
      const entries = sections.map((section, index) => {
        const isLate = sections.length - index <= 3;
        const room = isLate ? entryWords.latest : sections.length > 16 ? entryWords.many : entryWords.earlier;
        const number = String(section.sectionNumber).padStart(2, '0');
        return `[${number}] ${section.title}. ${entryOf(section, voice.name, room)}`;
      });
      return [pick(voice.recap.before, by), ...entries, pick(voice.recap.after, by >>> 4)].join('\n\n');
    },

    suggestions(sections, history) {
      const asked = history.filter(({ role }) => role === 'user').map(({ content }) => plain(content));
      const isNew = (question: string) => !asked.includes(plain(question));
      const by = seed(asked.at(-1) ?? '', sections.length + history.length);
      if (sections.length === 0) return rotate(voice.suggestions.first.filter(isNew), by).slice(0, 3);

      const latest = history.findLast(({ role }) => role === 'assistant')?.content ?? '';
      const named = (text: string) => asked.some((one) => one.includes(plain(text)));
      const close = namesIn(latest, sections).filter((name) => !named(name));
      const others = rotate(
        namesIn(undefined, sections).filter((name) => !named(name) && !close.includes(name)),
        by,
      );
      const titles = rotate(
        sections.slice(-4).filter(({ title }) => !named(title) && /\p{L}{3}/u.test(title)),
        by >>> 2,
      );
      const name = close[0] ?? others[0];
      const section = titles[0];
      const fill = (lines: readonly string[], mark: string, value: string | undefined) =>
        value === undefined ? [] : [pick(lines, by).replace(mark, value)];
      return [
        ...fill(voice.suggestions.name, '{name}', name),
        ...fill(voice.suggestions.title, '{title}', section?.title),
        ...rotate(voice.suggestions.latest, by),
      ]
        .filter((question, index, all) => isNew(question) && all.indexOf(question) === index)
        .filter((question) => latest !== '' || question !== voice.suggestions.latest[0])
        .slice(0, 3);
    },
  };
}

/**
 * A section in a sentence or two of his own: the author's line, unless it speaks of the protagonist by name, else the beginning
 * of the summary, else of the text.
 */
function entryOf(section: Visible<Section>, name: string, room: number): string {
  const entries = entriesOf.get(section) ?? new Map<number, string>();
  const entry = entries.get(room) ?? makeEntry(section, name, room);
  entriesOf.set(section, entries.set(room, entry));
  return entry;
}

/** Of each section what was made of it, by the words there was room for: one book has one protagonist. */
const entriesOf = new WeakMap<Visible<Section>, Map<number, string>>();

function makeEntry(section: Visible<Section>, name: string, room: number): string {
  const line = section.contentLine?.trim();
  if (line && !line.includes(name) && room < entryWords.latest) return line;
  const source = section.contentReduced30?.trim() || line || section.content;
  let said = '';
  for (const sentence of sentences(source.replace(/\s+/g, ' '))) {
    const count = `${said} ${sentence}`.trim().split(' ').length;
    if (said && count > room) break;
    said = `${said} ${sentence}`.trim();
    if (count >= room * 0.7) break;
  }
  return said;
}

/** One name or several written together, inside a sentence: «Linea Alta», «Maaret». */
const named = /(?<=[\p{L},;] )\p{Lu}[\p{Ll}\p{N}’-]+(?:[ -]\p{Lu}[\p{Ll}\p{N}’-]*)*/gu;

const namesOf = new WeakMap<Visible<Section>, readonly string[]>();

/** The names of one section, each as often as it is there; found once, for a section is replaced whole when it changes. */
function namesOfSection(section: Visible<Section>): readonly string[] {
  const known = namesOf.get(section) ?? section.content.match(named) ?? [];
  namesOf.set(section, known);
  return known;
}

/** Names that the sections have more than twice, the most frequent first; with a `text`, those of them that it has. */
function namesIn(text: string | undefined, sections: Sections): string[] {
  const counts = new Map<string, number>();
  for (const section of sections)
    for (const name of namesOfSection(section)) counts.set(name, (counts.get(name) ?? 0) + 1);
  // «Linea» alone is most often «Linea Alta» cut short.
  const whole = (name: string) => [...counts.keys()].find((other) => other.startsWith(`${name} `)) ?? name;
  const found = new Set(
    [...counts]
      .filter(([name, count]) => count > 2 && name.length > 2 && (text?.includes(name) ?? true))
      .sort(([one, many], [other, more]) => more - many || one.localeCompare(other))
      .map(([name]) => whole(name)),
  );
  return [...found].slice(0, 8);
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function pick(lines: readonly string[], by: number): string {
  return lines[by % lines.length] ?? '';
}

function rotate<T>(all: readonly T[], by: number): T[] {
  const from = all.length > 0 ? by % all.length : 0;
  return [...all.slice(from), ...all.slice(0, from)];
}
