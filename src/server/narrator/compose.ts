import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import type { EmptyTexts } from '#shared/contracts/empty-texts.ts';
import type { Listener } from '../listener/listener.ts';
import type { ChatModel, ChatRequest } from '../model/types.ts';
import { readDialogue } from './dialogue.ts';
import type { ForeignMessage } from './foreign.ts';
import type { Voice } from './voice.ts';
import { createActLines } from './acts.ts';
import { choose, type Choice, type ChoiceModels } from './choice.ts';
import { looksAsking, type Card, type VectorOf } from './entries.ts';
import { createFinder, type SearchedEntries } from './find.ts';
import { createPolicies } from './policies.ts';
import { createPassageFinder, type Passage } from './passages.ts';
import { rememberVectors } from './recall.ts';
import { replyAfter, speech, type Reply, type Scene } from './scene.ts';
import type { Query } from './search.ts';
import { candidatesOf, type State } from './state.ts';
import { plainWords } from './words.ts';

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

/** An open card that may answer a message. */
export interface CardMatch {
  card: Card;
  /** 0 to 1. */
  likelihood: number;
}

/** What the open part has for a message, best first. */
export interface Found {
  cards: readonly CardMatch[];
  passages: readonly Passage[];
}

type Asked = Pick<ChatRequest, 'question' | 'history' | 'told' | 'cards' | 'sections'>;

export interface EmbeddedModel extends ChatModel {
  /** @returns the reply, and the name of the policy that made it */
  compose(request: ChatRequest): Promise<Reply & { policy: string }>;
  /** What a hosted model is told beside a message. */
  find(request: Pick<ChatRequest, 'question' | 'history' | 'sections' | 'cards'>): Promise<Found>;
  /** Forgets the vectors of what readers have said: some of it was erased. */
  forget(): void;
}

/** The character without a language model: one search over all that can be said, one model that chooses, and the policies. */
export function createEmbeddedModel(options: VoiceOptions): EmbeddedModel {
  const { voice, listener, models } = options;
  const { encode, forget } = rememberVectors(
    options.encode,
    (text) => options.isNeverReadBack?.(text, []) !== true,
  );
  const finder = createFinder({ ...options, name: voice.name, encode });
  const passageFinder = createPassageFinder(finder.rarities, options.vectorOf, encode);
  const acts = createActLines(options.acts);
  const policies = createPolicies(finder.rarities);

  /** Where a talk stands, and a search in its light. What may not be said back is not searched with either. */
  function begin({ question, history, told, cards, sections }: Asked, entries: SearchedEntries) {
    const answering = cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
    const isGrave = (message: string) => options.isNeverReadBack?.(message, told) ?? false;
    const speakable = history.filter(({ role, content }) => role === 'assistant' || !isGrave(content));
    const state = finder.read(question, speakable, answering);
    const look = async (texts: readonly Omit<Query, 'vector'>[]): Promise<readonly Choice[]> => {
      const { matches, isEncoded } = await finder.look(texts, state, answering, { entries });
      const choices = choose(isEncoded ? models.withVectors : models.withoutVectors, matches);
      return exactFirst(texts, choices, sections, state.leans && state.lastCard !== undefined);
    };
    return { answering, isGrave, state, look };
  }

  async function readScene(request: ChatRequest): Promise<Scene> {
    const { answering, isGrave, state, look } = begin(request, 'all');
    return {
      request,
      voice,
      empty: options.empty,
      dialogue: readDialogue(request),
      state,
      acts,
      listener,
      notes: listener?.readNotes(request.told, request.erasedNotes) ?? [],
      cards: answering,
      choices: await look(candidatesOf(state)),
      lookUp: async (texts) => newStory(await look(texts.map((text) => ({ text, kind: 'whole' }))), state),
      lookUpAll: (text) => look([{ text, kind: 'whole' }]),
      findPassages: () => passageFinder.find(request.question, state.before || undefined, request.sections),
      encode,
      foreign: options.readForeign(request.question),
      isWithheld: (message) =>
        isGrave(message.content) || (listener?.holdsErased(message, request.erasedNotes ?? []) ?? false),
    };
  }

  async function find(asked: Parameters<EmbeddedModel['find']>[0]): Promise<Found> {
    const { state, look } = begin({ ...asked, told: [] }, 'cards');
    const [choices, passages] = await Promise.all([
      look(candidatesOf(state)),
      passageFinder.find(asked.question, state.before || undefined, asked.sections),
    ]);
    const cards = choices.flatMap(({ entry: { card }, likelihood }) => (card ? [{ card, likelihood }] : []));
    return { cards, passages };
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
    find,
    forget,
    async *reply(request) {
      yield (await compose(request)).text;
    },
  };
}

/** Cards that were not told just now. */
const newStory = (choices: readonly Choice[], { lastId }: State) =>
  choices.filter(({ entry }) => entry.card && entry.id !== lastId);

/**
 * What is asked in the very words of a way of asking comes first: of several cards the one that is suggested in these words, else
 * that of the latest section. The words are those of the message, and for cards also of a clause of it that asks. What leans on
 * the talk («chi c’era?») is asked in no words of its own, unless it is a suggestion.
 */
function exactFirst(
  texts: readonly Omit<Query, 'vector'>[],
  choices: readonly Choice[],
  sections: ChatRequest['sections'],
  isLeaning: boolean,
): readonly Choice[] {
  const whole = texts.filter(({ kind }) => kind === 'whole').map(({ text }) => plainWords(text));
  const clauses = texts.filter(({ kind, text }) => kind === 'clause' && looksAsking(text));
  const ofCards = [...whole, ...clauses.map(({ text }) => plainWords(text))];
  const isSuggested = ({ entry: { card } }: Choice) =>
    card?.chip !== undefined && ofCards.includes(plainWords(card.chip));
  const isExact = (choice: Choice) =>
    isSuggested(choice) ||
    (choice.entry.card ? (isLeaning ? [] : ofCards) : whole).some((words) => choice.entry.asked.has(words));
  /** Cards before wishes, wishes before acts. */
  const place = (choice: Choice) => {
    const { card, wish } = choice.entry;
    if (!card) return wish === undefined ? -1 : 0;
    const section = sections.findIndex(({ id }) => id === card.sectionId) + 2;
    return section + (isSuggested(choice) ? sections.length + 2 : 0);
  };
  const exact = choices.filter(isExact).map((choice) => ({ ...choice, likelihood: 1 }));
  exact.sort((one, other) => place(other) - place(one));
  return [...exact, ...choices.filter((choice) => !isExact(choice))];
}
