import { APIError, type Groq } from 'groq-sdk';
import { estimateTokens } from '../text/italian.ts';
import type { PromptMessage } from './messages.ts';
import { messagesFor, namedParts, parametersFor, spareParts, type Sampling } from './parameters.ts';
import { unprovenWindow } from './prompt-sizes.ts';
import type { ServerFacts } from './server-facts.ts';
import { asModelError, refusalText } from './service-errors.ts';

interface CompletionsOptions {
  client: Groq;
  model: string;
  isGroq: boolean;
  /** The server and the model, as the facts name them. */
  server: string;
  /** Read for what the server refuses; what it refuses now is learned. */
  facts: ServerFacts;
}

/** Tokens of the texts alone. */
export const estimateAll = (messages: readonly PromptMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

/**
 * Asks for a completion, streamed. What the server refuses is left out, and is remembered once that has helped; a refusal that
 * names nothing may be a passing one, so the same is asked once more first.
 *
 * @throws APIError
 */
export async function requestCompletion(
  { client, model, isGroq, server, facts }: CompletionsOptions,
  messages: readonly PromptMessage[],
  sampling: Sampling,
  signal: AbortSignal,
): Promise<Response> {
  let fact = facts.of(server);
  for (let isRepeated = false; ;) {
    const parameters = parametersFor({ isGroq, model }, sampling, fact);
    const messagesToSend = messagesFor(messages, fact);
    try {
      // Not `chat.completions.create`: that one puts Groq's own path before the address.
      const response = await client
        .post('/chat/completions', {
          body: { model, messages: messagesToSend, stream: true, ...parameters },
          signal,
        })
        .asResponse();
      if (fact.dropped !== facts.of(server).dropped) facts.learn(server, { dropped: fact.dropped });
      return response;
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
      const { failure } = asModelError(error, model);
      if (failure === 'too-large' && !isGroq)
        learnWindow(facts, server, estimateAll(messagesToSend) + sampling.tokens, refusalText(error));
      const isBadRequest = error.status === 400 || error.status === 422;
      let parts = failure === 'refused' ? namedParts(parameters, messagesToSend, refusalText(error)) : [];
      if (parts.length === 0 && isBadRequest && (failure === 'refused' || failure === 'interrupted')) {
        if (!isRepeated) {
          isRepeated = true;
          continue;
        }
        if (failure === 'refused') parts = spareParts(parameters);
      }
      if (parts.length === 0) throw error;
      fact = { ...fact, dropped: [...(fact.dropped ?? []), ...parts] };
    }
  }
}

/** A request refused as too large shows that the window is smaller than what is known of it. */
function learnWindow(facts: ServerFacts, server: string, asked: number, refusal: string): void {
  const windowTokens = facts.of(server).window?.tokens ?? unprovenWindow;
  const statedTokens = Number(
    /(?:context (?:length|size|window)\D{0,20}|n_ctx\D+)(\d{3,})/i.exec(refusal)?.[1],
  );
  const tokens = statedTokens > 0 ? statedTokens : Math.floor(asked / 2);
  // Larger than what is known to fit it should have been smaller.
  if (tokens < windowTokens && (statedTokens > 0 || asked < windowTokens * 1.1))
    facts.learn(server, { window: { tokens, cut: false } });
}
