import type { ChatRequest } from '#server/model/types.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { unlockedSections } from '#shared/gate.ts';

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
    ...rest,
  };
}

/** The same with the sections of a book that are open at the level. */
export const requestIn = (
  book: readonly Section[],
  level: number,
  question = '',
  rest: Partial<ChatRequest> = {},
): ChatRequest => chatRequest(level, question, { sections: unlockedSections(book, level), ...rest });
