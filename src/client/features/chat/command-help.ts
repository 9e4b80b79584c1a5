export const commandHelp = [
  ['/aiuto', 'questo elenco'],
  [
    '/codice XXXX-XXXX',
    'sblocca con un codice del libro; da solo apre la barra. Le parole della musica si scrivono nella Home',
  ],
  ['/riassunto', 'la storia fin qui, per come la ricorda lui'],
  ['/livello N', 'rilegge da una sezione che hai già sbloccato; da solo dice a che livello sei'],
  ['/taccuino', 'che cosa ricorda di te; una cosa per volta, gliela fai dimenticare'],
  ['/schermo', 'vetro, testo, colore del fosforo, suoni'],
  ['/prosegui', 'la stessa conversazione su un altro dispositivo'],
  ['/scarica', 'la conversazione in un file di testo'],
  ['/cancella', 'la cancella per sempre, anche dal server'],
  ['/dimenticami', 'cancella anche il livello: di te non resta niente'],
] as const;

export function helpText(unknown?: string): string {
  const lines = commandHelp.map(([command, what]) => `${command}: ${what}`);
  const first = unknown ? `COMANDO SCONOSCIUTO: ${unknown}. I COMANDI SONO:` : 'COMANDI';
  return [
    first,
    ...lines,
    'Esc ferma una risposta, ↑ riprende ciò che hai scritto. Tutto il resto va a lui; per dirgli una barra, due: //ciao.',
  ].join('\n');
}
