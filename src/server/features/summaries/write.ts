import type { Section } from '#shared/contracts/sections.ts';
import type { SummaryForm } from '#shared/contracts/summaries.ts';
import { countWords } from '#shared/words.ts';
import { estimateTokens, paragraphs, sentences, terms } from '#server/text/italian.ts';
import { splitInParts } from '#server/text/parts.ts';
import { ModelError, type WritingModel } from '#server/model/types.ts';
import { strangers, vocabularyOf } from '#server/spoilers/mentions.ts';
import { extract } from './extract.ts';
import { instructionsFor, lengthsOf, lineLengths, type Complaint, type Lengths } from './instructions.ts';

/** Room for what the model thinks before it writes, and for the instructions, in tokens. */
const thinking = 600;
const instructing = 450;
const tokensPerWord = 2.2;
/** A part of fewer words is not cut any further. */
const smallestPart = 150;
const attempts = 2;

/**
 * A form of a section, written by a language model from this section's text alone; a text too long for one request is taken
 * in parts. `undefined` when two attempts had the wrong length, used names that the section does not have, or spoke of something else.
 *
 * @param allowed names that are no strangers anywhere: the protagonist's.
 * @throws ModelError
 */
export async function writeForm(
  section: Section,
  form: SummaryForm,
  model: WritingModel,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const vocabulary = vocabularyOf(section);
  const own = new Set(terms(section.content));
  const isStranger = (word: string) => !allowed.includes(word);

  async function writePart(text: string): Promise<string | undefined> {
    const lengths = lengthsOf(form, countWords(text));
    let complaint: Complaint | undefined;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const task = {
        instructions: instructionsFor(form, lengths, complaint),
        text,
        answerTokens: answerTokens(lengths),
      };
      const answer = stripWrapping(await model.write(task, signal));
      const unknown = strangers(answer, vocabulary).filter(isStranger);
      complaint =
        unknown.length > 0
          ? { strangers: unknown }
          : (lengthComplaint(form, answer, lengths) ?? (isAbout(answer, own) ? undefined : 'elsewhere'));
      if (!complaint) return answer;
    }
    return undefined;
  }

  /** In halves as long as the service says it is too large, though the plan said that it would fit. */
  async function writeParts(texts: readonly string[]): Promise<string | undefined> {
    const paragraphs: string[] = [];
    for (const text of texts) {
      let part: string | undefined;
      try {
        part = await writePart(text);
      } catch (error) {
        const tooLarge = error instanceof ModelError && error.failure === 'too-large';
        if (!tooLarge || form === 'line' || countWords(text) < smallestPart * 2) throw error;
        part = await writeParts(splitInParts(text, Math.ceil(estimateTokens(text) / 2) + 1));
      }
      if (part === undefined) return undefined;
      paragraphs.push(part);
    }
    return paragraphs.join('\n\n');
  }

  const room = model.taskTokens - thinking - instructing;
  if (form === 'line') {
    const short =
      estimateTokens(section.content) > room ? shortenForLine(section.content, room) : section.content;
    return short && writePart(short);
  }
  const share = lengthsOf(form, 1_000).most / 1_000;
  const text = await writeParts(splitInParts(section.content, Math.floor(room / (1 + share * 1.25))));
  const lengths = lengthsOf(form, countWords(section.content));
  return text !== undefined && lengthComplaint(form, text, lengths) === undefined ? text : undefined;
}

function answerTokens({ most }: Lengths): number {
  return thinking + Math.ceil(most * tokensPerWord);
}

function lengthComplaint(form: SummaryForm, text: string, { least, most }: Lengths): Complaint | undefined {
  const words = countWords(text);
  if (form !== 'line') return words < least || words > most ? { words } : undefined;
  const count = paragraphs(text).flatMap(sentences).length;
  if (count !== 1) return { sentences: count };
  if (text.length < lineLengths.shortest) return 'short';
  return text.length > lineLengths.longest ? { words } : undefined;
}

/** Words of the section that a text about it has: so many, and such a share of its own. */
const ownWords = { least: 3, share: 0.3 } as const;

/** Whether a text speaks of the section with these stems: «Va bene.» and an excuse do not. */
function isAbout(text: string, own: ReadonlySet<string>): boolean {
  const words = new Set(terms(text));
  const shared = [...words].filter((term) => own.has(term)).length;
  return shared >= ownWords.least && shared >= words.size * ownWords.share;
}

/** What the line is made of when the whole text does not fit: the same section's own sentences. */
function shortenForLine(content: string, room: number): string | undefined {
  const third = extract(content, 'reduced30');
  if (third === undefined || estimateTokens(third) <= room) return third;
  return splitInParts(third, room)[0];
}

/** Without what models put around a text though asked not to: a heading, quotation marks, a fence. */
function stripWrapping(text: string): string {
  const bare = text
    .trim()
    .replace(/^```\w*\n?|\n?```$/g, '')
    .replace(/^(#{1,6} .*|\*\*[^*\n]{1,80}\*\*|Riassunto[^\n:]{0,30}:)\s*\n+/i, '')
    .trim();
  return /^"[^"]*"$/.test(bare) ? bare.slice(1, -1) : bare;
}
