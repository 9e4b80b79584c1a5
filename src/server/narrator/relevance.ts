import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { isAsking, terms } from '../text/italian.ts';
import { kindred } from '../text/kindred.ts';
import type { RankedPassage, Turn } from '../model/types.ts';
import { passagesOf, type Passage } from './passages.ts';

/** What is looked for: stems with their weight (1 for the question itself). */
export type Query = ReadonlyMap<string, number>;

/** BM25's saturation and length normalisation, measured on Pinocchio's headings. */
const k1 = 1.6;
const b = 0.75;

const lastTurnWeight = 0.25;
const answerWeight = 0.1;
const askingWeight = 0.35;

/**
 * The question's stems at weight 1; those of the reader's last question and of the last answer at a
 * small weight, so that «e poi?» keeps looking where the conversation was.
 */
export function queryOf(question: string, history: readonly Turn[] = []): Query {
  const query = new Map<string, number>();
  const add = (text: string | undefined, weight: number) => {
    for (const term of new Set(terms(text ?? ''))) {
      const worth = isAsking(term) ? weight * askingWeight : weight;
      query.set(term, Math.max(query.get(term) ?? 0, worth));
    }
  };
  add(history.findLast((turn) => turn.role === 'assistant')?.content, answerWeight);
  add(history.findLast((turn) => turn.role === 'user')?.content, lastTurnWeight);
  add(question, 1);
  return query;
}

/**
 * The passages of the unlocked sections that hold a stem of the query, best first (BM25).
 *
 * Every statistic (how many passages, how long, how rare a stem) is taken from `sections` alone: ranking
 * the whole book and filtering afterwards would let locked text change the order.
 */
export function rank(sections: readonly Visible<Section>[], query: Query): RankedPassage[] {
  const passages: Passage[] = [];
  for (const section of sections) passages.push(...passagesOf(section));
  if (passages.length === 0 || query.size === 0) return [];

  let total = 0;
  const spread = new Map<string, number>();
  const wanted = [...withKnownStems(passages, query)];
  const holding: Passage[] = [];
  for (const passage of passages) {
    total += passage.length;
    let holds = false;
    for (const [term] of wanted) {
      if (!passage.counts.has(term)) continue;
      holds = true;
      spread.set(term, (spread.get(term) ?? 0) + 1);
    }
    if (holds) holding.push(passage);
  }
  const mean = total / passages.length || 1;
  const weighted = wanted.map(([term, weight]) => {
    const holders = spread.get(term) ?? 0;
    const rarity = Math.log(1 + (passages.length - holders + 0.5) / (holders + 0.5));
    return [term, weight * rarity] as const;
  });

  const ranked: RankedPassage[] = [];
  for (const { section, text, counts, length } of holding) {
    let score = 0;
    for (const [term, weight] of weighted) {
      const count = counts.get(term);
      if (!count) continue;
      score += (weight * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean));
    }
    if (score > 0) ranked.push({ section, text, score });
  }
  return ranked.sort((one, other) => other.score - one.score);
}

/** The query with stems nobody wrote replaced by what else the reader may have called the thing. */
function withKnownStems(passages: readonly Passage[], query: Query): Query {
  const wanted = new Map(query);
  for (const [term, weight] of query) {
    if (passages.some(({ counts }) => counts.has(term))) continue;
    wanted.delete(term);
    for (const [other, kinship] of kindred(term))
      wanted.set(other, Math.max(wanted.get(other) ?? 0, weight * kinship));
  }
  return wanted;
}

/**
 * How much each section has to do with the query: its best passage, plus a little of the others, so that a
 * section that speaks of it throughout comes before one that mentions it once.
 */
export function sectionScores(ranked: readonly RankedPassage[]): Map<Visible<Section>, number> {
  const scores = new Map<Visible<Section>, number>();
  const seen = new Map<Visible<Section>, number>();
  for (const { section, score } of ranked) {
    const place = seen.get(section) ?? 0;
    seen.set(section, place + 1);
    scores.set(section, (scores.get(section) ?? 0) + score * othersShare ** place);
  }
  return scores;
}

const othersShare = 0.5;
