import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Visible } from '#shared/gate.ts';
import type { ChatRequest, Turn } from '../model/types.ts';
import { chooseUnsaid, hashText } from '../text/lines.ts';
import { excerptOf, sentencesOf, type Excerpt } from './prose.ts';

/** What the conversation so far tells, read off its own words. */
export interface Dialogue {
  /** His answers, oldest first. */
  said: readonly string[];
  latest: string;
  /** Whether a text was said in one of them. */
  wasSaid(text: string): boolean;
  /** The same of the whole conversation, further back than a prompt goes. */
  wasEverSaid(text: string): boolean;
  /** A line that was not said yet, else the one said longest ago; the same for the same conversation. */
  choose(lines: readonly string[], seed?: string): string;
  /** The card he answered with last, in his latest three answers. */
  lastCard(cards: readonly Visible<MemoryCard>[]): Visible<MemoryCard> | undefined;
  /** Of some cards, the one he answered with in his latest few answers. */
  lastOf(cards: readonly Visible<MemoryCard>[], answers: number): Visible<MemoryCard> | undefined;
  /** Whether his latest answer was a card. */
  isLatestCard(cards: readonly Visible<MemoryCard>[]): boolean;
  /** What he read out last. */
  lastExcerpt(): Excerpt | undefined;
}

export function readDialogue({ history, question, sections, told }: ChatRequest): Dialogue {
  const said = history.filter(isHis).map(({ content }) => content);
  const latest = said.at(-1) ?? '';
  const all = said.join('\n');
  const seedOf = `${question}\n${latest}`;
  const lastOf: Dialogue['lastOf'] = (cards, answers) => {
    for (const answer of said.slice(-answers).reverse()) {
      const found = cards.find(
        ({ says, more }) => answer.includes(says) || (more !== undefined && answer.includes(more)),
      );
      if (found) return found;
    }
    return undefined;
  };
  return {
    said,
    latest,
    wasSaid: (text) => all.includes(text),
    wasEverSaid: (text) => all.includes(text) || told.some((one) => isHis(one) && one.content.includes(text)),
    choose(lines, seed = seedOf) {
      const line = chooseUnsaid(lines, said, seed);
      if (line !== undefined) return line;
      const oldest = [...lines].sort((one, other) => all.lastIndexOf(one) - all.lastIndexOf(other));
      return oldest[hashText(seed) % Math.max(1, Math.ceil(oldest.length / 2))] ?? '';
    },
    lastCard: (cards) => lastOf(cards, 3),
    lastOf,
    isLatestCard: (cards) => latest !== '' && cards.some(({ says }) => latest.includes(says)),
    lastExcerpt() {
      let found: Excerpt | undefined;
      for (const section of sections) {
        const all = sentencesOf(section);
        for (let from = 0; from < all.length; from += 1) {
          let to = from;
          while (to < all.length && latest.includes(all[to]?.text ?? '')) to += 1;
          if (to === from) continue;
          const excerpt = excerptOf(section, from, to - 1);
          // Short lines stand in many places; the longest run is what was read.
          if (excerpt.text.length > Math.max(20, found?.text.length ?? 0)) found = excerpt;
          from = to;
        }
      }
      return found;
    },
  };
}

const isHis = ({ role }: Pick<Turn, 'role'>) => role === 'assistant';
