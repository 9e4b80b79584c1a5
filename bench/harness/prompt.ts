import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base';
import { type buildRequest, promptMessages } from '../../src/server/main/bench-api.ts';

type Built = ReturnType<typeof buildRequest>;

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
