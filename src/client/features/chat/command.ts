/** What a line that begins with a slash asks of the terminal. */
export type Command =
  | { name: 'aiuto' | 'riassunto' | 'taccuino' | 'scarica' | 'cancella' }
  | { name: 'codice'; code: string | undefined }
  | { name: 'livello'; level: number | undefined }
  | { name: 'unknown'; written: string };

/** The commands as the help lists them. */
export const commandHelp = [
  ['/aiuto', 'questo elenco'],
  ['/codice XXXX-XXXX', 'sblocca con un codice; da solo apre la barra'],
  ['/riassunto', 'la storia fin qui, per come la ricorda lui'],
  ['/livello N', 'rilegge da una sezione che hai già sbloccato; da solo dice a che livello sei'],
  ['/taccuino', 'che cosa ricorda di te; una cosa per volta, gliela fai dimenticare'],
  ['/scarica', 'la conversazione in un file di testo'],
  ['/cancella', 'la cancella per sempre, anche dal server'],
] as const;

/**
 * A typed line as a command; `undefined` for a message. Whatever begins with a slash and a letter is one: it is never sent.
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
    case 'scarica':
    case 'cancella':
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

/** The help, as the terminal prints it. */
export function helpText(unknown?: string): string {
  const lines = commandHelp.map(([command, what]) => `${command}: ${what}`);
  const first = unknown ? `COMANDO SCONOSCIUTO: ${unknown}. I COMANDI SONO:` : 'COMANDI';
  return [first, ...lines, 'Esc ferma una risposta. Tutto il resto va a lui.'].join('\n');
}
