import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import type { EmptyTexts } from '#content/talk/wishes.ts';
import type { Listener } from '../listener/listener.ts';
import type { ChatModel, ChatRequest } from '../model/types.ts';
import { readDialogue } from '../narrator/dialogue.ts';
import type { ForeignMessage } from '../narrator/foreign.ts';
import type { Voice } from '../narrator/voice.ts';
import { createActLines } from './acts.ts';
import { choose, type Choice, type ChoiceModels } from './choice.ts';
import type { VectorOf } from './entries.ts';
import { createFinder } from './find.ts';
import { createPolicies } from './policies.ts';
import { rememberVectors } from './recall.ts';
import { replyAfter, speech, type Reply, type Scene } from './scene.ts';
import type { Query } from './search.ts';
import { candidatesOf, type State } from './state.ts';

export interface VoiceOptions {
  voice: Voice;
  acts: ActTexts;
  empty: EmptyTexts;
  /** Ways of asking for each wish. */
  wishes: Readonly<Record<string, readonly string[]>>;
  listener?: Listener | undefined;
  readForeign(message: string): ForeignMessage | undefined;
  isNeverReadBack?: (message: string, talk: ChatRequest['told']) => boolean;
  models: ChoiceModels;
  vectorOf: VectorOf;
  encode(text: string): Promise<Float32Array | undefined>;
}

export interface EmbeddedModel extends ChatModel {
  /** @returns the reply, and the name of the policy that made it */
  compose(request: ChatRequest): Promise<Reply & { policy: string }>;
}

/** The character without a language model: one search over all that can be said, one model that chooses, and the policies. */
export function createEmbeddedModel(options: VoiceOptions): EmbeddedModel {
  const { voice, listener, models } = options;
  const encode = rememberVectors(options.encode);
  const finder = createFinder({ ...options, encode });
  const acts = createActLines(options.acts);
  const policies = createPolicies(finder.rarities, options.empty);

  async function readScene(request: ChatRequest): Promise<Scene> {
    const cards = request.cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
    const state = finder.read(request.question, request.history, cards);
    const look = async (texts: readonly Omit<Query, 'vector'>[]): Promise<Choice[]> => {
      const { matches, isEncoded } = await finder.look(texts, state, cards);
      return choose(isEncoded ? models.withVectors : models.withoutVectors, matches);
    };
    return {
      request,
      voice,
      dialogue: readDialogue(request),
      state,
      acts,
      listener,
      notes: listener?.readNotes(request.told, request.erasedNotes) ?? [],
      cards,
      choices: await look(candidatesOf(request.question, state)),
      lookUp: async (texts) => newStory(await look(texts.map((text) => ({ text, kind: 'whole' }))), state),
      encode,
      foreign: options.readForeign(request.question)?.lines,
      isWithheld: (message) => options.isNeverReadBack?.(message, request.told) ?? false,
    };
  }

  async function compose(request: ChatRequest): Promise<Reply & { policy: string }> {
    const scene = await readScene(request);
    const reached = request.justUnlocked.at(-1);
    for (const { name, line } of policies) {
      const reply = await line(scene);
      if (!reply) continue;
      if (reached === undefined) return { ...reply, policy: name };
      const lead = scene.dialogue.choose(voice.noticing).replace('{n}', String(reached));
      return { ...replyAfter(lead, reply), policy: name };
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

/** Cards that were not told just now. */
const newStory = (choices: readonly Choice[], { lastId }: State) =>
  choices.filter(({ entry }) => entry.card && entry.id !== lastId);
