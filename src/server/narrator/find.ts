import { setImmediate } from 'node:timers/promises';
import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import type { Turn } from '../model/types.ts';
import { createEntryMaker, type Card, type Entry, type VectorOf } from './entries.ts';
import { rarityIn, wordRarityIn } from './grams.ts';
import { search, type Match, type Query, type Rarities } from './search.ts';
import { candidatesOf, readState, type State } from './state.ts';
import { contentStems } from './words.ts';

interface FinderOptions {
  /** The character's name. */
  name: string;
  acts: ActTexts;
  /** Ways of asking for each wish. */
  wishes: Readonly<Record<string, readonly string[]>>;
  vectorOf: VectorOf;
  encode(text: string): Promise<Float32Array | undefined>;
}

/** Everything that can be said, or the open cards alone. */
export type SearchedEntries = 'all' | 'cards';

interface LookOptions {
  entries?: SearchedEntries;
  /** A way of asking that is left out. */
  skip?: string | undefined;
}

export interface Finder {
  /** What is the same at every level: acts and wishes. */
  fixed: readonly Entry[];
  rarities: Rarities;
  entryOf(card: Card): Entry;
  /** Where a talk stands with a new message. `cards`: the open ones that answer questions. */
  read(question: string, history: readonly Turn[], cards: readonly Card[]): State;
  /** What may answer some texts. The vectors of the open part are used all or not at all. */
  look(
    texts: readonly Omit<Query, 'vector'>[],
    state: State,
    cards: readonly Card[],
    options?: LookOptions,
  ): Promise<{ matches: Match[]; isEncoded: boolean }>;
  /** The same of one message. `skip`: a way of asking that is left out. */
  find(question: string, history: readonly Turn[], cards: readonly Card[], skip?: string): Promise<Match[]>;
}

/** Acts that ask about the talk itself: their examples belong to a wish, which makes its answer on the spot. */
const wishOfAct: Readonly<Record<string, string>> = {
  cosa_sai_di_me: 'ricordo_lettore',
  di_che_parlavamo: 'ricordo_discorso',
  che_mi_hai_risposto: 'ricordo_suo',
};

/** The one search over everything that can be said. */
export function createFinder({ name, acts: { acts }, wishes, vectorOf, encode }: FinderOptions): Finder {
  const examples = acts.flatMap((act) => act.examples);
  const rarities = { rarity: rarityIn(examples), wordRarity: wordRarityIn(examples.map(contentStems)) };
  const maker = createEntryMaker(rarities.rarity, vectorOf);
  const fixed = [
    ...acts.filter(({ id, says }) => says.length > 0 && !(id in wishOfAct)).map((act) => maker.ofAct(act)),
    ...Object.entries(wishes).map(([wish, ways]) => {
      const asked = acts.filter(({ id }) => wishOfAct[id] === wish).flatMap((act) => act.examples);
      return maker.ofWish(wish, [...ways, ...asked]);
    }),
  ];
  const finder: Finder = {
    fixed,
    rarities,
    entryOf: (card) => maker.ofCard(card),
    read: (question, history, cards) => readState(question, history, cards.map(maker.ofCard), cards, name),
    async look(texts, state, cards, { entries: searched = 'all', skip } = {}) {
      const ofCards = cards.map(maker.ofCard);
      const entries = searched === 'cards' ? ofCards : [...fixed, ...ofCards];
      const isReady = maker.areEncoded(entries);
      const vectors = isReady ? await Promise.all(texts.map(({ text }) => encode(text))) : [];
      const isEncoded = isReady && vectors.every(Boolean);
      const matches: Match[] = [];
      for (const [at, text] of texts.entries()) {
        const isContext = text.kind === 'entity' || text.kind === 'joined';
        const query = { ...text, vector: isEncoded ? vectors[at] : undefined };
        matches.push(...search(query, isContext ? ofCards : entries, state, rarities, skip));
        // A search is milliseconds: other readers are answered between two of them.
        await setImmediate();
      }
      return { matches, isEncoded };
    },
    async find(question, history, cards, skip) {
      const answering = cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
      const state = finder.read(question, history, answering);
      return (await finder.look(candidatesOf(state), state, answering, { skip })).matches;
    },
  };
  return finder;
}
