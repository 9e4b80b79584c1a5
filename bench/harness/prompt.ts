import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base';
import { buildRequest, promptMessages } from '../../src/server/main/bench-api.ts';
import { siteModel } from '../../tests/support/offline.ts';

type Built = ReturnType<typeof buildRequest>;
type Arguments = Parameters<typeof buildRequest>;

const embedded = siteModel();

/** A request with what the embedded character's search finds for it, by n-grams and words alone. */
export async function buildPrompt(
  persona: Arguments[0],
  input: Arguments[1],
  ...size: [tokenBudget: number, answerTokens: number]
): Promise<Built> {
  const matches = await embedded.find({ cards: [], ...input });
  return buildRequest(persona, { ...input, found: matches }, ...size);
}

/** What a chat format adds around each message. */
const perMessage = 8;

/** The tokens of a prompt by o200k. */
export const tokensOf = ({ request }: Built): number =>
  promptMessages(request).reduce((sum, { content }) => sum + countTokens(content) + perMessage, 0);

/** What of the book stands in a prompt. */
export const entriesOf = ({ plan }: Built) => [...plan.stable, ...plan.forQuestion];

/** Whether a section stands in it with 30 % of its text or more, or with the passages that match. */
export const holdsSection = (built: Built, section: number): boolean =>
  entriesOf(built).some(
    ({ sections, size }) => sections.includes(section) && ['30', '70', 'full', 'passage'].includes(size),
  );
