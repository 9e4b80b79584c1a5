import { cardWriting } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { countWords } from '#shared/words.ts';
import { estimateTokens } from '#server/text/italian.ts';
import { splitInParts } from '#server/text/parts.ts';

/** How the cards of one section are asked for. */
interface WritingPlan {
  /** The text of each request, all of the same section. */
  parts: string[];
  /** Cards of one request, and of all. */
  perRequest: number;
  target: number;
  /** Tokens sent and written, as estimated. */
  input: number;
  output: number;
}

/** Room for what the model thinks before it writes, for the instructions, and for a card, in tokens. */
const thinking = 600;
const instructing = 800;
const perCard = 230;
const mostPerRequest = 10;
/** A card for so many words of the text. */
const wordsPerCard = 20;
/** A part of fewer tokens says too little by itself: the whole text is sent again instead. */
const smallestPart = 250;

/** Tokens to reserve for an answer of so many cards. */
export const answerTokens = (cards: number): number => thinking + cards * perCard;

/** @param taskTokens what one request may take, answer included */
export function planWriting({ content }: Section, taskTokens: number): WritingPlan {
  const { least, most } = cardWriting;
  const target = Math.min(most, Math.max(least, Math.round(countWords(content) / wordsPerCard)));
  const tokens = estimateTokens(content);
  const room = taskTokens - instructing - answerTokens(mostPerRequest);
  const requests = Math.max(Math.ceil(target / mostPerRequest), Math.ceil(tokens / room));
  const each = Math.ceil(tokens / requests);
  const parts =
    each < smallestPart && tokens <= room
      ? Array.from({ length: requests }, () => content)
      : splitInParts(content, each);
  const perRequest = Math.min(mostPerRequest, Math.ceil(target / parts.length));
  const sentTokens = parts.reduce((sum, part) => sum + estimateTokens(part), 0);
  return {
    parts,
    perRequest,
    target,
    input: sentTokens + parts.length * instructing,
    output: parts.length * answerTokens(perRequest),
  };
}
