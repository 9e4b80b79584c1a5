import { parse } from 'yaml';
import { z } from 'zod';
import type { ArticleMeta } from '#shared/article.ts';

const lines = z.array(z.string()).default([]);

const frontMatter = z.strictObject({
  order: z.int().positive(),
  title: z.string(),
  period: z.string().optional(),
  subtitle: z.string(),
  description: z.string().max(200),
  kicker: z.string().optional(),
  imprint: lines,
  byline: lines,
  affiliation: z.string().optional(),
  dates: z.string().optional(),
  keywords: lines,
  header: z
    .array(z.strictObject({ label: z.string(), value: z.string(), hand: z.string().optional() }))
    .default([]),
  notice: z.string().optional(),
  neighbours: z.strictObject({ before: z.string(), after: z.string(), headword: z.string() }).optional(),
  stamps: lines,
  signature: z.string().optional(),
  footer: z.string(),
  colophon: z.string().optional(),
  backLabel: z.string().default('Torna alla Home'),
  figures: z.strictObject({
    /** Word before a figure's number where the caption has none; `none` leaves captions unchanged. */
    numbering: z.string(),
    place: z.enum(['text', 'sidebar']).default('text'),
    bound: z.boolean().optional(),
    photoWidth: z.string().optional(),
  }),
  /** Where references are printed: in the bibliography only, or in the margin too. */
  references: z.enum(['end', 'margin']).default('end'),
  leaves: z.strictObject({
    first: z.int().positive(),
    folio: z.string().default('{n}'),
    verso: z.string(),
    recto: z.string(),
    lines: z.number().positive(),
    opening: z.number().nonnegative(),
    chars: z.number().positive(),
    figure: z.number().positive(),
  }),
});

/**
 * Splits `article.md` into front matter and text.
 *
 * @throws {Error} without front matter, a ZodError for a wrong field
 */
export function readFrontMatter(source: string, slug: string): { meta: ArticleMeta; text: string } {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(source);
  if (!match) throw new Error(`${slug}: the article has no front matter`);
  const meta = frontMatter.parse(parse(match[1] ?? ''));
  return { meta: { slug, ...meta }, text: source.slice(match[0].length) };
}
