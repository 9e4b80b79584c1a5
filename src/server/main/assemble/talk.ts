import type { Logger } from 'pino';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '#content/book.ts';
import personaText from '#content/persona.md?raw';
import * as voice from '#content/voice.ts';
import { createChatService, type ChatService } from '../../features/chat/chat.service.ts';
import { createGroqModel } from '../../model/groq.ts';
import { createModelHealth, watchedModel, type ModelHealth } from '../../model/health.ts';
import type { ChatModel, WritingModel } from '../../model/types.ts';
import { createNarrator } from '../../narrator/narrator.ts';
import actModel from 'virtual:act-model';
import { readActTexts } from '#content/talk/acts.ts';
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
import type { Persona } from '../../talk/prompt.ts';
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
  const persona = { name: protagonist.name, text: personaText };
  const actTexts = readActTexts();
  const spoken = everyLine([personaText, spokenLines(lines), ...actTexts.acts.map(spokenOfAct)]);
  const help = createHelp(helpTexts);
  const listener = createListener(listenerTexts, help.isGrave);
  const smallTalk = createSmallTalk(createActs(actModel, actTexts), listener, help.isGrave);
  const offline = createOfflineModel({ voice: lines, smallTalk });
  const provider = openProvider(env);
  const health = createModelHealth();
  const model = provider ? watchedModel(provider, health) : offline;
  const guard = { release: createGuard(spoken), deflections };
  const engineWith: Talk['engineWith'] = (onFailure) =>
    createChatEngine({
      persona,
      model,
      fallback: offline,
      embedded: offline,
      help,
      guard,
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

function openProvider(env: Env): (ChatModel & WritingModel) | undefined {
  if (env.GROQ_API_KEY === undefined) return undefined;
  return createGroqModel({ apiKey: env.GROQ_API_KEY, baseUrl: env.GROQ_BASE_URL, model: env.GROQ_MODEL });
}
