import { estimateTokens, paragraphs, sentences } from './italian.ts';

/** Runs of whole paragraphs, each at most about `tokens` and all about equally long; a longer paragraph by its sentences. */
export function splitInParts(content: string, tokens: number): string[] {
  const count = Math.ceil(estimateTokens(content) / tokens);
  if (count <= 1) return [content];
  const even = Math.ceil(content.length / count);
  const parts: string[] = [];
  let part = '';
  for (const paragraph of paragraphs(content)) {
    for (const [at, piece] of (paragraph.length > even ? sentences(paragraph) : [paragraph]).entries()) {
      const glue = at > 0 ? ' ' : '\n\n';
      if (part && part.length + piece.length > even * 1.1) {
        parts.push(part);
        part = piece;
      } else part = part ? part + glue + piece : piece;
    }
  }
  if (part) parts.push(part);
  return parts;
}
