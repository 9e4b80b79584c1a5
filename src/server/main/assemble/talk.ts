import type { Logger } from 'pino';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '#content/book.ts';
import personaText from '#content/persona.md?raw';
import * as voice from '#content/voice.ts';
import { createChatService, type ChatService } from '../../features/chat/chat.service.ts';
import { createHostedModel, type HostedModel } from '../../model/hosted.ts';
import { createModelHealth, watchedModel, type ModelHealth } from '../../model/health.ts';
import { probeOnce } from '../../model/probe.ts';
import { readServerAddress } from '../../model/server-address.ts';
import { createServerFacts, type ServerFacts } from '../../model/server-facts.ts';
import type { ChatModel, ModelError, WritingModel } from '../../model/types.ts';
import { createNarrator } from '../../narrator/narrator.ts';
import actModel from 'virtual:act-model';
import { readActTexts } from '#content/talk/acts.ts';
import { readVoiceExamples } from '#content/talk/examples.ts';
import { helpTexts } from '#content/talk/help.ts';
import { listenerTexts } from '#content/talk/listener.ts';
import { createActs } from '../../acts/acts.ts';
import { createHelp } from '../../help/help.ts';
import { createListener } from '../../listener/listener.ts';
import { createSmallTalk, spokenOfAct } from '../../narrator/small-talk.ts';
import { createOfflineModel } from '../../narrator/offline-model.ts';
import { spokenLines } from '../../narrator/voice.ts';
import { createGuard, everyLine, type Release } from '../../spoilers/guard.ts';
import type { Store } from '../../storage/store/types.ts';
import { createSpeechForm } from '../../talk/form.ts';
import { unspeakable, type Persona } from '../../talk/prompt.ts';
import { createChatEngine, type ChatEngine, type ChatEngineOptions } from '../../talk/reply.ts';
import type { Closing } from '../closing.ts';
import type { Env } from '../env.ts';

/** The protagonist: who answers, with what model, and the guard on the way out. */
export interface Talk {
  chat: ChatService;
  persona: Persona;
  /** Answers the readers. */
  model: ChatModel;
  health: ModelHealth;
  /** The provider's model; none without a key. */
  provider: WritingModel | undefined;
  /** The embedded model, which needs no provider. */
  offline: ChatModel;
  guard: { release: Release; deflections: readonly string[] };
  /** What the character says at any level: the persona and every fixed line. */
  spoken: readonly string[];
  /** The readers' engine, with a listener for failed attempts. */
  engineWith(onFailure?: ChatEngineOptions['onFailure']): ChatEngine;
}

export function openTalk(env: Env, store: Store, log: Logger, closing: Closing): Talk {
  const lines = { ...voice, deflections, nameDeflections, levelZero, unlocked, name: protagonist.name };
  const actTexts = readActTexts();
  const spoken = everyLine([personaText, spokenLines(lines), ...actTexts.acts.map(spokenOfAct)]);
  const help = createHelp(helpTexts);
  const listener = createListener(listenerTexts, help.isGrave);
  const acts = createActs(actModel, actTexts);
  const smallTalk = createSmallTalk(acts, listener, help.isGrave);
  const persona: Persona = {
    name: protagonist.name,
    text: personaText,
    examples: readVoiceExamples(),
    describeReader: (told, erased) => listener.describeNotes(listener.readNotes(told, erased)),
    asksOfReader: (question, told, erased) =>
      listener.answerAboutReader(question, listener.readNotes(told, erased), []) !== undefined,
    actOf: acts.decide,
  };
  const offline = createOfflineModel({ voice: lines, smallTalk });
  const facts = createServerFacts();
  const provider = openProvider(env, facts);
  if (provider) probe(provider, facts, log, closing);
  const health = createModelHealth();
  const model = provider ? watchedModel(provider, health) : offline;
  const release = createGuard(
    () => store.sections.values(),
    spoken,
    () => store.memoryCards.values(),
  );
  const guard = { release, deflections };
  const form = createSpeechForm(unspeakable(persona));
  const engineWith: Talk['engineWith'] = (onFailure) =>
    createChatEngine({
      persona,
      model,
      fallback: offline,
      embedded: offline,
      help,
      guard,
      form,
      endings: voice.brokenOff,
      waitMs: env.MODEL_WAIT_SECONDS * 1_000,
      onFailure(error, failedModel) {
        // Only what kind of failure it was: a provider's message may repeat the prompt.
        log.warn({ failure: error.failure, model: failedModel.name }, 'model failed');
        onFailure?.(error, failedModel);
      },
    });
  const chat = createChatService({
    store,
    engine: engineWith(),
    narrator: createNarrator(lines),
    memoryCards: () => store.memoryCards.values(),
    isListening: help.isListening,
    listener,
  });
  closing.add(() => chat.settled());
  return { chat, persona, model, health, provider, offline, guard, spoken, engineWith };
}

/** A key opens Groq; any other server may want none. */
function openProvider(env: Env, facts: ServerFacts): HostedModel | undefined {
  const { GROQ_API_KEY: apiKey, GROQ_BASE_URL: baseUrl, GROQ_MODEL: model } = env;
  if (apiKey === undefined && readServerAddress(baseUrl).isGroq) return undefined;
  return createHostedModel({ apiKey, baseUrl, model, facts, idleMs: env.MODEL_WAIT_SECONDS * 1_000 });
}

/** Looks once how much a server takes: readers do not wait for it. */
function probe(provider: HostedModel, facts: ServerFacts, log: Logger, closing: Closing): void {
  const stop = new AbortController();
  const probing = probeOnce(provider, facts, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) log.warn({ failure: (error as ModelError).failure }, 'model not probed');
  });
  closing.add(() => {
    stop.abort();
    return probing;
  });
}
