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
 *
 * One system message, then turns that alternate and begin with the reader's: templates of many open models refuse
 * anything else. What the embedded character answered is left out, being no example of how to speak.
 */
export function promptMessages({
  stablePrompt,
  history,
  questionPrompt,
  question,
}: Pick<ChatRequest, 'stablePrompt' | 'history' | 'questionPrompt' | 'question'>): PromptMessage[] {
  const turns: PromptMessage[] = [];
  const add = (role: 'user' | 'assistant', content: string) => {
    const last = turns.at(-1);
    if (last?.role === role) last.content += `\n\n${content}`;
    else if (last || role === 'user') turns.push({ role, content });
  };
  for (const { role, content, embedded } of history)
    if (!embedded) add(role, role === 'user' ? readerWords(content) : content);
  add('user', `${questionPrompt}\n\n${readerWords(question)}`);
  return [{ role: 'system', content: stablePrompt }, ...turns];
}
