import { join } from 'node:path';
import type { Logger } from 'pino';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '#content/book.ts';
import { modelPrices } from '#content/model-prices.ts';
import personaText from '#content/persona.md?raw';
import * as voice from '#content/voice.ts';
import { createChatService, type ChatService } from '../../features/chat/chat.service.ts';
import { isStranger, keepingPolicy, refuseWithoutRoom } from '../../features/keeping/policy.ts';
import { createModelHealth, type ModelHealth } from '../../model/health.ts';
import { CapError } from '../../model/meter.ts';
import { openProvider, type Provider } from '../../model/provider.ts';
import type { KeptSettings } from '../../model/settings-file.ts';
import { ModelError, type ChatModel } from '../../model/types.ts';
import { createNarrator } from '../../narrator/narrator.ts';
import actModel from 'virtual:act-model';
import helpModel from 'virtual:help-model';
import { readActTexts } from '#content/talk/acts.ts';
import { readForeignTexts } from '#content/talk/foreign.ts';
import { helpTexts } from '#content/talk/help.ts';
import { listenerTexts } from '#content/talk/listener.ts';
import { createActs } from '../../acts/acts.ts';
import { createHelp } from '../../help/help.ts';
import { createListener } from '../../listener/listener.ts';
import { asksOfTold } from '../../narrator/asked-back.ts';
import { createForeignReader } from '../../narrator/foreign.ts';
import { createSmallTalk, spokenOfAct } from '../../narrator/small-talk.ts';
import { createOfflineModel } from '../../narrator/offline-model.ts';
import { spokenLines } from '../../narrator/voice.ts';
import { createGuard, everyLine, type Release } from '../../spoilers/guard.ts';
import { noteErasure } from '../../storage/store/erased.ts';
import { privateFile } from '../../storage/store/private-file.ts';
import type { Store } from '../../storage/store/types.ts';
import { createSpeechForm } from '../../talk/form.ts';
import { unspeakable, type Persona } from '../../talk/prompt.ts';
import { createChatEngine, type ChatEngine, type ChatEngineOptions } from '../../talk/reply.ts';
import type { Closing } from '../closing.ts';
import { type Env, keepingEnvironment } from '../env.ts';
import { createPersona } from './persona.ts';

/** The protagonist: who answers, with what model, and the guard on the way out. */
export interface Talk {
  chat: ChatService;
  persona: Persona;
  /** Answers the readers. */
  readonly model: ChatModel;
  health: ModelHealth;
  /** The provider's model, its settings and what it cost. */
  provider: Provider;
  /** The embedded model, which needs no provider. */
  offline: ChatModel;
  guard: { release: Release; deflections: readonly string[] };
  /** What the character says at any level: the persona and every fixed line. */
  spoken: readonly string[];
  /** The readers' engine, with a listener for failed attempts. */
  engineWith(onFailure?: ChatEngineOptions['onFailure'], onReply?: ChatEngineOptions['onReply']): ChatEngine;
}

export async function openTalk(env: Env, store: Store, log: Logger, closing: Closing): Promise<Talk> {
  const lines = { ...voice, deflections, nameDeflections, levelZero, unlocked, name: protagonist.name };
  const actTexts = readActTexts();
  const foreignTexts = readForeignTexts();
  const spoken = everyLine([
    personaText,
    spokenLines(lines),
    ...actTexts.acts.map(spokenOfAct),
    foreignTexts.map((texts) => Object.values(texts.lines)),
  ]);
  const help = createHelp(helpTexts, helpModel, asksOfTold);
  const listener = createListener(listenerTexts, help.isGrave);
  const acts = createActs(actModel, actTexts);
  const smallTalk = createSmallTalk(acts, listener, help.isNeverReadBack);
  const persona = createPersona(listener, acts);
  const offline = createOfflineModel({
    voice: lines,
    smallTalk,
    readForeign: createForeignReader(foreignTexts),
  });
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
  closing.add(() => provider.close());
  const guard = { release: createGuard(spoken), deflections };
  const form = createSpeechForm(unspeakable(persona));
  const countReply = (by: 'model' | ModelError) => {
    const isShare = by instanceof CapError && by.limit === 'readerShare';
    provider.meter.countReply(by === 'model' ? by : isShare ? 'reader-share' : by.failure);
  };
  const engineWith: Talk['engineWith'] = (onFailure, onReply) =>
    createChatEngine({
      persona,
      get model() {
        return provider.chat ?? offline;
      },
      fallback: offline,
      embedded: offline,
      help,
      guard,
      form,
      endings: voice.brokenOff,
      waitMs,
      admit: provider.admit,
      onReply,
      onFailure(error, failedModel) {
        // Only what kind of failure it was: a provider's message may repeat the prompt.
        log.warn({ failure: error.failure, model: failedModel.name }, 'model failed');
        onFailure?.(error, failedModel);
      },
    });
  const { environment, ceilingBytes } = keepingEnvironment(env);
  const chat = createChatService({
    store,
    engine: engineWith(undefined, countReply),
    narrator: createNarrator(lines),
    memoryCards: () => store.memoryCards.values(),
    isListening: help.isListening,
    listener,
    mostKept: () => keepingPolicy(store, environment).messages,
    refuseWithoutRoom: (readerId) => refuseWithoutRoom(store, ceilingBytes, readerId),
    noteErasure: (id, what, at) => noteErasure(store, { id, what, isStranger: isStranger(store, id) }, at),
  });
  closing.add(() => chat.settled());
  return {
    chat,
    persona,
    get model() {
      return provider.chat ?? offline;
    },
    health,
    provider,
    offline,
    guard,
    spoken,
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
