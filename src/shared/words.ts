/** How many words, a word being what stands between white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
