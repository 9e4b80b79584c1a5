import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { perRecord } from '#shared/per-record.ts';
import { termsOf } from './card-index.ts';
import { sentencesOf, type ProseScores } from './prose-search.ts';
import { isContent } from './terms.ts';

type Card = Visible<MemoryCard>;

/** How likely the sentences that tell what the card tells are to answer. */
export function tellsOf(card: Card, place: number, { index, scores }: ProseScores): number {
  const section = index.sections[place];
  const start = index.starts[place] ?? 0;
  if (!section) return 0;
  return Math.max(0, ...sourcesOf(card, section).map(({ at, share }) => share * (scores[start + at] ?? 0)));
}

interface Source {
  /** The place of the sentence in its section. */
  at: number;
  /** How closely it tells the same, beside the closest one. */
  share: number;
}

const sourcesBySection = perRecord<Visible<Section>, WeakMap<Card, readonly Source[]>>(() => new WeakMap());

/** The place of the sentence that tells most nearly what a card tells. */
export function sourceOf(card: Card, section: Visible<Section>): number | undefined {
  return sourcesOf(card, section)[0]?.at;
}

/** The four sentences of its section that are most like a card (cosine over rare words). */
function sourcesOf(card: Card, section: Visible<Section>): readonly Source[] {
  const kept = sourcesBySection(section).get(card);
  if (kept) return kept;
  const all = sentencesOf(section);
  const holders = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  const rarity = (term: string) => Math.log(1 + all.length / (holders.get(term) ?? 1));
  const own = new Map([...termsOf(card).all].filter(([term]) => isContent(term) && holders.has(term)));
  const alike = all.map(({ terms }, at) => {
    let shared = 0;
    let length = 0;
    for (const term of terms) {
      length += rarity(term) ** 2;
      shared += rarity(term) ** 2 * (own.get(term) ?? 0);
    }
    return { at, share: length === 0 ? 0 : shared / Math.sqrt(length) };
  });
  const closest = alike.sort((one, other) => other.share - one.share).slice(0, 4);
  const most = closest[0]?.share ?? 0;
  const made = most === 0 ? [] : closest.map(({ at, share }) => ({ at, share: share / most }));
  sourcesBySection(section).set(card, made);
  return made;
}
