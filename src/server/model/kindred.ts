import { stem } from './italian.ts';

/*
 * What a stemmer cannot know of Italian, for any book: the forms of irregular words, and which everyday words readers and
 * authors use for one another. One group a line.
 */

/** Forms of one word that the stemmer keeps apart. */
const forms = `
  accendere acceso accesa accese accesi riaccendere riacceso riaccese riaccesi riaccendesti
  spegnere spento spenta spense spensero spegne spegni spengono
  prendere preso presa prese presi presero
  chiudere chiuso chiusa chiuse chiusero richiuse richiuso
  aprire aperto aperta aprì aprono apre
  rompere rotto rotta ruppe rompe
  perdere perso persa perse perduto perduta persero
  mettere messo messa mise misi misero metti
  scendere sceso scesa scese scesi scesero
  salire salito salì salgono
  leggere letto letta lesse lessi legge
  scrivere scritto scritta scrisse scrissi scrive
  nascere nato nata nacque nasce
  rispondere risposto rispose risposi risposta risposero
  nascondere nascosto nascosta nascose
  vincere vinto vinse
  correre corso corse corsi
  piangere pianto pianse piangeva
  ridere riso rise risero
  rimanere rimasto rimase rimasi rimane
  venire venuto venne viene vengono vennero
  tenere tenuto tenne tiene tengo
  cadere caduto cadde cade caduta caddero
  crescere cresciuto crebbe cresce
  uccidere ucciso uccise
  decidere deciso decise decisi
  chiedere chiesto chiese chiesi chiede chiedi
  bere bevuto bevve beve
  vedere visto vista vide vidi videro vedi vede
  dire detto disse dissi dice dicono dici
  dare dato diede diedi dette danno
  stare stette stetti stanno
  sapere saputo seppe seppi sa sanno
  conoscere conosciuto conosceva conobbe conobbi
  andare andato andata andò vado vanno
  uscire uscito uscì uscii esce
  morire morto morta morì muore morte
  vivere vissuto visse vive
  scoprire scoperto scoperta scoprì
  soffrire sofferto soffrì
  offrire offerto offrì
  coprire coperto coprì
  sentire sentito sentii sentì sente senti
  capire capito capii capì capisce
  accorgere accorto accorse accorsi accorgi
  riconoscere riconosciuto riconobbi riconobbe
  muovere mosso mosse muove muovono
  smettere smesso smise smisi
  promettere promesso promise
  permettere permesso permise
  spingere spinto spinse
  stringere stretto strinse strinsi
  dipingere dipinto dipinse
  fingere finto finse
  giungere giunto giunse raggiungere raggiunto raggiunse
  aggiungere aggiunto aggiunse
  volgere volto volse rivolgere voltò voltai voltare
  togliere tolto tolse tolsi
  scegliere scelto scelta scelse scelsi
  raccogliere raccolto raccolse
  sciogliere sciolto sciolse sciolsi
  porre posto pose posò posare posato posai
  disporre proporre proposto
  trarre tratto trasse
  tradurre condurre condotto condusse
  costruire costruito costruì
  distruggere distrutto distrutta distrusse
  dividere diviso divise
  difendere difeso difese
  appendere appeso appesi
  stendere steso stese disteso
  attendere atteso attese
  rendere reso rese resi
  vendere venduto venduti vendette vendo vendevo vende
  credere creduto credetti
  sedere seduto sedette sedetti siede sedersi
  valere valso vale
  volere voluto volle volli vuole vogliono
  potere potuto
  dovere dovuto
  piacere piaciuto piacque piacciono
  tacere taciuto tacque
  dolere dolore duole
  tremare tremito tremava
  respirare respiro respira
  guidare guida guidò
  cantare canto canta canzone canticchiare cantava
  rubare furto rubava ladro
  pagare pago paga pagò
  insegnare insegnato insegnò
  imparare imparato
  regalare regalo regalato
  ferire ferita ferito ferirsi ferì
  pesare peso pesa pesano
  durare durata durò dura
  vibrare vibrazione vibra
  scuola scolaro
  uomo uomini
  dito dita diti
  ginocchio ginocchia
  orecchio orecchie orecchi
  braccio braccia
  osso ossa
  uovo uova
  labbro labbra
  mano mani
  bue buoi
  dio dei`;

/** Words that a reader may say where the author said another. */
const kin = `
  treno convoglio locomotiva vagone carro
  mamma madre
  papà babbo padre genitore
  figlio figlia bambino bambina ragazzo ragazza bimbo bimba ragazzino ragazzina fanciullo
  bestia animale fiera
  robot macchina automa androide
  tempesta bufera tormenta burrasca
  donna signora femmina
  uomo signore
  vecchio anziano
  cibo mangiare pasto pranzo cena colazione fame
  bara cassa
  soldi denaro monete quattrini zecchini
  prezzo costo costare pagare valere
  lavoro mestiere lavorare
  freddo gelo ghiaccio gelare
  paura timore spavento temere spaventare tremare drizzare
  rabbia arrabbiare collera
  felice contento gioia ridere allegro
  triste piangere lacrime dolore
  ferita male dolore rompere sangue
  morire morto finire spegnere ammazzare uccidere
  abitare vivere casa stare dormire
  nave barca bastimento
  cane mastino
  bugia menzogna mentire
  messaggio lettera parola biglietto
  canzone motivo cantare note
  ladro rubare furto ladri
  viaggio viaggiare partire strada
  festa festeggiare ballo danza
  capo comando capobranco comandare guidare
  inizio cominciare principio iniziare
  fine finire termine ultimo
  vibrare tremare risuonare battito oscillare
  ponte viadotto
  fermare frenare smettere rallentare smorzare
  costruire fabbricare montare fare
  trovare scoprire cercare
  guasto rotto difetto
  riparare aggiustare accomodare
  svegliare accendere risvegliare
  dormire sonno letto
  parlare dire voce raccontare
  sentire ascoltare udire
  guardare vedere osservare
  segnale cadenza impulso
  orso guardiano
  regalo dono regalare dare
  dare consegnare offrire mettere
  ricevere avere prendere
  chiedere domandare
  rispondere risposta replicare
  insegnare imparare spiegare maestro
  scappare fuggire via
  nascondere nascosto segreto
  aiutare salvare soccorrere soccorso
  lasciare abbandonare
  buttare gettare
  picchiare battere colpire botte bastonare
  amico compagno
  marito moglie sposare
  nero buio notte scuro
  luce lampada lume lampadina
  pezzo parte
  inverno neve
  terra suolo
  piantare seminare
  germogliare nascere spuntare crescere
  seme pianta albero
  scrivere segnare inciso annotare
  contare numero
  peso pesare chili
  lungo metri chilometri lunghezza
  alto altezza metri
  tempo durata secondi minuti
  odore annusare puzza profumo
  rumore suono
  colore rosso verde bianco azzurro
  vestito giacca abito
  scarpe stivali
  cappello berretto
  attrezzo pinza cacciavite strumento
  filo rame cavo
  ricordo memoria ricordare
  regola legge ordine
  rete collegamento
  posto luogo punto
  caffè tè bere tazza
  fiume acqua
  mare riva
  medico dottore medicina
  malato febbre tosse malattia
  scegliere decidere decisione scelta
  sganciare slegare agganciare aggancio
  contento felice
  disobbedire obbedire disubbidire
  padrone comandare
  impiccare appendere
  asino ciuco ciuchino somaro
  prigione carcere
  naso muso
  spaventoso terribile
  carabinieri giandarmi gendarmi
  legno bastone palo
  burattino marionetta
  medaglia premio ricompensa
  inghiottire ingoiare mangiare
  nuotare mare acqua
  paese città villaggio`;

const read = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => [...new Set(line.trim().split(/\s+/).map(stem))]);

function byStem(groups: readonly string[][]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const one of group) {
      const others = found.get(one) ?? new Set<string>();
      for (const other of group) if (other !== one) others.add(other);
      found.set(one, others);
    }
  }
  return found;
}

/** «Ripreso», «riprese»: done again, a verb has the same forms. */
const again = forms.replace(/(?<=^|\s)(?!ri)(?=\p{L})/gmu, 'ri');

const formsOf = byStem([...read(forms), ...read(again)]);
const kinOf = byStem(read(kin));

/** Whether the lists know the word at all: what they do not may be a slip of the pen. */
export function knownKindred(): Iterable<string> {
  return kinOf.keys();
}

/** How much a kindred stem counts beside the word itself. */
export const kinship = { form: 0.9, kin: 0.5 } as const;

/**
 * Stems that may stand for this one, with what they count: other forms of the word, then words of kindred meaning. The stem
 * itself is left out.
 */
export function kindred(of: string): Map<string, number> {
  const found = new Map<string, number>();
  const own = [of, ...(formsOf.get(of) ?? [])];
  for (const one of own) for (const other of kinOf.get(one) ?? []) found.set(other, kinship.kin);
  for (const other of found.keys()) {
    for (const form of formsOf.get(other) ?? []) if (!found.has(form)) found.set(form, kinship.kin * 0.8);
  }
  for (const other of formsOf.get(of) ?? []) found.set(other, kinship.form);
  found.delete(of);
  return found;
}

/** Stems a reader may have meant with this one, the stem itself left out. */
export function synonyms(of: string): string[] {
  return [...kindred(of).keys()];
}
