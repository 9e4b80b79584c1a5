/** Characters: hard-wrapped lines are shorter, a paragraph on one line may be longer. */
const maxWrappedLine = 120;
/** Minimum fraction of long lines: dialogue and verses are short. */
const minLongShare = 0.1;

/**
 * Word's «plain text» has one paragraph per line without blank lines. Inserts blank lines, so that «Capitolo 2» is
 * recognised; other texts are unchanged.
 */
export function separateParagraphs(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
  const followed = lines.filter((line, i) => !isBlank(line) && !isBlank(lines[i + 1]));
  const long = followed.filter((line) => line.length > maxWrappedLine);
  if (long.length === 0 || long.length < followed.length * minLongShare) return text;
  return lines.map((line, i) => (isBlank(line) || isBlank(lines[i + 1]) ? line : `${line}\n`)).join('\n');
}
