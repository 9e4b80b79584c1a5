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

const isBlankLine = (line: string | undefined) => line === undefined || line.trim() === '';
/** Shorter lines are dialogue and verses. */
const minWrappedLine = 50;
/** Lines that go on in the next one. */
const minWrappedLines = 8;

/** Whether a text is broken into lines of one width, as old programs and e-mails do. */
export function isWrapped(text: string): boolean {
  const lines = text.split('\n');
  const followed = lines.filter((line, i) => !isBlankLine(line) && !isBlankLine(lines[i + 1]));
  const full = followed.filter(({ length }) => length >= minWrappedLine && length <= maxWrappedLine);
  return full.length >= minWrappedLines && full.length >= followed.length * 0.7;
}

/** Joins the lines of each paragraph; a short line ends one, and a dash after a full stop begins one. */
export function joinWrapped(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, i) => {
      const next = lines[i + 1];
      if (isBlankLine(line) || isBlankLine(next)) return `${line}\n`;
      const endsThere =
        line.length < minWrappedLine || (/[.!?…»”]$/.test(line) && /^[-–—«“]/.test(next ?? ''));
      return endsThere ? `${line}\n\n` : `${line.trimEnd()} `;
    })
    .join('')
    .trimEnd();
}
