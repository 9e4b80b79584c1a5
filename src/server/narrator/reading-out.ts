import type { Section } from '#shared/contracts/sections.ts';
import type { Visible } from '#shared/gate.ts';
import { contentTerms, isContent } from './terms.ts';
import { indexOf, termsOf } from './card-index.ts';
import { bestExcerpt, excerptFrom, scoreProse, sentencesOf, type Excerpt } from './prose-search.ts';
import { replyAfter, speech, type Card, type Reply, type Scene } from './scene.ts';

/** How much of a question one place of the book must have to be read to it: where cards are silent, and where there are none. */
const enoughProse = { beside: 1.3, alone: 0.3 } as const;

/** The book’s own words, asked for: of what the message names, else of what was spoken of last. */
export function readOut(scene: Scene): Reply {
  const { request, dialogue, cards, voice, message } = scene;
  if (request.sections.length === 0) return speech(dialogue.choose(voice.nothingToRead));
  const rest = message.folded.replace(readingWords, ' ');
  const read = dialogue.lastExcerpt();
  if (contentTerms(rest).size === 0) {
    const last = dialogue.lastCard(cards);
    const source = last && readSource(scene, last, voice.quoteLeads);
    if (source) return source;
    const next = read && excerptFrom(read.section, read.to + 1);
    if (next) return readOutOf(next, dialogue.choose(voice.quoteLeads));
  }
  const prose = scoreProse(rest, request.sections);
  const found = prose && bestExcerpt(prose);
  if (found) return readOutOf(found, dialogue.choose(voice.quoteLeads));
  const newest = request.sections.at(-1);
  const opening = newest && excerptFrom(newest, 0);
  return opening
    ? readOutOf(opening, dialogue.choose(voice.quoteLeads))
    : speech(dialogue.choose(voice.unsure));
}

/** What asks for the book’s words and is not what they are to be about. */
const readingWords =
  /\b(leggi\w*|recita\w*|cita\w*|scritt[oa]|parol[ae]|frasi|esatt[oei]|precis[oei]|testual\w+|pezzo|brano|passo|passaggio|dice|libro|romanzo|testo|originale|dove|quando|punto)\b/g;

/** The fewest content words of a question that the book is searched for, where cards know them. */
const leastWords = 2;

/** A fact that no card holds, read out of the book where most of the question stands in one place. */
export function readFact(scene: Scene): Reply | undefined {
  const { dialogue, voice, cards, request, message } = scene;
  if (message.leans && cards.length > 0) return undefined;
  // A word alone is looked for in the book where no card knows it: «chi è Lucia?», in a book with few cards.
  const words = [...contentTerms(request.question)];
  if (words.length < leastWords && words.every((term) => indexOf(cards)?.inCards.has(term))) return undefined;
  const prose = scoreProse(request.question, request.sections);
  const least = cards.length > 0 ? enoughProse.beside : enoughProse.alone;
  const found = prose && prose.best >= least ? bestExcerpt(prose) : undefined;
  if (!found || dialogue.wasSaid(found.text)) return undefined;
  return readOutOf(found, dialogue.choose(voice.quoteUnsure));
}

/** What the book says of a card’s matter, if it was not read yet. */
export function readSource(
  { request, dialogue }: Scene,
  card: Card,
  leads: readonly string[],
): Reply | undefined {
  const section = request.sections.find(({ id }) => id === card.sectionId);
  const at = section && sourceOf(card, section);
  if (!section || at === undefined) return undefined;
  const from = sentencesOf(section)[at]?.opens || at === 0 ? at : at - 1;
  const found = excerptFrom(section, from);
  if (!found || dialogue.wasSaid(sentencesOf(section)[at]?.text ?? '')) return undefined;
  return readOutOf(found, dialogue.choose(leads));
}

/** The place of the sentence that tells most nearly what a card tells (cosine over rare words). */
function sourceOf(card: Card, section: Visible<Section>): number | undefined {
  const all = sentencesOf(section);
  const holders = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  const rarity = (term: string) => Math.log(1 + all.length / (holders.get(term) ?? 1)) ** 2;
  const own = termsOf(card).all;
  let best: { at: number; share: number } | undefined;
  for (const [at, { terms }] of all.entries()) {
    const wanted = [...terms].filter(isContent);
    const shared = wanted.reduce((sum, term) => sum + rarity(term) * (own.get(term) ?? 0), 0);
    const share = shared / Math.sqrt(wanted.reduce((sum, term) => sum + rarity(term), 0));
    if (share > (best?.share ?? 0)) best = { at, share };
  }
  return best?.at;
}

export function readOutOf({ text }: Excerpt, lead?: string): Reply {
  const quoted: Reply = { text, quotes: [[0, text.length]] };
  return lead === undefined ? quoted : replyAfter(lead, quoted, '\n\n');
}
