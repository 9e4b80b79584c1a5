import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import type { Listener } from '../listener/listener.ts';
import type { ChatModel, ChatRequest } from '../model/types.ts';
import { readDialogue } from '../narrator/dialogue.ts';
import type { Voice } from '../narrator/voice.ts';
import { createActLines } from './acts.ts';
import { choose, type ChoiceModel } from './choice.ts';
import { createEntryMaker, type VectorOf } from './entries.ts';
import { rarityIn, wordRarityIn } from './grams.ts';
import { contentStems } from './words.ts';
import { createPolicies } from './policies.ts';
import { rememberVectors } from './recall.ts';
import { speech, type Reply, type Scene } from './scene.ts';
import { search, type Match, type Query } from './search.ts';
import { candidatesOf, readState } from './state.ts';

export interface VoiceOptions {
  voice: Voice;
  acts: ActTexts;
  /** Further examples of acts, and the ways of asking for each wish. */
  examples: Readonly<Record<string, readonly string[]>>;
  wishes: Readonly<Record<string, readonly string[]>>;
  listener?: Listener | undefined;
  isNeverReadBack?: (message: string, talk: ChatRequest['told']) => boolean;
  model: ChoiceModel;
  vectorOf: VectorOf;
  encode(text: string): Promise<Float32Array | undefined>;
}

export interface EmbeddedModel extends ChatModel {
  compose(request: ChatRequest): Promise<Reply & { policy: string }>;
}

const ofTheTalk: Readonly<Record<string, string>> = { cosa_sai_di_me: 'ricordo_lettore', di_che_parlavamo: 'ricordo_discorso', che_mi_hai_risposto: 'ricordo_suo' };

export function createEmbeddedModel(options: VoiceOptions): EmbeddedModel {
  const { voice, listener, model, vectorOf } = options;
  const { acts: all } = options.acts;
  const examplesOf = (id: string) => [...(all.find((act) => act.id === id)?.examples ?? []), ...(options.examples[id] ?? [])];
  const rarity = rarityIn(all.flatMap(({ id }) => examplesOf(id)));
  const wordRarity = wordRarityIn(all.flatMap(({ id }) => examplesOf(id)).map(contentStems));
  const maker = createEntryMaker(rarity, vectorOf);
  const fixed = [
    ...all.filter(({ id, says }) => says.length > 0 && !(id in ofTheTalk)).map((act) => maker.ofAct(act, options.examples[act.id] ?? [])),
    ...Object.entries(options.wishes).map(([wish, ways]) =>
      maker.ofWish(wish, [...ways, ...Object.keys(ofTheTalk).filter((act) => ofTheTalk[act] === wish).flatMap(examplesOf)]),
    ),
  ];
  const acts = createActLines(options.acts);
  const policies = createPolicies({ rarity, wordRarity });
  const encode = rememberVectors(options.encode);

  async function compose(request: ChatRequest): Promise<Reply & { policy: string }> {
    const cards = request.cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
    const ofCards = cards.map((card) => maker.ofCard(card));
    const entries = [...fixed, ...ofCards];
    const state = readState(request.question, request.history, ofCards, cards);
    async function findAll(queries: readonly Omit<Query, 'vector'>[]): Promise<Match[]> {
      const matches: Match[] = [];
      for (const query of queries) {
        const vector = await encode(query.text);
        const isContext = query.kind === 'entity' || query.kind === 'joined';
        matches.push(...search({ ...query, vector }, isContext ? ofCards : entries, state, { rarity, wordRarity }));
      }
      return matches;
    }
    const scene: Scene = {
      request,
      voice,
      dialogue: readDialogue(request),
      state,
      acts,
      listener,
      notes: listener?.readNotes(request.told, request.erasedNotes) ?? [],
      cards,
      choices: choose(model, await findAll(candidatesOf(request.question, state))),
      lookUp: async (texts) => choose(model, (await findAll(texts.map((text) => ({ text, kind: 'whole' as const })))).filter(({ entry }) => entry.id !== state.lastId && entry.card)),
      encode,
      isWithheld: (message) => options.isNeverReadBack?.(message, request.told) ?? false,
    };
    const reached = request.justUnlocked.at(-1);
    for (const { name, line } of policies) {
      const reply = await line(scene);
      if (!reply) continue;
      if (reached === undefined) return { ...reply, policy: name };
      const lead = scene.dialogue.choose(voice.noticing).replace('{n}', String(reached));
      return { text: `${lead} ${reply.text}`, quotes: reply.quotes.map(([from, to]) => [from + lead.length + 1, to + lead.length + 1]), policy: name };
    }
    return { ...speech(voice.anything[0] ?? ''), policy: 'silenzio' };
  }

  return {
    name: 'offline',
    tokenBudget: Infinity,
    answerTokens: 0,
    compose,
    async *reply(request) {
      yield (await compose(request)).text;
    },
  };
}
