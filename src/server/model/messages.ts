import type { ChatRequest, Turn } from './types.ts';

/** A message as chat completion services take it. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const tag = 'lettore';

/** How the rules name the marks between which the reader's words stand. */
export const readerMarks = `<${tag}>…</${tag}>`;

/**
 * The reader's words between marks that they cannot close themselves: a message that writes the closing
 * mark and then pretends to be an instruction stays inside.
 */
export function readerWords(text: string): string {
  return `<${tag}>\n${text.replace(/<(\s*\/?\s*lettore)/gi, '‹$1')}\n</${tag}>`;
}

/** Examples of how the character speaks, as turns. */
export function exampleTurns(examples: readonly { reader: string; says: string }[]): Turn[] {
  return examples.flatMap(({ reader, says }) => [
    { role: 'user' as const, content: reader },
    { role: 'assistant' as const, content: says },
  ]);
}

/**
 * A request as messages: what is identical for all readers of a level first (services keep a prefix they have read: it costs
 * less or nothing), then the conversation, the reader's question last.
 *
 * One system message, then turns that alternate and begin with the reader's: templates of many open models refuse
 * anything else. What the embedded character answered is left out, being no example of how to speak.
 */
export function promptMessages({
  stablePrompt,
  examples = [],
  history,
  questionPrompt,
  question,
}: Pick<
  ChatRequest,
  'stablePrompt' | 'examples' | 'history' | 'questionPrompt' | 'question'
>): PromptMessage[] {
  const turns: PromptMessage[] = [];
  const add = (role: 'user' | 'assistant', content: string) => {
    const last = turns.at(-1);
    if (last?.role === role) last.content += `\n\n${content}`;
    else if (last || role === 'user') turns.push({ role, content });
  };
  const firstQuestion = history.findIndex(({ role }) => role === 'user');
  for (const { role, content, embedded } of [
    ...examples,
    ...(firstQuestion < 0 ? [] : history.slice(firstQuestion)),
  ])
    if (!embedded) add(role, role === 'user' ? readerWords(content) : content);
  add('user', `${questionPrompt}\n\n${readerWords(question)}`);
  return [{ role: 'system', content: stablePrompt }, ...turns];
}
