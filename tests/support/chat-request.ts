import type { ChatRequest } from '#server/model/types.ts';

/** A request to a model with nothing in it but the question and what is given besides. */
export function chatRequest(level: number, question: string, rest: Partial<ChatRequest> = {}): ChatRequest {
  return {
    level,
    question,
    history: [],
    justUnlocked: [],
    stablePrompt: '',
    questionPrompt: '',
    sections: [],
    cards: [],
    told: [],
    passages: [],
    ...rest,
  };
}
