export type Command =
  | {
      name:
        'aiuto' | 'riassunto' | 'taccuino' | 'schermo' | 'prosegui' | 'scarica' | 'cancella' | 'dimenticami';
    }
  | { name: 'codice'; code: string | undefined }
  | { name: 'livello'; level: number | undefined }
  | { name: 'unknown'; written: string };

/**
 * Parses a command; `undefined` for a message. A slash and a letter make a command, which is never sent; two slashes
 * escape a message: see {@link spokenLine}.
 *
 * @param line trimmed
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

/** Unescapes a message: «//ciao» gives «/ciao». */
export const spokenLine = (line: string): string => line.replace(/^\s*\/(?=\/)/, '');
