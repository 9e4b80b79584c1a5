import { parse, stringify, YAMLParseError } from 'yaml';
import { z } from 'zod';
import {
  askedKind,
  createMemoryCard,
  type CreateMemoryCard,
  type MemoryCard,
} from '../shared/contracts/memory-cards.ts';

/** A card in a file, with its section's number; 0: before the first section. */
export interface CardOfSection extends Omit<CreateMemoryCard, 'sectionId'> {
  sectionNumber: number;
}

/** A file of memory cards as the author writes it; `id` is for human readers and ignored. */
const cardsFile = z.strictObject({
  section: z.number().int().min(0),
  adesso: z.string().optional(),
  umore: z.string().optional(),
  ricordi: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        kind: askedKind,
        about: z.array(z.string()).default([]),
        asks: z.array(z.string()).default([]),
        says: z.string(),
        more: z.string().optional(),
        back: z.string().optional(),
        until: z.number().optional(),
        chip: z.string().optional(),
      }),
    )
    .default([]),
  fine: z.record(z.string(), z.array(z.string())).default({}),
});

/**
 * The cards of a YAML file: `adesso` and `umore` make the card of kind `now`, `fine` those of kind `end`.
 *
 * @param file its name, for the error
 * @throws Error with the file and the problem
 */
export const parseCardsFile = (file: string, text: string): CardOfSection[] =>
  cardsOf(file, parseYaml(file, text));

/** Wraps the library's English errors; warnings are logged as they are. @throws Error */
function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text, { logLevel: 'error', resolveKnownTags: false });
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined;
    const where = line === undefined ? '' : `: guarda la riga ${line}`;
    throw new Error(`${file} non è scritto come un file YAML${where}.`, { cause: error });
  }
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ');
}

export function cardsOf(file: string, data: unknown): CardOfSection[] {
  const result = cardsFile.safeParse(data);
  if (!result.success) throw new Error(`${file}: ${problemsOf(result.error)}`);
  const { section, adesso, umore, ricordi, fine } = result.data;
  const bare = (kind: 'now' | 'end', says: string, about: string[]) => ({ kind, about, asks: [], says });
  const all = [
    ...ricordi.map(({ id: _, ...card }) => card),
    ...(adesso ? [{ ...bare('now', adesso, []), mood: umore }] : []),
    ...Object.entries(fine).flatMap(([topic, lines]) => lines.map((line) => bare('end', line, [topic]))),
  ];
  return all.map((card, index) => {
    const checked = createMemoryCard.safeParse({ ...card, sectionId: null });
    if (!checked.success) throw new Error(`${file}, ${index + 1}: ${problemsOf(checked.error)}`);
    const { sectionId: _, ...fields } = checked.data;
    return { ...fields, sectionNumber: section };
  });
}

function endLines(cards: readonly MemoryCard[]): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  for (const { about, says } of cards) (lines[about[0] ?? 'poi'] ??= []).push(says);
  return lines;
}

/** The inverse of {@link parseCardsFile}. */
export function formatCardsFile(sectionNumber: number, cards: readonly MemoryCard[]): string {
  const now = cards.find(({ kind }) => kind === 'now');
  const end = cards.filter(({ kind }) => kind === 'end');
  const answerCards = cards.filter(({ kind }) => kind !== 'now' && kind !== 'end');
  return stringify(
    {
      section: sectionNumber,
      ...(now && { adesso: now.says }),
      ...(now?.mood && { umore: now.mood }),
      ricordi: answerCards.map(({ kind, about, asks, says, more, back, until, chip }) => ({
        kind,
        about,
        asks,
        says,
        more,
        back,
        until,
        chip,
      })),
      ...(end.length > 0 && { fine: endLines(end) }),
    },
    { lineWidth: 120, keepUndefined: false },
  );
}
