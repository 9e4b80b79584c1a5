/** A question as a reader would put it, the section that answers it and how that section may say the answer. */
export interface ReaderQuestion {
  ask: string;
  /** What was asked just before, for a question that leans on it. */
  after?: string;
  section: number;
  /** Any of these, as the section's text or its summary has it. */
  facts: readonly string[];
  /** How an answer in his own words has it. */
  told?: RegExp;
}

/** Sixty questions about the demonstration book, written before the embedded model was tuned: direct, oblique, leaning on the one before, for a yes or a no, with slips of the pen. */
export const readerQuestions: readonly ReaderQuestion[] = [
  {
    ask: 'come fai a sapere quanto freddo fa?',
    section: 1,
    facts: ['Se la neve scricchiola siamo intorno ai venti sotto zero'],
  },
  { ask: 'perche maaret tiene accesa la radio?', section: 1, facts: ['le valvole le scaldavano le mani'] },
  { ask: 'quanti relè avevi portato al mercato?', section: 1, facts: ['«Trentuno.»', 'Ne avevo trentuno'] },
  {
    ask: 'Hai venduto la pinza a Maaret?',
    section: 1,
    facts: ['«Quella no.»', 'come sempre dissi di no'],
  },
  {
    ask: 'e ogni quanto si ripeteva?',
    after: 'Che cosa hai sentito alla radio?',
    section: 1,
    facts: ['Quaranta secondi dopo', 'Tornò dopo quaranta secondi'],
  },
  {
    ask: 'che cos’era che aveva fatto cadere il capobranco?',
    section: 2,
    facts: ['Venne via un seme', 'c’era un seme di larice', 'Il dente otturato'],
  },
  { ask: 'come si riconosce il capo dei bisonti', section: 2, facts: ['lampada verde'] },
  {
    ask: 'Il vecchio capo si è ripreso il suo posto?',
    section: 2,
    facts: ['si mise a tre metri esatti', 'andò a mettersi dietro a tutti'],
  },
  {
    ask: 'ma i bisonti seminano anche d’inverno?',
    section: 2,
    facts: ['Seminano anche d’inverno', 'Seminavano nella neve'],
  },
  {
    ask: 'e dove l’hai messo?',
    after: 'Che cosa hai trovato nella ruota fonica?',
    section: 2,
    facts: ['nella scatola di latta di un relè'],
  },
  {
    ask: 'come ti sei accorto che c’era qualcosa sotto la neve',
    section: 3,
    facts: ['Le macchine girano al largo', 'vidi il buco nelle righe'],
  },
  { ask: 'Quanto pesa un orso guardiano?', section: 3, facts: ['seicentocinquanta chili'] },
  { ask: 'hai avuto paura quando si è svegliato?', section: 3, facts: ['Mi si drizzarono i capelli'] },
  { ask: 'maaret cosa ha detto quando ha visto l’orzo', section: 3, facts: ['«Non ho il resto»'] },
  {
    ask: 'chi te l’ha insegnato a farlo così?',
    after: 'Come hai riacceso Ferro?',
    section: 3,
    facts: ['A me l’hanno insegnato così'],
  },
  {
    ask: 'che fine ha fatto il tecnico di prima?',
    section: 4,
    facts: ['«Il mio si è sposato»', 'il suo tecnico di campo si era appena sposato'],
  },
  {
    ask: 'Quante sono le regole del convoglio, e qual è l’ultima?',
    section: 4,
    facts: ['Quinta. Mai slegare in corsa', 'mai slegare in corsa'],
  },
  {
    ask: 'Irja voleva l’orso a bordo?',
    section: 4,
    facts: ['L’orso resta a terra', '«Non sul mio convoglio.»', 'L’orso no.'],
  },
  {
    ask: 'che odore ha un treno a levitazione quando arriva?',
    section: 4,
    facts: ['ozono e ghiaccio smosso'],
  },
  {
    ask: 'e lei che ha detto?',
    after: 'Hai parlato a Irja del segnale della radio?',
    section: 4,
    facts: ['«Non è in tabella»', 'Disse che non era in tabella'],
  },
  { ask: 'quanto è lungo il viadotto', section: 5, facts: ['lungo millecento metri'] },
  {
    ask: 'Perché Irja canta?',
    section: 5,
    facts: ['«Ha paura dei ponti?»', '«Di questo.»', 'aveva paura anche lì'],
  },
  {
    ask: 'come hai fatto a fermare la vibrazione del ponte',
    section: 5,
    facts: ['Girai prima', 'Tornai indietro, girai ancora prima', 'smisi di aspettarlo', 'Poi girai contro'],
  },
  {
    ask: 'ti sei fatto male in bocca con il caciavite?',
    section: 5,
    facts: ['labbra attaccate al cacciavite', 'mi sbatté i denti sul legno'],
  },
  {
    ask: 'quanto è durato?',
    after: 'Che cosa è successo sul viadotto di Ruokto?',
    section: 5,
    facts: ['quarantasette secondi'],
  },
  { ask: 'chi era il ladro di celle?', section: 6, facts: ['Era Tuomas, dodici anni'] },
  {
    ask: 'Ferro ha fatto del male al ragazzino?',
    section: 6,
    facts: ['cominciò a camminare in cerchio', 'gli girò intorno', '«No. Va a luce.»', '«Va a luce.»'],
  },
  {
    ask: 'cosa faceva tuomas con quella radio? sentiva qualcuno?',
    section: 6,
    facts: ['non è sempre lo stesso nessuno'],
  },
  {
    ask: 'Il padre ha capito che era stato il figlio?',
    section: 6,
    facts: ['«Si ritirano» disse il custode', 'lasciarla sulla panca', 'la lasciò sulla panca'],
  },
  { ask: 'e come ti ha pagato?', after: 'Chi è Tuomas?', section: 6, facts: ['mi pagò con una bobina'] },
  { ask: 'come si chiamava tua madre?', section: 7, facts: ['«Ánne.»', 'Di mia madre, dissi. Ánne.'] },
  {
    ask: 'che regola c’è alla festa dei tamburi',
    section: 7,
    facts: ['uno ti chiede una cosa e tu gliela dai', 'Se qualcuno ti chiede un oggetto, glielo dai'],
  },
  {
    ask: 'Irja conosceva la tua mamma?',
    section: 7,
    facts: ['«Era il mio tecnico»', 'Ánne era stata il suo tecnico'],
  },
  {
    ask: 'cosa c’era scritto sul bastone che ti ha dato aslak',
    section: 7,
    facts: ['ÁNNE inciso', 'Conta le tacche'],
  },
  {
    ask: 'quante tacche erano?',
    after: 'Che messaggio ti ha portato Aslak?',
    section: 7,
    facts: ['Le tacche erano undici', 'Erano undici'],
  },
  {
    ask: 'chi parlava dentro i bisonti?',
    section: 8,
    facts: ['una voce di donna', 'Lo zero detto così l’ho sentito da una persona'],
  },
  { ask: 'ogni quanto si fermano i bisonti?', section: 8, facts: ['Ogni sei ore'] },
  { ask: 'con che cosa hai costruito il ricevitore?', section: 8, facts: ['su un asse da pane'] },
  {
    ask: 'hai rivisto il bisonte che avevi aiutato?',
    section: 8,
    facts: ['Gli avevo tolto un seme', 'a cui avevo tolto il seme'],
  },
  {
    ask: 'e che cosa c’è in quel punto?',
    after: 'Che coordinate hai trovato?',
    section: 8,
    facts: ['«È il ghiacciaio', 'Un ghiacciaio'],
  },
  {
    ask: 'come si è fatta male Irja?',
    section: 9,
    facts: ['La barra mi ha preso la gamba', 'la barra le ruppe una gamba'],
  },
  { ask: 'Hai disobbedito alla quinta regola?', section: 9, facts: ['«Si è slegato da solo.»'] },
  {
    ask: 'come hai fermato i carri sganciati senza freni?',
    section: 9,
    facts: ['Li frenavo con la schiena', 'frenandoli con la schiena'],
  },
  { ask: 'il seme è germogliatto?', section: 9, facts: ['«È nato»', 'Il larice, sul ripiano, era nato'] },
  {
    ask: 'e di cosa parlava la canzone?',
    after: 'Che cosa faceva Irja nella bufera?',
    section: 9,
    facts: ['Parlavano di una capra', 'la canzone parlava di una capra'],
  },
  {
    ask: 'Ferro era davvero un guardiano dei campi?',
    section: 10,
    facts: ['«Lo sai che non è dei nostri?»', '«È la 0417', 'non era mai stato un guardiano di campi'],
  },
  {
    ask: 'come hai letto la memoria dell’orso',
    section: 10,
    facts: ['Leggevo lì', 'Leggevo in fondo a ogni respiro', 'quattromilanovantasei anelli'],
  },
  {
    ask: 'che cosa ti ha dato Tuomas prima di partire',
    section: 10,
    facts: ['mi mise in mano uno spillo', 'mi diede uno spillo'],
  },
  {
    ask: 'Cosa c’era scritto nelle ultime righe della memoria?',
    section: 10,
    facts: ['RIPORTALO', 'RIPORTARE'],
  },
  {
    ask: 'e quanti ce n’erano?',
    after: 'Che cosa sono i Nodi?',
    section: 10,
    facts: ['dodici in tutto il mondo', 'uno dei dodici'],
  },
  { ask: 'chi abita nel nodo 9?', section: 11, facts: ['«Sono Ilse-4»', 'mi aspettava Ilse-4'] },
  {
    ask: 'come è morta tua madre',
    section: 11,
    facts: ['«Erano i polmoni', 'Erano i polmoni', 'si ammalò ai polmoni'],
  },
  { ask: 'perché ilse non ha tutte le dita?', section: 11, facts: ['Le dita le aveva perse così'] },
  {
    ask: 'tua madre ha sofferto il freddo?',
    section: 11,
    facts: ['L’avevo fatto entrare, l’orso', 'con Ferro contro la schiena'],
  },
  {
    ask: 'e perché ci ha messo tanto?',
    after: 'Chi ha mandato Ferro a cercarti?',
    section: 11,
    facts: ['Ci ho messo due anni', 'Era la sola cosa che mi respirasse vicino', 'le era costato'],
  },
  {
    ask: 'cosa hai scelto alla fine, la rete o la radio?',
    section: 12,
    facts: ['Qui Linea Alta', 'la radio di soccorso', 'La radio di soccorso'],
  },
  { ask: 'quanti hanno risposto al messagio?', section: 12, facts: ['centododici'] },
  {
    ask: 'dove hai piantato il larice',
    section: 12,
    facts: ['Lo piantai in mezzo', 'Ci piantammo il larice', 'Ci piantai il larice'],
  },
  { ask: 'Maaret si è fatta sentire alla radio?', section: 12, facts: ['«Mi devi una valvola.»'] },
  {
    ask: 'e il filo del ponticello?',
    after: 'Che cosa è successo a Ferro?',
    section: 12,
    facts: ['Il filo ce l’ho in tasca', 'sciolsi il ponticello', 'Sciolsi il ponticello'],
  },
];

/** Twenty more, written after the tuning and never used for it. */
export const heldOutQuestions: readonly ReaderQuestion[] = [
  {
    ask: 'perché il mercato si fa con la luna nuova?',
    section: 1,
    facts: ['è per via dei ladri', 'Per via dei ladri'],
  },
  {
    ask: 'maaret ti ha pagato quello che volevi?',
    section: 1,
    facts: ['Mezzo chilo. Ci aggiunse i guanti', 'Mi diede mezzo chilo di stagno', 'Mezzo chilo.'],
  },
  { ask: 'quanti bisonti hai contato', section: 2, facts: ['Ne contai ventotto', 'ventotto bisonti'] },
  { ask: 'quanto ci hanno messo a scegliere il nuovo capo?', section: 2, facts: ['quarantunesimo secondo'] },
  { ask: 'di che colore sono gli occhi dell’orso?', section: 3, facts: ['color ambra'] },
  {
    ask: 'e perché l’hai chiamato così?',
    after: 'Come si chiama l’orso?',
    section: 3,
    facts: ['Lo chiamai così', 'lo chiamai così'],
  },
  {
    ask: 'dove tenevi il seme sul treno?',
    section: 4,
    facts: ['un ripiano di ceramica sopra i dissipatori', 'sopra i dissipatori'],
  },
  { ask: 'su quale carro viaggia Ferro?', section: 4, facts: ['Carro otto, pianale', 'carro otto'] },
  { ask: 'irja ti ha offerto qualcosa dopo il ponte?', section: 5, facts: ['Mi riempì la tazza'] },
  { ask: 'quante lampadine ci sono sulla tavola?', section: 5, facts: ['centoquattordici lampadine'] },
  {
    ask: 'dove la nascondeva la radio, Tuomas?',
    section: 6,
    facts: ['Sotto lo specchio 44', 'c’era il pozzo di un cavo'],
  },
  { ask: 'quanti giorni dura il Kivgiq?', section: 7, facts: ['per quattro giorni', 'quattro giorni'] },
  { ask: 'ferro è entrato nella sala?', section: 7, facts: ['Ferro non passava dalla porta'] },
  {
    ask: 'cos’hai fatto quando sono ripartiti i bisonti?',
    section: 8,
    facts: ['mi buttai fra due spalle', 'Poi corsi fino all’ultimo'],
  },
  { ask: 'con che cosa hai steccato la gamba a irja', section: 9, facts: ['due manici di spazzola'] },
  {
    ask: 'che cosa cantava irja nella tempesta?',
    section: 9,
    facts: ['Parlavano di una capra', 'parlava di una capra'],
  },
  {
    ask: 'il custode sapeva della radio?',
    section: 10,
    facts: ['«Da quando i camemori', 'di cui nessuno gli aveva mai parlato', '«Prendi quella sotto il 44»'],
  },
  { ask: 'quanti relè hai pulito nel nodo?', section: 11, facts: ['Erano quarantotto', 'quarantotto'] },
  {
    ask: 'cosa c’era nel quaderno della mamma',
    section: 11,
    facts: ['Erano i miei anni e i miei giorni', 'c’erano i miei anni e i miei giorni'],
  },
  {
    ask: 'quanto è durato il messaggio alla radio?',
    section: 12,
    facts: ['Ottanta minuti', 'ottanta minuti'],
  },
];

/** Twenty more, written near the end; nothing was changed because of how they were answered. */
export const freshQuestions: readonly ReaderQuestion[] = [
  {
    ask: 'che cosa hai trovato una volta dentro un armadio?',
    section: 1,
    facts: ['ci ho trovato un panino', 'panino trovato in un armadio'],
  },
  {
    ask: 'a che distanza camminano i bisonti uno dall’altro?',
    section: 2,
    facts: ['uno ogni tre metri', 'tre metri esatti'],
  },
  {
    ask: 'da quanto tempo era fermo Ferro quando l’hai trovato?',
    section: 3,
    facts: ['fermo dal 9 ottobre 1999', 'quattro anni'],
  },
  { ask: 'su quale carro viaggia l’orso?', section: 4, facts: ['carro otto'] },
  {
    ask: 'a che velocità si passa sul viadotto carichi?',
    section: 5,
    facts: ['Carichi si passa a ottantaquattro', 'Si passa a ottantaquattro'],
  },
  { ask: 'quante celle mancavano al custode?', section: 6, facts: ['«Sei in meno»', 'ne trovò sei in meno'] },
  { ask: 'perché Tuomas non spegne la radio?', section: 6, facts: ['Ma se spengo non lo so più'] },
  {
    ask: 'che cosa ti ha chiesto la vecchia con il tamburo?',
    section: 7,
    facts: ['guanti con il pollice doppio'],
  },
  {
    ask: 'come chiamava lo zero tua madre?',
    section: 7,
    facts: ['lo zero lo chiamava vuoto', 'chiamava vuoto lo zero'],
  },
  { ask: 'quanto durava la festa?', section: 7, facts: ['quattro giorni'] },
  {
    ask: 'chi ha trovato la frequenza nel manuale?',
    section: 8,
    facts: ['le trovò Irja nel manuale', '«Coordinamento del branco» lesse'],
  },
  {
    ask: 'cosa dicevano le voci in cuffia?',
    section: 8,
    facts: ['Sette, vuoto', 'la cuffia disse sette', '«Cinque» disse la cuffia'],
  },
  { ask: 'con che cosa hai steccato la gamba?', section: 9, facts: ['due manici di spazzola'] },
  {
    ask: 'chi ha riportato Irja in cabina?',
    section: 9,
    facts: ['Ferro arrivò in cabina', 'Ferro la tenne per la giacca'],
  },
  { ask: 'quante dita ha perso Ilse?', section: 11, facts: ['due dita in meno', 'mano con tre dita'] },
  { ask: 'quando è morta Ánne?', section: 11, facts: ['dieci marzo del Novantasette'] },
  { ask: 'quanta energia serve per svegliare la rete?', section: 12, facts: ['quaranta chilowattora'] },
  { ask: 'quando hai mandato il messaggio?', section: 12, facts: ['20 febbraio'] },
  { ask: 'quanto è durata la trasmissione?', section: 12, facts: ['ottanta minuti'] },
  { ask: 'che cosa hai dato da bere al larice?', section: 12, facts: ['Gli diedi il tè'] },
];
