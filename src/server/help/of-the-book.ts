import type { MemoryCard } from '#shared/contracts/memory-cards.ts';
import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { isCalled } from '#server/text/addressing.ts';
import { isCommonName } from '#server/text/common-names.ts';
import { isEveryday } from '#server/text/everyday-words.ts';
import { plainTokens, type Token } from '#server/text/plain-tokens.ts';

/** What a reader has open of a book. */
export interface OpenStory {
  sections: readonly Visible<Section>[];
  cards?: readonly Visible<MemoryCard>[];
}

/** Words of books and of reading, English too; «letto» alone is a bed. */
const reading =
  /(?<!\p{L})(?:libr(?:o|i|one|oni)|books?|novel|chapters?|romanz[oi]|capitol[oi]|pagin[ae]|personagg\p{L}+|protagonist\p{L}|final[ei]|trama|epilogo|lettur[ae]|lettor[ei]|lettric[ei]|legg(?:o|i|e|ere|er(?:e|l[oaie]|ti|vi)|endo\p{L}*|ev\p{L}+|er[òoa])|rilegg\p{L}+|rilett[oa]|(?:ho|hai|ha|abbiamo|aver|avendo|averl[oa]|l['’]ho|appena|già|mai|mezzo) letto|(?:la|tua) storia)(?!\p{L})/iu;

const isName = ({ capital, form }: Token) =>
  capital && form.length > 2 && !isCommonName(form) && !isCalled(form);

/** The names a section has in the middle of its sentences. */
const namesIn = memoizeByObject(
  ({ title, content }: Visible<Section>) =>
    new Set(
      plainTokens(`${title}\n${content}`)
        .filter((token) => isName(token) && !token.opens && !isEveryday(token.lower))
        .map(({ form }) => form),
    ),
);
const namesOf = memoizeByObject(
  ({ about }: Visible<MemoryCard>) =>
    new Set(about.flatMap((name) => plainTokens(name).filter(isName)).map(({ form }) => form)),
);

/**
 * Whether a message speaks of the book, its people or reading: it has a word of reading, or names whom or what the open sections or
 * cards name. A name that is a word of every day counts with its capital letter alone.
 */
export function isOfTheBook(message: string, { sections, cards = [] }: OpenStory): boolean {
  if (reading.test(message)) return true;
  const named = plainTokens(message).filter(({ capital, lower }) => capital || !isEveryday(lower));
  return named.some(
    ({ form }) =>
      sections.some((section) => namesIn(section).has(form)) || cards.some((card) => namesOf(card).has(form)),
  );
}
