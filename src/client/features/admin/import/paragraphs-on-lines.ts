/** Characters: who breaks lines by hand, or by a program of mail, breaks them before; a whole paragraph on one line goes on. */
const longestBrokenLine = 120;
/** Of the lines that have another right below: dialogue is short, and so are verses. */
const fewestLong = 0.1;

/**
 * Word's «plain text», and what is pasted from it, has each paragraph on one line and none blank between them. Such a text gets
 * its blank lines, or no «Capitolo 2» in it would stand alone; any other text stays as it is.
 */
export function separateParagraphs(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
  const followed = lines.filter((line, i) => !isBlank(line) && !isBlank(lines[i + 1]));
  const long = followed.filter((line) => line.length > longestBrokenLine);
  if (long.length === 0 || long.length < followed.length * fewestLong) return text;
  return lines.map((line, i) => (isBlank(line) || isBlank(lines[i + 1]) ? line : `${line}\n`)).join('\n');
}
