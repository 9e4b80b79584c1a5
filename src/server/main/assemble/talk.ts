import { join } from 'node:path';
import type { Logger } from 'pino';
import { protagonist } from '#content/book.ts';
import { neutralBook } from '#content/neutral-book.ts';
import { modelPrices } from '#content/model-prices.ts';
import type { BookService } from '../../features/book/book.service.ts';
import { createChatService } from '../../features/chat/chat.service.ts';
import { isStranger, keepingPolicy, refuseWithoutRoom } from '../../features/keeping/policy.ts';
import { createModelHealth } from '../../model/health.ts';
import { CapError } from '../../model/meter.ts';
import { openProvider } from '../../model/provider.ts';
import type { KeptSettings } from '../../model/settings-file.ts';
import { ModelError, type ChatModel } from '../../model/types.ts';
import { createNarrator } from '../../narrator/narrator.ts';
import helpModel from '#server/help/trained-model.json';
import { readActTexts } from '#content/talk/acts.ts';
import { readForeignTexts } from '#content/talk/foreign.ts';
import { helpTexts } from '#content/talk/help.ts';
import { listenerTexts } from '#content/talk/listener.ts';
import { actTextsOf } from '#content/talk/own-world.ts';
import { readEmptyTexts, readWishes } from '#content/talk/wishes.ts';
import type { BookContent } from '#shared/contracts/book.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import type { WordModel } from '../../help/model.ts';
import { createHelp, type Help } from '../../help/help.ts';
import { createListener, type Listener } from '../../listener/listener.ts';
import { createForeignReader } from '../../narrator/foreign.ts';
import { spokenOfAct } from '../../narrator/acts.ts';
import choiceModels from '../../narrator/choice-models.json';
import { createEmbeddedModel } from '../../narrator/compose.ts';
import { spokenLines } from '../../narrator/voice.ts';
import { createGuard, everyLine } from '../../spoilers/guard.ts';
import { noteErasure } from '../../storage/records/erased.ts';
import { privateFile } from '../../storage/store/private-file.ts';
import type { Store } from '../../storage/store/types.ts';
import { callBy } from '../../text/addressing.ts';
import { createSpeechForm } from '../../talk/form.ts';
import { unspeakable } from '../../talk/prompt.ts';
import { createChatEngine, type ChatEngine, type ChatEngineOptions } from '../../talk/reply.ts';
import type { Shutdown } from '../shutdown.ts';
import type { Encoding } from './encoder.ts';
import { type Env, keepingEnvironment } from '../env.ts';
import { createPersona, openToEverybody } from './persona.ts';

/** The protagonist: who answers, with what model, and the guard on the way out. */
export type Talk = Awaited<ReturnType<typeof openTalk>>;

/** A character as they talk: made of the published book, again whenever another is published. */
function createSpeaker(
  published: BookContent,
  help: Help,
  listener: Listener,
  { encoder, vectors }: Pick<Encoding, 'encoder' | 'vectors'>,
) {
  const { character: written } = published;
  const character = filledFrom(neutralBook.character, written);
  const { voice, deflections, nameDeflections, levelZero, unlocked, name } = character;
  callBy(name);
  const lines = { ...voice, deflections, nameDeflections, levelZero, unlocked, name };
  // The lines about everything else were written in one character's voice: another says those that fit anybody.
  const isOwn = name === protagonist.name;
  const actTexts = actTextsOf(character, readActTexts());
  const foreignTexts = isOwn ? readForeignTexts() : [];
  const empty = readEmptyTexts();
  const persona = createPersona(character, isOwn, listener);
  const spoken = everyLine([
    persona.text,
    spokenLines(lines),
    ...actTexts.acts.map(spokenOfAct),
    foreignTexts.map((texts) => Object.values(texts.lines)),
    empty,
  ]);
  return {
    persona,
    /** What the character says at any level: the persona and every fixed line. */
    spoken,
    /** The embedded model, which needs no provider. */
    offline: createEmbeddedModel({
      voice: lines,
      acts: actTexts,
      empty,
      wishes: readWishes(),
      listener,
      readForeign: createForeignReader(foreignTexts),
      isNeverReadBack: help.isNeverReadBack,
      models: choiceModels,
      vectorOf: vectors.get,
      encode: (text) => encoder.encodeMessage(text),
    }),
    guard: {
      release: createGuard([...spoken, ...openToEverybody({ ...published, character })]),
      deflections,
    },
    narrator: createNarrator(lines),
    form: createSpeechForm(unspeakable(persona)),
    endings: voice.brokenOff,
  };
}

/** What the author left empty is said as by nobody's character: of no phrase is there nothing to say. */
function filledFrom<Value>(nobodys: Value, own: Value): Value {
  if (own === '' || (Array.isArray(own) && own.length === 0)) return nobodys;
  if (typeof own !== 'object' || own === null || Array.isArray(own)) return own;
  const parts = Object.entries(own).map(([key, part]: [string, unknown]) => [
    key,
    filledFrom<unknown>(nobodys[key as keyof Value], part),
  ]);
  return Object.fromEntries(parts) as Value;
}

/** It rests on the site's own texts alone, so all sites of a process share one: its words take long to read. */
const helpBy = memoizeByObject((model: WordModel) =>
  createHelp(helpTexts, model, createForeignReader(readForeignTexts())),
);

const quietAfterStartMs = 10_000;

/** What stands in the journal where something a reader said, or a note of it, is erased. */
const erasesWords = ['"type":"delete","collection":"chatMessages"', '"erasedNotes"'];

export async function openTalk(
  env: Env,
  store: Store,
  book: BookService,
  encoding: Encoding,
  log: Logger,
  shutdown: Shutdown,
) {
  const help = helpBy(helpModel);
  const listener = createListener(listenerTexts, help.isGrave);
  // The first message makes what reads messages: made in the quiet after a start, no reader waits for it.
  const quiet = setTimeout(() => help.isGrave('Chi sei tu davvero?'), quietAfterStartMs).unref();
  shutdown.add(() => clearTimeout(quiet));
  let speaker = createSpeaker(book.published, help, listener, encoding);
  book.onPublished(() => {
    speaker = createSpeaker(book.published, help, listener, encoding);
  });
  shutdown.add(
    store.follow(({ lines }) => {
      const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
      if (erasesWords.some((part) => text.includes(part))) speaker.offline.forget();
    }),
  );
  const health = createModelHealth();
  const waitMs = env.MODEL_WAIT_SECONDS * 1_000;
  const provider = await openProvider({
    files: {
      settings: privateFile(join(env.DATA_DIR, 'model-settings.json')),
      usage: privateFile(join(env.DATA_DIR, 'model-usage.json')),
    },
    environment: modelEnvironment(env),
    prices: modelPrices.models,
    waitMs,
    health,
    onError: (error) =>
      log.warn({ failure: error instanceof ModelError ? error.failure : String(error) }, 'model'),
  });
  shutdown.add(() => provider.close());
  const countReply = (by: 'model' | ModelError) => {
    const isShare = by instanceof CapError && by.limit === 'readerShare';
    provider.meter.countReply(by === 'model' ? by : isShare ? 'reader-share' : by.failure);
  };
  const modelInUse = () => provider.chat ?? speaker.offline;
  /** The readers' engine, with a listener for failed attempts. */
  const engineWith = (
    onFailure?: ChatEngineOptions['onFailure'],
    onReply?: ChatEngineOptions['onReply'],
  ): ChatEngine =>
    createChatEngine(() => ({
      ...speaker,
      model: modelInUse(),
      fallback: speaker.offline,
      embedded: speaker.offline,
      help,
      waitMs,
      admit: provider.admit,
      onReply,
      onFailure(error, failedModel) {
        // Only what kind of failure it was: a provider's message may repeat the prompt.
        log.warn({ failure: error.failure, model: failedModel.name }, 'model failed');
        onFailure?.(error, failedModel);
      },
    }));
  const { environment, ceilingBytes } = keepingEnvironment(env);
  const chat = createChatService({
    store,
    engine: engineWith(undefined, countReply),
    narrator: {
      notice: (...asked) => speaker.narrator.notice(...asked),
      recap: (...asked) => speaker.narrator.recap(...asked),
      suggestions: (...asked) => speaker.narrator.suggestions(...asked),
    },
    memoryCards: () => store.memoryCards.values(),
    isListening: help.isListening,
    listener,
    mostKept: () => keepingPolicy(store, environment).messages,
    refuseWithoutRoom: (readerId) => refuseWithoutRoom(store, ceilingBytes, readerId),
    noteErasure: (id, what, at) => noteErasure(store, { id, what, isStranger: isStranger(store, id) }, at),
  });
  shutdown.add(() => chat.settled());
  return {
    chat,
    /** Another one after each book that is published: not to be kept. */
    get speaker() {
      return speaker;
    },
    /** Answers the readers: the provider's model or, without a provider, the embedded one. */
    get model(): ChatModel {
      return modelInUse();
    },
    health,
    /** The provider's model, its settings and what it cost. */
    provider,
    engineWith,
  };
}

/** The settings that the environment gives, which win over the panel's. */
export function modelEnvironment(env: Env): KeptSettings {
  const limits: Record<string, number | undefined> = {
    tokensPerMinute: env.MODEL_TOKENS_PER_MINUTE,
    dayTokens: env.MODEL_DAY_TOKENS,
    monthTokens: env.MODEL_MONTH_TOKENS,
    dayMoney: env.MODEL_DAY_MONEY,
    monthMoney: env.MODEL_MONTH_MONEY,
    readerShare: env.MODEL_READER_SHARE,
  };
  return {
    address: env.GROQ_BASE_URL,
    key: env.GROQ_API_KEY,
    model: env.GROQ_MODEL,
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  };
}
