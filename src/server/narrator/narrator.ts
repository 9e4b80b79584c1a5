import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { sentences } from '../text/italian.ts';
import { hashText } from '../text/lines.ts';
import type { Turn } from '../model/types.ts';
import { excerptFrom } from './prose.ts';
import type { Voice } from './voice.ts';

type Sections = readonly Visible<Section>[];
type Card = Visible<MemoryCard>;

/** What the protagonist says without being asked a question: made of what is open and of lines of the voice alone. */
export interface Narrator {
  /** What comes to his mind when the sections above `reached` have just been opened; `undefined` when none have. */
  notice(sections: Sections, cards: readonly Card[], reached: number): string | undefined;
  /** The story so far, one entry for each section. */
  recap(sections: Sections, cards: readonly Card[]): string;
  /** Two or three questions the reader may ask next, each of which he answers: the same for the same level and conversation. */
  suggestions(sections: Sections, cards: readonly Card[], history: readonly Turn[]): string[];
}

/** Words of the recap's entries: of the latest sections, and of those before when there are many. */
const entryWords = { latest: 34, earlier: 24, many: 15 } as const;
const mostSuggestions = 3;

export function createNarrator(voice: Voice): Narrator {
  const entryOf = memoizeByObject<Visible<Section>, Map<number, string>>(() => new Map());

  function entry(section: Visible<Section>, room: number): string {
    const kept = entryOf(section).get(room) ?? makeEntry(section, voice.name, room);
    entryOf(section).set(room, kept);
    return kept;
  }

  return {
    notice(sections, cards, reached) {
      const newest = sections.findLast(({ sectionNumber }) => sectionNumber > reached);
      if (!newest) return undefined;
      const line = pick(voice.unlocked, hashText(`${newest.title}${reached}`));
      const scene = presentOf(newest, cards) ?? excerptFrom(newest, 0, 24)?.text ?? '';
      return [line.replace('{n}', String(newest.sectionNumber)), scene].filter(Boolean).join('\n\n');
    },

    recap(sections, cards) {
      const newest = sections.at(-1);
      if (!newest) return voice.recap.empty;
      const by = hashText(`${newest.title}${sections.length}`);
      const entries = sections.map((section, index) => {
        const isLate = sections.length - index <= 3;
        const room = isLate ? entryWords.latest : sections.length > 16 ? entryWords.many : entryWords.earlier;
        const number = String(section.sectionNumber).padStart(2, '0');
        const present = section === newest ? presentOf(section, cards) : undefined;
        return `[${number}] ${section.title}. ${present ?? entry(section, room)}`;
      });
      return [pick(voice.recap.before, by), ...entries, pick(voice.recap.after, by >>> 4)].join('\n\n');
    },

    suggestions(sections, cards, history) {
      const asked = new Set(
        history.filter(({ role }) => role === 'user').map(({ content }) => plain(content)),
      );
      const said = history.filter(({ role }) => role === 'assistant').map(({ content }) => content);
      const by = hashText(`${said.at(-1) ?? ''}${sections.length}`);
      const isNew = (question: string) => !asked.has(plain(question));
      const answering = cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
      const wasSaid = ({ says }: Card) => said.some((answer) => answer.includes(says));
      const chosen: string[] = [];
      for (const card of inTurn(answering, sections, said, by)) {
        if (chosen.length === mostSuggestions - (said.length > 0 ? 1 : 0)) break;
        const { chip } = card;
        if (chip === undefined || !isNew(chip) || wasSaid(card) || chosen.includes(chip)) continue;
        chosen.push(chip);
      }
      const usual = sections.length === 0 ? voice.suggestions.first : voice.suggestions.latest;
      const goesOn =
        said.length > 0 ? usual : usual.filter((question) => question !== voice.suggestions.latest[1]);
      for (const question of [...rotate(goesOn.filter(isNew), by), ...goesOn])
        if (chosen.length < mostSuggestions && !chosen.includes(question)) chosen.push(question);
      return chosen;
    },
  };
}

/** Cards in the order in which they are offered: of what was spoken of last, of the latest sections, of the rest. */
function inTurn(cards: readonly Card[], sections: Sections, said: readonly string[], by: number): Card[] {
  const withChip = cards.filter(({ chip }) => chip !== undefined);
  const latest = said.at(-1) ?? '';
  const last = cards.find(({ says }) => latest.includes(says));
  const near = withChip.filter(
    (card) => card !== last && card.about.some((name) => last?.about.includes(name)),
  );
  const late = new Set<string | null>(sections.slice(-2).map(({ id }) => id));
  const recent = withChip.filter(({ sectionId }) => late.has(sections.length === 0 ? '' : sectionId));
  return [...new Set([...near.slice(-1), ...rotate(recent, by), ...rotate(withChip, by >>> 3)])];
}

function presentOf({ id }: Visible<Section>, cards: readonly Card[]): string | undefined {
  return cards.findLast(({ kind, sectionId }) => kind === 'now' && sectionId === id)?.says;
}

/**
 * A section in a sentence or two of his own: the author's line, unless it speaks of the protagonist by name, else the beginning
 * of the summary, else of the text.
 */
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
