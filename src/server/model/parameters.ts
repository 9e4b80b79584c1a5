import type { PromptMessage } from './messages.ts';
import type { ServerFact } from './server-facts.ts';

/** How a text is asked for. */
export interface Sampling {
  temperature: number;
  topP?: number;
  /** Tokens for what is written, reasoning included. */
  tokens: number;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Models that think before they answer, by the names their servers give them. */
const thinking = /qwen-?3|qwq|deepseek-?r1|magistral|reason|think/i;

/** What a request has beside model and messages, as far as this server takes it. */
export function parametersFor(
  { isGroq, model }: { isGroq: boolean; model: string },
  { temperature, topP, tokens }: Sampling,
  { dropped = [], thinks }: ServerFact,
): Parameters {
  const isDropped = new Set(dropped);
  const limit = isGroq || isDropped.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
  const all: Record<string, unknown> = {
    temperature,
    ...(topP !== undefined && { top_p: topP }),
    [limit]: tokens,
    ...(!isGroq && { stream_options: { include_usage: true } }),
    ...reasoning(isGroq, model, thinks),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isDropped.has(name)));
}

/** Groq hides the thoughts of its models by two parameters that exclude each other. */
function reasoning(isGroq: boolean, model: string, thinks = false): Parameters {
  const isOss = model.includes('gpt-oss');
  if (isGroq && isOss) return { reasoning_effort: 'low', include_reasoning: false };
  if (isGroq) return thinks || thinking.test(model) ? { reasoning_format: 'hidden' } : {};
  return isOss || thinks ? { reasoning_effort: 'low' } : {};
}

/** What stands in {@link ServerFact.dropped} of a server that takes no system message. */
const systemRole = 'system';

/** The messages as this server takes them: without system messages their text stands at the head of the reader's first. */
export function messagesFor(
  messages: readonly PromptMessage[],
  { dropped = [] }: ServerFact,
): PromptMessage[] {
  const [system, first, ...rest] = messages;
  if (!dropped.includes(systemRole) || system?.role !== 'system' || !first) return [...messages];
  return [{ ...first, content: `${system.content}\n\n${first.content}` }, ...rest];
}

/** Without these a request is still what it was. */
const optional = /^(stream_options|reasoning_\w+|include_reasoning|top_p)$/;
/** These are left out, or named otherwise, only when the refusal names them. */
const namedOnly = /^(temperature|max_tokens)$/;
/** How servers and the templates of models (Gemma, older Mistral) refuse a system message. */
const systemRefusal =
  /system.{0,20}\b(role|message|prompt|instruction)|\b(role|message|prompt)s?\b.{0,40}\bsystem|developer instruction|roles must alternate/i;

/** What of a request a refusal speaks of: parameters, or the system message. */
export function namedParts(sent: Parameters, messages: readonly PromptMessage[], refusal: string): string[] {
  if (messages[0]?.role === 'system' && systemRefusal.test(refusal)) return [systemRole];
  return Object.keys(sent).filter(
    (name) => (optional.test(name) || namedOnly.test(name)) && refusal.includes(name),
  );
}

/** What can be left out where a refusal speaks of nothing. */
export function spareParts(sent: Parameters): string[] {
  return Object.keys(sent).filter((name) => optional.test(name));
}
