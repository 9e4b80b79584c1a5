import type { ChatRequest } from './types.ts';

/** A message as chat completion services take it. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const tag = 'parole_del_lettore';

/** How the rules name the marks between which the reader's words stand. */
export const readerMarks = `<${tag}>…</${tag}>`;

/**
 * The reader's words between marks that they cannot close themselves: a message that writes the closing
 * mark and then pretends to be an instruction stays inside.
 */
export function readerWords(text: string): string {
  return `<${tag}>\n${text.replace(/<(\s*\/?\s*parole_del_lettore)/gi, '‹$1')}\n</${tag}>`;
}

/**
 * A request as messages: what is identical for all readers of a level first (services bill an exact repeated
 * prefix at half price), the reader's question last, right after level and rule.
 */
export function promptMessages(
  request: Omit<ChatRequest, 'sections' | 'passages' | 'cards' | 'told'>,
): PromptMessage[] {
  return [
    { role: 'system', content: request.stablePrompt },
    ...request.history.map(({ role, content }) => ({
      role,
      content: role === 'user' ? readerWords(content) : content,
    })),
    { role: 'system', content: request.questionPrompt },
    { role: 'user', content: readerWords(request.question) },
  ];
}
