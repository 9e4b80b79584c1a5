import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import type { Turn } from '../model/types.ts';
import { fold } from '../text/italian.ts';
import { likelihoodsOf, type Likelihoods, type Query } from './likelihood.ts';
import { gap, type ProseIndex } from './prose-search.ts';
import { isContent, termsIn } from './terms.ts';

/** A run of whole sentences of one section. */
interface Passage {
  section: Visible<Section>;
  /** Places of its first and last sentence among all of the open sections. */
  from: number;
  to: number;
}

/** A passage of the open sections that may answer. */
export interface RankedPassage extends Passage {
  /** How much of the question one of its sentences and those around it have, 0 to about 1. */
  share: number;
}

export interface Ranking {
  /** None has a sentence of another. */
  passages: readonly RankedPassage[];
  /** The text of sentences of a section. */
  textOf: (run: Run) => string;
}

type Run = Pick<Passage, 'from' | 'to'>;

const lastTurnWeight = 0.25;
const answerWeight = 0.1;

/** Characters of a passage, unless a sentence has more; what a prompt spends on setting it apart; how many are looked for at most. */
const passageSize = 300;
const apart = 25;
const mostPassages = 60;

/**
 * The question's stems at weight 1; those of the reader's last question and of the last answer at a
 * small weight, so that «e poi?» keeps looking where the conversation was.
 */
export function queryOf(question: string, history: readonly Turn[] = []): Query {
  const query = new Map<string, { weight: number; word: string; isName: boolean }>();
  const add = (text: string | undefined, weight: number) => {
    if (!text) return;
    const folded = fold(text.toLowerCase());
    for (const [term, word] of termsIn(text)) {
      if (!isContent(term)) continue;
      const at = folded.indexOf(word);
      query.set(term, { weight, word, isName: at > 0 && /\p{Lu}/u.test(text.charAt(at)) });
    }
  };
  add(history.findLast((turn) => turn.role === 'assistant')?.content, answerWeight);
  add(history.findLast((turn) => turn.role === 'user')?.content, lastTurnWeight);
  add(question, 1);
  return query;
}

/**
 * The passages of the unlocked sections that may answer, each time the one that has the most likelihood by its length of what
 * is left.
 *
 * Every statistic (how many sentences, how rare a stem) is taken from `sections` alone: ranking
 * the whole book and filtering afterwards would let locked text change the order.
 */
export function rank(sections: readonly Visible<Section>[], query: Query, question = ''): Ranking {
  const found = query.size > 0 ? likelihoodsOf(sections, query, question) : undefined;
  if (!found) return { passages: [], textOf: () => '' };
  return { passages: findLikeliestRuns(found), textOf: (run) => textOf(found.index, run) };
}

function findLikeliestRuns({ index, logLikelihoods, share }: Likelihoods): RankedPassage[] {
  const { all, sectionAt, sections } = index;
  const most = logLikelihoods.reduce((one, other) => Math.max(one, other), -Infinity);
  const chance = logLikelihoods.map((one) => Math.exp(one - most));
  const starts = [...chance.keys()].filter((at) => (chance[at] ?? 0) > 0);
  const taken = new Uint8Array(all.length);
  const ends = new Int32Array(all.length).fill(-1);
  /** Of the run that begins with each sentence. */
  const values = new Float64Array(all.length);
  const measure = (from: number) => {
    let size = 0;
    let sum = 0;
    let to = from;
    for (; to < all.length && sectionAt[to] === sectionAt[from] && taken[to] === 0; to += 1) {
      const length = (all[to]?.text.length ?? 0) + 1;
      if (to > from && size + length > passageSize) break;
      size += length;
      sum += chance[to] ?? 0;
    }
    ends[from] = to - 1;
    values[from] = sum / (size + apart);
  };
  for (const from of starts) measure(from);
  const passages: RankedPassage[] = [];
  while (passages.length < mostPassages) {
    let from = 0;
    for (const at of starts) if ((values[at] ?? 0) > (values[from] ?? 0)) from = at;
    const to = ends[from] ?? 0;
    const section = sections[sectionAt[from] ?? -1];
    if (!section || (values[from] ?? 0) === 0) break;
    passages.push({ section, from, to, share: Math.max(...share.subarray(from, to + 1)) });
    taken.fill(1, from, to + 1);
    values.fill(0, from, to + 1);
    // Those that reached into it end before it now.
    for (let at = from - 1; at >= 0 && taken[at] === 0 && sectionAt[at] === sectionAt[from]; at -= 1) {
      if (values[at] === 0) continue;
      if ((ends[at] ?? -1) < from) break;
      measure(at);
    }
  }
  return passages;
}

/** The text of a run of sentences, paragraphs kept; what is left out of a sentence marked. */
function textOf({ all }: ProseIndex, { from, to }: Run): string {
  let text = all[from]?.follows ? `${gap} ` : '';
  for (let at = from; at <= to; at += 1) {
    const sentence = all[at];
    if (sentence) text += (at === from ? '' : sentence.opens ? '\n\n' : ' ') + sentence.text;
  }
  return all[to]?.continues ? `${text} ${gap}` : text;
}
