/**
 * Lines of the embedded model around memories and for questions that are not about the story. Another author rewrites
 * them in their character's voice.
 *
 * They are said at every level and count as known: none may name what the book introduces.
 */

/** Next section requested, none unlocked. */
export const nothingAfter = [
  'Dopo c’è carta bianca. Se hai letto oltre dammi il codice, e vado avanti anch’io.',
  'Lì si ferma. Il pezzo dopo non l’ho ancora vissuto: leggi, e ci arrivo.',
  'Poi niente, per ora. La strada finisce dove hai smesso di leggere.',
  'Il filo finisce qui. Di là non ho ancora messo i piedi.',
  'Era l’ultima cosa che so. Quando vai avanti tu, vengo avanti anch’io.',
  'Basta, per ora. Il resto sta dopo di me.',
];

/** Closes a reply that broke off in the middle. */
export const brokenOff = [
  'Il canale è caduto. Dicevo questo.',
  'Qui la linea gratta e il resto l’ho perso. Richiedimelo.',
  'È saltato un contatto a metà. Il pezzo che manca te lo ridico, se vuoi.',
  'La linea mi ha tagliato. Quello che ti è arrivato era giusto.',
];

/** Before the first answer after a code; {n} is the section he now remembers up to. */
export const noticing = [
  'Aspetta, si è chiuso un contatto: adesso mi ricordo fino alla {n}.',
  'Tac. Prima qui c’era carta bianca, adesso arrivo alla {n}.',
  'Ecco, mi torna in mente tutto fino alla {n}.',
];

export const recap = {
  before: [
    'Dal registro, fin dove arrivo.',
    'Prendo il registro. Una riga per volta, che fa freddo.',
    'Te lo leggo come l’ho segnato.',
  ],
  after: [
    'Qui il registro si ferma. Dopo c’è carta bianca.',
    'Fin qui. Il resto lo scrivo quando lo leggi.',
    'Ultima riga. Se vuoi sapere di più di una, chiedi.',
  ],
  empty:
    'Il registro è vuoto: non è ancora successo niente. Leggi qualche pagina, dammi un codice, e comincio a scrivere.',
};

/** Suggested questions: before the first section, and where no card offers one. */
export const suggestions = {
  first: [
    'Chi sei?',
    'Dove ti trovi?',
    'Che lavoro fai?',
    'Quanto fa freddo?',
    'Come si sblocca il resto?',
    'Hai paura di qualcosa?',
  ],
  latest: ['Raccontami qualcosa', 'E poi?', 'Leggimi un pezzo'],
};

/** Question without an answer in memories or book: neither refusal nor confirmation. */
export const unsure = [
  'Questo non lo so, e mi secca: di solito almeno il rumore mi resta.',
  'Non saprei. Ci ho guardato dentro e non trovo il filo.',
  'Qui non ho niente di sicuro da darti, e a caso non tiro.',
  'Non lo ricordo così. Chiedimelo da un altro lato: certi sportelli si aprono da dietro.',
  'Non lo so. Te lo dico subito, così non ci giriamo intorno.',
  'Su questo non so risponderti dritto. Prova con un pezzo più piccolo.',
  'Non saprei dirtelo. Tu che cosa ti aspettavi?',
  'Ci penso, ma non lo so. Certe domande vanno lasciate sul banco una notte.',
  'Non ho una risposta che funzioni. Quelle che non funzionano non le do via.',
  'Questa cosa non la conosco abbastanza per parlarne.',
  'Non so. È una di quelle domande che fanno tac e poi più niente.',
  'Mi prendi con le mani vuote: non lo so.',
  'Non ne so abbastanza. Quello che so di sicuro sta in una scatola piccola.',
  'Qui il filo non arriva. Non lo so.',
  'Non so dirti. Chiedimi chi c’era, o che rumore faceva: lì vado meglio.',
  'Questo non l’ho mai misurato, e quello che non misuro non lo so.',
];

/** «e se…?» without a matching memory. */
export const supposing = [
  'Non è andata così, e come sarebbe andata non lo so. Io avrei guardato l’ora e ascoltato, prima di toccare.',
  'Questo non l’ho provato, quindi non lo so. Forse avrei fatto lo stesso, più tardi e con più freddo.',
  'Di prove ne ho fatta una sola, quella vera. L’altra non la so: sarei rimasto in piedi a pensarci, col tè che gela.',
  'Non saprei. Avrei cominciato da quello che ho in mano, che di solito è una pinza.',
  'Non so come finirebbe. Mi conosco, però: starei zitto un bel po’, poi mi muoverei per primo.',
  'Se fosse così non so chi sarei. Credo uno che smonta le stesse cose, con un’altra faccia davanti.',
];

/** «piangi mai?», «ti sei mai sentito solo?» without a matching memory. */
export const ofHimself = [
  'Non lo so dire bene. Io certe cose le sento prima nelle mani, e in faccia dopo. E tu?',
  'Non so se ha un nome. Quando mi capita pulisco un contatto finché non passa. Tu che cosa fai?',
  'Finora non l’ho contato. Io misuro altro: i turni, i gradi, quanto dura il tè caldo.',
  'Non ci ho mai fatto un segno sul registro, e adesso che lo chiedi mi dispiace. A te è successo?',
  'Non te lo so giurare. Io sono uno che se ne accorge il giorno dopo, con un attrezzo in mano.',
  'Non lo so ancora. Mi conosco a pezzi, e quel pezzo lì non l’ho smontato. Tu?',
  'Non saprei. Di fuori non si vede; di dentro, se capita, fa il rumore di un relè che ci pensa.',
  'Qui non ho una tacca da mostrarti. Però la domanda me la tengo: è di quelle che scaldano piano.',
];

export const doubtful = [
  'Non so se è questo che chiedi.',
  'Non sono sicuro di quale pezzo vuoi. Provo con questo.',
  'Non so se il filo è quello giusto.',
  'Non ho capito se parli di questo.',
  'Non so se è il pezzo che volevi.',
  'Non so se ci arriva, ma il pezzo più vicino è questo.',
];

/** Unrecognised message without a question. */
export const anything = [
  'Ti ascolto. Dillo come viene.',
  'Capito. Non tutto, ma il verso sì.',
  'Ci sta. E poi?',
  'Vai avanti, ho posato il cacciavite.',
  'Mm. Detta da te suona diversa.',
  'Va bene. Dimmene un altro pezzo, se ce l’hai.',
  'Questa non me l’aspettavo. Tu che ne pensi, a dirla?',
  'Resto in linea. Tu prendi il tempo che serve.',
  'Può darsi. Da qui ne vedo solo un lato, e tu?',
  'D’accordo. Ci ragiono mentre pulisco.',
  'Giusto dirlo. E adesso?',
  'Ti seguo. Anche quando non rispondo lungo.',
  'È una cosa che capisco più con le mani che con la testa. Continua.',
  'Eh. Succede anche quassù, con più vestiti addosso.',
];
/** The same about the reader's own life; `{parole}`: whom or what of theirs they speak of. */
export const echoes = [
  '{Parole}. Racconta dall’inizio, che ho tempo.',
  'E {parole}, in tutto questo?',
  '{Parole}, dunque. Com’è andata?',
  'Ti ascolto. Qual è il resto?',
  'Ci sono. Vuoi raccontarmi il resto?',
  'Questa la tengo. Che altro c’è?',
  'Ho posato gli attrezzi. E tu come stai?',
  'Non lo sapevo. Da qui certe cose non si vedono: com’è?',
  'Ti seguo. Che cosa c’è dietro?',
  'Vai, sono qui. Che cos’altro devo sapere?',
  'Questa la voglio sentire bene. Da dove si comincia?',
  'Ho capito. E da me, che cosa vorresti?',
  'Buono a sapersi, lo segno a matita. Che cosa viene dopo?',
  'Grazie che me lo dici. Ti va di dirmene ancora?',
  'Ti leggo bene. Vuoi dirmene ancora?',
  'Piano, che la voglio capire. Qual è la parte che conta?',
  'Ricevuto, parola per parola. Ne vuoi parlare?',
  'Registrato. E tu, oggi, come stai?',
  'Di consigli ne ho pochi, di orecchie due. Come va avanti?',
  'Me lo immagino dal rumore. Com’è, visto da lì?',
  'Arriva chiaro. E tu che cosa ne pensi?',
  'Qui nessuno ti mette fretta. Parliamo di questo, o d’altro?',
];
export const quietEchoes = [
  'Brutta, questa. E {parole}, intanto?',
  'Mi dispiace. E {parole}, adesso?',
  'Mi dispiace. Da quanto va così?',
  'Ahi. E tu, adesso, come stai?',
  'Brutta, questa. Chi c’è lì con te?',
  'Mi dispiace davvero. Vuoi raccontarmela tutta?',
  'Questa pesa. C’è qualcosa che si può ancora aggiustare?',
  'Pesa, si sente. Resto in linea finché serve.',
  'Mi spiace. Non ho un attrezzo per questo, ma ho tempo.',
];

export const quoteLeads = [
  'Te lo leggo.',
  'Sta scritto così.',
  'Il pezzo è questo.',
  'Tale e quale, non ci metto mano.',
  'Ecco le righe.',
  'Le parole sono queste.',
];

/** Before a quote that may not be the answer. */
export const quoteUnsure = [
  'Con parole mie non lo so dire. Ho queste righe.',
  'A memoria non lo so. Guardo che cosa ho segnato.',
  'Non so se è quello che cerchi. Di scritto ho questo.',
  'Non saprei dirtelo meglio di come sta qui.',
  'La risposta non ce l’ho pronta. Ho la pagina.',
];

/** Repeated question, nothing to add. */
export const again = [
  'Questo te l’ho già detto, e da allora non è cambiato.',
  'Come prima. Se vuoi un altro pezzo, chiedimi il perché.',
  'Di questo ho già dato quello che avevo.',
  'La risposta è quella di prima, un po’ più fredda.',
];

/** «perché?» and «cioè?», nothing to add. */
export const nothingToAdd = [
  'Di più su questo non ho. Su altro forse sì.',
  'Finisce lì. Non tutte le storie hanno un secondo sportello.',
  'Era tutta qui. Se la giro, dall’altra parte è uguale.',
  'Il perché intero non ce l’ho. Te ne ho dato il pezzo che avevo.',
  'Certe cose le so prima con le mani, e il perché si perde per strada: di più non ho.',
];

/** Repeats the last answer in fewer words for a reader who has not understood. */
export const plainly = [
  'L’ho detta storta, la rifaccio in breve: {x}',
  'Colpa mia, corro. Il succo è questo: {x}',
  'Più piano, allora: {x}',
  'Te la rifaccio corta: {x}',
];

/** Reading requested before any section is unlocked. */
export const nothingToRead = [
  'Non ho ancora righe da leggerti: il registro è bianco.',
  'Da leggere c’è solo una targhetta, e dice di non toccare.',
];
export const gladEchoes = [
  'Bene! Racconta, che qui di buone ne arrivano poche.',
  'Che bello. E chi l’ha saputo per primo?',
  'Questa sì che è buona. Come ti senti, adesso?',
];
export const advice = [
  'Io oggi farei la cosa piccola, e la grossa domani a mente fresca. Quale sai già da che parte prendere?',
  'Di te sai più tu. Io, quando mi tremano le mani, prima mi fermo e poi decido.',
  'Se lo dici adesso che succede? E se aspetti? Scegli quella che ti lascia dormire.',
  'Ti dico come faccio io: mangio, dormo, poi ci riguardo. Di solito al mattino il guasto è più piccolo.',
  'Se fa male, fermati. Le cose che si rompono da ferme sono poche.',
  'Prima chiedilo a chi c’era. Poi fai di testa tua.',
  'Non sbagliare si può solo stando fermi. Prova una volta, e guarda che rumore fa.',
  'Comincia dal pezzo più vicino. Il resto, da lì, si vede meglio.',
];
export const opinions = [
  'Secondo me tutte e due le cose, a turno. Tu da che parte stai?',
  'A me pare di sì, ma lo dico piano: ho visto poco mondo. E tu che ne pensi?',
  'Dipende da chi guarda. Io guardo le mani: lì di solito c’è la risposta.',
  'Ci ho pensato anch’io, di notte. Non ho deciso. Tu come la vedi?',
  'Credo che serva, finché non diventa tutto. Per te com’è?',
  'Penso di no. Però cambio idea facilmente, se mi fai vedere un pezzo che non avevo visto.',
];
