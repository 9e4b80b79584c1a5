/** What a line that begins with a slash asks of the terminal. */
export type Command =
  | {
      name:
        'aiuto' | 'riassunto' | 'taccuino' | 'schermo' | 'prosegui' | 'scarica' | 'cancella' | 'dimenticami';
    }
  | { name: 'codice'; code: string | undefined }
  | { name: 'livello'; level: number | undefined }
  | { name: 'unknown'; written: string };

/**
 * A typed line as a command; `undefined` for a message. Whatever begins with a slash and a letter is one: it is never sent. With
 * two slashes it is a message that begins with one: see {@link spokenLine}.
 *
 * @param line the reader's words, trimmed
 */
export function readCommand(line: string): Command | undefined {
  const match = /^\/(\p{L}+)(?:\s+(.*))?$/su.exec(line);
  if (!match) return undefined;
  const name = match[1]?.toLowerCase() ?? '';
  const rest = match[2]?.trim() || undefined;
  switch (name) {
    case 'aiuto':
    case 'riassunto':
    case 'taccuino':
    case 'schermo':
    case 'prosegui':
    case 'scarica':
    case 'cancella':
    case 'dimenticami':
      return { name };
    case 'codice':
      return { name, code: rest };
    case 'livello': {
      const level = rest?.replace(/^sec_?/i, '');
      if (level !== undefined && !/^\d{1,4}$/.test(level)) return { name: 'unknown', written: line };
      return { name, level: level === undefined ? undefined : Number(level) };
    }
    default:
      return { name: 'unknown', written: `/${name}` };
  }
}

/** What is sent of a line that is no command: «//ciao» says «/ciao». */
export const spokenLine = (line: string): string => line.replace(/^\s*\/(?=\/)/, '');
