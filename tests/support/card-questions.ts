/** A question about the demonstration book in a reader's words, written from its text before any card was seen. */
export interface CardQuestion {
  /** The section it is asked about. */
  section: number;
  ask: string;
  /** What an answer of his own words has. */
  answer: RegExp;
}

export const cardQuestions: readonly CardQuestion[] = [
  {
    section: 1,
    ask: 'la pinza col nastro perché non la dai via?',
    answer: /madre|mamma|tabella|Quella no|non la vendo|sua|conto|controll|prezzo/i,
  },
  { section: 1, ask: 'quanto stagno ti ha dato alla fine la zia?', answer: /mezzo chilo/i },
  { section: 1, ask: "cos'ha fatto maaret con la valvola?", answer: /straccio|sacca|sfil/i },
  { section: 1, ask: 'da quali armadi prendi i pezzi?', answer: /Linea Alta|armad|lungo/i },
  { section: 1, ask: 'come faceva lei a capire se un relè era buono?', answer: /tac|guancia|orecchio/i },
  { section: 2, ask: 'perché è caduto il capo dei bisonti?', answer: /seme|larice|dente|ruota/i },
  { section: 2, ask: 'quanti erano in tutto i bisonti che hai visto passare?', answer: /ventotto|28/i },
  {
    section: 2,
    ask: 'il vecchio capo dopo si è ripreso il comando?',
    answer: /ultimo|lampada spenta|dietro|fondo|coda/i,
  },
  { section: 2, ask: "che cosa seminano e perché anche d'inverno?", answer: /freddo|dorm/i },
  {
    section: 3,
    ask: "perché si chiama ferro se è d'acciaio?",
    answer: /scritt|stampin|parola|istruzion|fianco/i,
  },
  { section: 3, ask: "come l'hai trovato sotto la neve?", answer: /buco|solch|tondino|ton|righe/i },
  { section: 3, ask: "cosa aveva di rotto l'orso?", answer: /relè|sette|7|bobina/i },
  { section: 3, ask: 'come reagì maaret quando sei tornato con la bestia?', answer: /resto/i },
  { section: 4, ask: 'quali sono le cinque regole della pilota?', answer: /regol|prima|slegar|caff/i },
  { section: 4, ask: 'che lavoro ti ha dato irja?', answer: /tecnico|cuccetta|vitto/i },
  {
    section: 4,
    ask: 'dove hai messo il semino sul treno?',
    answer: /ripiano|calz|tiepid|dissipat|ceramica/i,
  },
  {
    section: 4,
    ask: 'irja che ha fatto quando le hai mostrato il segnale scritto?',
    answer: /carta|pinza|tabella|piega/i,
  },
  {
    section: 5,
    ask: 'a che serve la tavola con le lampadine?',
    answer: /dieci|chilometr|centoquattordici|dove sei/i,
  },
  {
    section: 5,
    ask: 'come hai fatto a sentire il battito con tutto quel vento?',
    answer: /cacciavite|dent|mascella/i,
  },
  { section: 5, ask: 'perché su quel ponte non si può andare più piano?', answer: /rampa|sal/i },
  { section: 6, ask: 'perché tuomas rubava le batterie?', answer: /radio/i },
  { section: 6, ask: 'come ha fatto ferro a prendere il ladro?', answer: /cerchi|gir/i },
  { section: 6, ask: 'il padre di tuomas lo sapeva?', answer: /coperta|ritir|sa|stette|zitt/i },
  { section: 6, ask: 'cosa si sentiva nella radio del bambino?', answer: /frigg|nota|piano|nessuno|tasti/i },
  { section: 7, ask: "che cos'è il kivgiq?", answer: /festa|giorni|doni|capannone|tamburi/i },
  { section: 7, ask: 'che cosa hai regalato alla vecchietta col tamburo?', answer: /guanti/i },
  {
    section: 7,
    ask: 'perché irja non ti aveva detto di tua madre?',
    answer: /capace|togli|battere|bordo|pinza/i,
  },
  { section: 7, ask: 'chi è aslak?', answer: /messagger|sci|bastoni/i },
  { section: 8, ask: 'come avete capito che era il branco 11?', answer: /tacche|undici/i },
  {
    section: 8,
    ask: 'perché da lontano non si capivano le parole?',
    answer: /insieme|cancell|una parola|ognuno/i,
  },
  {
    section: 8,
    ask: 'che ci fa il bisonte caduto in fondo alla fila?',
    answer: /est|cinque|fine|ultimo|pezzo/i,
  },
  { section: 9, ask: 'come hai frenato i vagoni staccati?', answer: /campo|ago|schiena|sping|filo/i },
  {
    section: 9,
    ask: 'perché irja cantava così forte al telefono?',
    answer: /capra|c’è|sent|viva|smett|paura/i,
  },
  { section: 9, ask: 'quando è nato il larice?', answer: /martedì|aghi|ripiano|centimetri|due/i },
  {
    section: 10,
    ask: "cosa c'era scritto nella memoria dell'orso?",
    answer: /assegnato|seguilo|qaanik|N9|riportalo|ammessa|righ/i,
  },
  {
    section: 10,
    ask: 'il papà di tuomas da quanto sapeva della radio nascosta?',
    answer: /camemor|coperta|notte/i,
  },
  { section: 11, ask: 'come ha perso le dita ilse?', answer: /ghiaccio|lastra|levig/i },
  { section: 11, ask: 'di che è morta tua madre?', answer: /polmon|toss|malat/i },
  { section: 12, ask: 'cosa hai scelto alla fine, la rete o la radio?', answer: /radio/i },
  { section: 12, ask: 'dove hai piantato il larice?', answer: /219|vuoto|mezzo|pendio/i },
];
