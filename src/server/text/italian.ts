import { LRUCache } from 'lru-cache';
import snowball from 'snowball-stemmers';

/** A word of a text: as written, and the stem it is compared by. */
interface Word {
  written: string;
  stem: string;
  /** Begins with a capital letter and does not open a sentence: probably a name. */
  name: boolean;
}

/** Articles, prepositions, pronouns, auxiliaries: words that say nothing of what a text is about. Accents folded. */
const stopWords = new Set(
  `a abbia abbiamo com cos dov fatta fatte fatti fino abbiano ad adesso agli ai al all alla alle allo allora altra altre altri altro anche ancora
  avendo aver avere aveva avevamo avevano avevi avevo avete avesse avessi avrei avrebbe avranno avrai avremo avro avra avuto
  c ce che chi ci cio ciascuno coi col come con contro cosa cose cosi cui d da dagli dai dal dall dalla dalle dallo degli dei
  del dell della delle dello di dopo dove dunque e ebbe ebbero ebbi ecco ed egli ella era erano eravamo eri ero essa esse
  essendo essere essi esso fa faccia faccio fai fanno far fara faro fare fatto faceva facevano facevo fece fecero fo fosse
  fossero fossi fra fu fui fummo furono gia gli ha hai hanno ho i il in infatti invece io l la le lei li lo loro lui
  m ma mai me mentre meno mezzo mi mia mie miei mio molta molte molti molto n ne neanche negli nei nel nell nella nelle nello
  nemmeno nessun nessuna nessuno niente no noi non nostra nostre nostri nostro nulla o od ogni ognuno oppure ora
  per perche perfino pero piu poi poca poche pochi poco po prima proprio pure qua qual quale quali qualche qualcosa qualcuno
  qualcuna quando quant quanta quante quanti quanto quasi quel quell quella quelle quelli quello quest questa queste questi
  questo qui quindi s sara saranno sarebbe sarei saro sai se sei sempre senza si sia siamo siano siate siete solo soltanto
  sono sopra sotto sta stai stanno stare stata state stati stato stava stavano stavo stette sto su sua subito sue sugli sui
  sul sull sulla sulle sullo suo suoi t tale tali tanta tante tanti tanto te ti tra troppo tu tua tue tuo tuoi tutta
  tutte tutti tutto un una uno v va vai ve verso vi vo voi vostra vostre vostri vostro vuol`.split(/\s+/),
);

const stemmer = snowball.newStemmer('italian');
/** Letters: no word of Italian is longer. What is has no endings to take off, and the stemmer's time grows with its square. */
const longestWord = 40;
const stemByWord = new LRUCache<string, string>({ max: 60_000 });

/** Without accents: `perchè`, `perché` and `perche` are one. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Whether a folded lower-case word says nothing of what a text is about. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/**
 * The past tense of narration, which the Snowball stemmer leaves apart: without this `trovai` and `trovò` would not
 * meet `trovare`.
 */
function presentForm(word: string): string {
  if (word.length < 5) return word;
  return word.replace(/(ai|ò)$/, 'are').replace(/(ii|ì)$/, 'ire');
}

/** Whether so many letters in a row can be a word: a keyboard held down, or an attack, makes runs of two thousand. */
function isOfWordLength(letters: string): boolean {
  return letters.length <= longestWord;
}

/** The Snowball stem of a lower-case word, accents folded afterwards (the stemmer needs them). */
export function stem(word: string): string {
  if (!isOfWordLength(word)) return fold(word);
  const cached = stemByWord.get(word);
  if (cached !== undefined) return cached;
  const stemmed = fold(stemmer.stem(presentForm(word))) || fold(word);
  stemByWord.set(word, stemmed);
  return stemmed;
}

/**
 * The words of a text without stop-words: split on apostrophes and on whatever is neither a letter nor a
 * digit (`l’orso` → orso, `W-01F` → w, 01f).
 */
export function words(text: string): Word[] {
  const wordsInText: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const spelling = match[0];
    const lower = spelling.toLowerCase();
    if (isStopWord(fold(lower))) continue;
    const before = text.slice(Math.max(0, match.index - 3), match.index);
    const name = spelling !== lower && /\p{Lu}/u.test(spelling) && !/(^|[.!?…»«“”"—:]\s*)$/u.test(before);
    wordsInText.push({ written: spelling, stem: stem(lower), name });
  }
  return wordsInText;
}

/** The stems of {@link words}, in order, repetitions kept. */
export function terms(text: string): string[] {
  return words(text).map((word) => word.stem);
}

/** What questions are made of: words that ask, and say nothing of what is asked about. */
const askingWords = new Set(
  `succede succedere successo succederà accade accaduto accadere capitato avviene avvenuto chiama chiami
  chiamano raccontami racconta raccontare racconti raccontarmi parlami parla parlare parli dimmi dire dici dirmi detto
  sapere sapevi ricordi ricorda ricordare spiegami spiega spiegare descrivi descrivimi significa significare
  pensi penso credi conosci conoscere conosciuto incontrato incontrare visto vedere hai puoi posso vorrei voglio
  potresti potuto devi dovuto dovette dovettero voluto bisogna secondo persona persone nome modo volta momento storia libro sezione capitolo
  piace piacere piaciuto piacciono preferisci provato provi provavi
  esattamente precisamente davvero bene tipo genere altro dettaglio dettagli riassumi riassunto`
    .split(/\s+/)
    .map(stem),
);

/** Whether a stem only belongs to the asking, like those of «raccontami» and «succede». */
export function isAsking(term: string): boolean {
  return askingWords.has(term);
}

/** What is written with a full stop that ends no sentence; none of them is a word that could end one. */
const abbreviations = new Set(
  `sig sigg sig.ra sig.na sigra signa dott dott.ssa dr prof prof.ssa ing avv arch geom rag cav comm mons cap capp pag
  pagg pp nn nr artt fig figg vol voll ecc etc cfr vv cit tel gen col magg serg a.c d.c p.s c.d cd`.split(
    /\s+/,
  ),
);

/** Whether a text ends with an abbreviation (`il sig.`) or an initial (`G.`), not with the end of a sentence. */
function endsAbbreviated(text: string): boolean {
  const last = /(?<![\p{L}\p{N}])(\p{L}[\p{L}.]*)\.$/u.exec(text.slice(-12))?.[1] ?? '';
  return abbreviations.has(last.toLowerCase()) || /^\p{Lu}$/u.test(last);
}

/**
 * Sentences of one paragraph, whole. A full stop inside «…», before a lower-case word (`?» disse`, `! — disse`) or of
 * an abbreviation (`il sig. Rossi`, `G. Verdi`) does not end one; a dash that closes a speech stays with it.
 */
export function sentences(paragraph: string): string[] {
  const list: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < paragraph.length; at += 1) {
    const character = paragraph.charAt(at);
    if (character === '«') depth += 1;
    if (character === '»') depth = Math.max(0, depth - 1);
    if (depth > 0 || !/[.!?…»]/.test(character)) continue;
    const after = /^[.!?…»”")]*\s+(?=[\p{Lu}\p{N}«“"—(])/u.exec(paragraph.slice(at + 1, at + 12));
    if (!after) continue;
    const sentence = paragraph.slice(start, at + 1 + after[0].length).trim();
    if (!/[.!?…]/.test(sentence.slice(-4))) continue;
    if (character === '.' && endsAbbreviated(sentence)) continue;
    // «— Smetti! — disse»: the dash goes on with a lower-case verb, so the sentence does too. «— Smetti! —»: it closes.
    const rest = paragraph.slice(at + 1 + after[0].length);
    if (/^[—–]\s*(\p{Ll}|$)/u.test(rest)) continue;
    list.push(sentence);
    start = at + 1 + after[0].length;
    at = start - 1;
  }
  const last = paragraph.slice(start).trim();
  if (last) list.push(last);
  return list;
}

/** Paragraphs of a text: what blank lines separate. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.replace(/\s*\r?\n\s*/g, ' ').trim())
    .filter(Boolean);
}

/** Neither a Latin letter nor a mark of ordinary prose: emoji and other scripts, of which one is a token or more. */
const unusual = /[^\p{Script=Latin}\p{N}\s.,;:!?'’"“”«»()[\]…–—<>_/-]/gu;

/** Safe on every chapter measured; 4 falls 14 % short. */
export const charactersPerToken = 3.2;

/** Italian text to tokens. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken) + 2 * (text.match(unusual)?.length ?? 0);
}

/** Characters of ordinary prose that take as many tokens as the text: one of emoji takes more than it shows. */
export function roomOf(text: string): number {
  return estimateTokens(text) * charactersPerToken;
}
