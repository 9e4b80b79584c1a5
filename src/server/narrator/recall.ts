import type { ToldMessage } from '../model/types.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { isEveryday } from '../text/everyday-words.ts';
import { chooseUnsaid } from '../text/lines.ts';
import { sentences } from '../text/italian.ts';
import { kinship } from '../text/kindred.ts';
import { createVocabulary, variantsOf } from '../text/word-variants.ts';
import { askedBack, isToHim, type AskedBack } from './asked-back.ts';
import { tellsOfSelf } from './own-life.ts';
import { isContent, termsIn } from './terms.ts';

/** Where a recall looks, and what it leaves alone. */
interface RecallOptions {
  /** Whether a message speaks of danger or pain, or was withdrawn: it is never brought back. */
  isWithheld: (message: string) => boolean;
  /** Whether a text names somebody or something of the open story. */
  isOfStory: (text: string) => boolean;
}

const leads: Readonly<Record<AskedBack['of'], readonly string[]>> = {
  first: ['La prima riga tua è questa: «{x}».', 'Hai cominciato così: «{x}».'],
  question: ['Mi hai chiesto: «{x}».', 'La domanda era questa: «{x}».', 'Volevi sapere: «{x}».'],
  his: ['Ti avevo detto: «{x}».', 'La mia risposta era: «{x}».'],
  talk: [
    'L’ultima cosa tua è questa: «{x}».',
    'Eravamo qui: «{x}».',
    'Il segno l’ho lasciato su questo: «{x}».',
  ],
  reader: [
    'Me l’hai scritto tu: «{x}».',
    'Parole tue: «{x}».',
    'Ce l’ho qui, come l’hai scritta: «{x}».',
    'Hai detto: «{x}».',
    'Sta fra le cose tue: «{x}».',
  ],
};
/** What he says where a question can only be about what the reader told, and nothing of it was. */
const notTold = [
  'Questo non me l’hai detto. Se vuoi, lo segno adesso.',
  'Ho cercato fra le tue righe: quella non c’è. Me la dici?',
  'Non me l’hai ancora raccontato, o io non l’ho tenuto. Ripartiamo da lì?',
  'Quella casella è bianca: di tuo, su questo, non ho niente.',
  'Di questo non mi hai scritto. Non tiro a indovinare: dimmelo tu.',
];

/**
 * The answer to a question about the conversation itself, in the words that stand in it; `undefined` for every other question
 * and where nothing in it answers.
 *
 * @param told the conversation, the question last
 */
export function recallWords(told: readonly ToldMessage[], options: RecallOptions): string | undefined {
  const question = sentences(told.at(-1)?.content ?? '').at(-1) ?? '';
  const earlier = told.slice(0, -1).filter(({ content }) => !options.isWithheld(content));
  const own = earlier.filter(({ role, content }) => role === 'user' && !content.includes('?'));
  const before = own
    .slice(-3)
    .map(({ content }) => content)
    .join('. ');
  const latest = earlier.findLast(({ role }) => role === 'assistant')?.content ?? '';
  const lastAsked = earlier.findLast(({ role }) => role === 'user')?.content ?? '';
  const asked =
    askedBack(question, before, isReadBack(latest) || askedBack(lastAsked)?.of === 'reader') ??
    askedByWords(question, earlier, options);
  if (!asked || (asked.isVerb && options.isOfStory(question))) return undefined;
  const found = findWords(question, asked, earlier);
  if (found !== undefined) return fillLead(leads[asked.of], found, told.length);
  // Of a story nobody knows whether the question is about it.
  const isHonest = asked.of === 'reader' && asked.isSure && !options.isOfStory(question);
  if (!isHonest) return undefined;
  const said = told.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
  return chooseUnsaid(notTold, said, question) ?? notTold[told.length % notTold.length];
}

const fillLead = (lines: readonly string[], words: string, by: number) =>
  (lines[by % lines.length] ?? '').replace('{x}', words.replace(/[.…]+$/u, ''));

const openings = Object.values(leads).flatMap((lines) => lines.map((line) => line.split('{x}')[0] ?? line));

/** Whether an answer only reads back what was said. */
const isReadBack = (answer: string) => openings.some((words) => answer.startsWith(words));

/** Whether the words of a question are the reader's: it names whom they named first, or all of it stands in what they told. */
function askedByWords(
  question: string,
  earlier: readonly ToldMessage[],
  { isOfStory }: RecallOptions,
): AskedBack | undefined {
  if (!question.includes('?') || isOfStory(question) || isToHim(question)) return undefined;
  const reader: AskedBack = { of: 'reader', isSure: false };
  const statements = statementsOf(earlier);
  const words = new Set(foldChatSpelling(question).split(' '));
  if (statements.some(({ names }) => names.some((name) => words.has(name)))) return reader;
  const wanted = wantedOf(question, statements);
  const ownEnough = ({ text, terms }: Statement) =>
    tellsOfSelf(text) && wanted.every((variants) => [...variants.keys()].some((term) => terms.has(term)));
  return wanted.length > 1 && statements.some(ownEnough) ? reader : undefined;
}

/** A sentence that was said, and the message that it answers or goes on from. */
interface Statement {
  text: string;
  terms: ReadonlySet<string>;
  /** Folded, of somebody or something it names. */
  names: readonly string[];
  /** The content terms of what was said before it by the same, or asked by the other. */
  context: ReadonlySet<string>;
}

const contentOf = (text: string) => new Set([...termsIn(text).keys()].filter(isContent));

/** Names as they are written: «Asia»; at the beginning of a sentence only what is no everyday word. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<!\p{L})\p{Lu}\p{Ll}{2,}/gu)]
    .filter(({ 0: word, index }) => index > 0 || !isEveryday(word.toLowerCase()))
    .map(([word]) => foldChatSpelling(word));
}

function statementsOf(messages: readonly ToldMessage[]): Statement[] {
  const all: Statement[] = [];
  let context: ReadonlySet<string> = new Set();
  for (const { role, content } of messages) {
    if (role !== 'user') continue;
    for (const text of sentences(content)) {
      const terms = contentOf(text);
      if (!text.trimEnd().endsWith('?')) all.push({ text, terms, names: namesIn(text), context });
      context = terms;
    }
  }
  return all;
}

/** What a sentence has that answers a question word, whatever it is about. */
const cues: readonly (readonly [asked: RegExp, answers: RegExp])[] = [
  [
    /\bquant[oaie]\b|\beta\b/,
    /\d|\b(due|tre|quattro|cinque|sei|sette|otto|nove|dieci|\w*(venti|trent|quarant|cinquant|cento|mila)\w*|mille|\w+(dici|cinque|sette|otto|nove)) \w+/,
  ],
  [/\bcon chi (vivo|abito|sto)\b/, /\b(con|mi[oa]|sol[oa]|ho (solo )?(il|la|un|una)) \w+/],
  [/\b(bev\w+|bere)\b/, /\b(bev\w+|caff\w+|latte|te|tisana|acqua|birra|vino|succo|cioccolata|camomilla)\b/],
  [/\b(mang\w+)\b/, /\b(mang\w+|colazione|pranzo|cena|past\w+|pizza|pane|torta|minestra|riso|panino)\b/],
  [
    /\b(mestiere|lavor\w+|job|work)\b/,
    /\b(lavor\w+|facev[aoi]|faccio|fa|fac(ev)?ano|ero|ho fatto (il|la|l)|ho un[ao]?|insegn\w+|gestisco) |\b(work|sono un[ao]?)\b/,
  ],
  [
    /\b(dove|ndo|where|citta|city)\b/,
    /\b(vado|andavo|andat[oa]|vivo|abito|trasferit\w|parto|torno|sono di|vengo|d?all?[aoe]?|from|n?el(la|lo)?|in) \w+/,
  ],
  [
    /\b(classe|scuola)\b/,
    /\b(prima|seconda|terza|quarta|quinta|medi[ae]|liceo|superiori|elementari|scientifico|classico|alberghiero|istituto|scuola)\b/,
  ],
  [/\b(insegn\w+|studi\w*)\b/, /\b(insegn\w+|studi\w*) \w+/],
  [
    /\bmi (e|era) (success|capitat)\w+|(?<!\bchi )\bmi ha(nno)?\b/,
    /\b(ho|mi ha|mi hanno|mi e|e) \w+(to|ta|ti|so|sa)\b/,
  ],
  [/\b(chiam\w+|nome|name)\b/, /\bchiam\w+|\bnome\b|\bname\b/],
  [
    /\bquando\b|\bche giorno\b/,
    /\b(ieri|oggi|domani|\w+(edi|coledi)|sabato|domenica|anni fa|mes[ei]|giorn[oi])\b/,
  ],
  [/\b(da |con |a |di )?chi\b/, /\b(mi[oa]|miei|mie) \w+|\b(da|con) \w+/],
];
/** What such a sentence is worth, one that names, the words of the message before it, and what he has just read back. */
const worth = { cue: 0.8, name: 0.3, context: 0.7, quoted: 0.5 } as const;
/** Words that only say that something was said or is. */
const sayingWords =
  /^(dic\w*|dett[oaie]|ricord\w*|chie\w*|rispo\w*|raccont\w*|scritt\w*|parl\w*|prima|sai|chiam\w*|nome|fa|far\w*|facc\w*|avev\w*|indovin\w*|rieccom\w|eccom\w|ciao|buon\w+|salve|anni|lavor\w*|mestier\w*|vivo|abito|indietro|inizio|name|job|citta|city|live|success\w*|capitat\w*|bev\w+|mang\w+|trov[oi]|adesso|classe|consigl\w+|suggeri\w+)$/;
/** The same in other languages, with their questions' own words. */
const foreignWords =
  /^(what|who|where|when|which|how|is|are|am|do|did|my|the|you|your|me|remember|from|come|about|que|qui|ou|quel\w*|est|suis|mon|ma|tu|te|comment|donde|quien|como|es|soy|mi|wer|wie|wo|was|ist|ich|mein\w*)$/;
/** The share of the question's own words that must be found. */
const leastFound = 0.5;

/** The words of a question that say what it is about, each with the terms it may stand for in the statements. */
function wantedOf(question: string, statements: readonly Statement[]): Map<string, number>[] {
  const vocabulary = createVocabulary(statements.flatMap(({ terms, context }) => [...terms, ...context]));
  return [...termsIn(question)]
    .filter(([term, word]) => isContent(term) && !sayingWords.test(word) && !foreignWords.test(word))
    .map(([term, word]) => variantsOf(term, word, vocabulary))
    .map((variants) => new Map([...variants].filter(([, value]) => value > kinship.kin)));
}

function findWords(question: string, asked: AskedBack, earlier: readonly ToldMessage[]): string | undefined {
  const cue = cueOf(question);
  if (asked.of === 'first') return firstOf(question, earlier);
  if (asked.of === 'talk') return talkedOf(earlier);
  if (asked.of === 'question') return closest(question, messagesOf(earlier), { least: 0.3 })?.text;
  const isOfAll = wholly.test(foldChatSpelling(question));
  if (asked.of === 'his')
    return isOfAll
      ? answersOf(earlier).at(-1)?.text
      : closest(question, answersOf(earlier), { cue, least: 0.3, context: 1.2 })?.text;
  const statements = statementsOf(earlier);
  if (isOfAll) return (statements.findLast(({ text }) => tellsOfSelf(text)) ?? statements.at(-1))?.text;
  const latest = asked.isLoose
    ? earlier
        .slice(-2)
        .map(({ content }) => content)
        .join('\n')
    : undefined;
  const least = asked.isLoose ? 0 : asked.isSure ? 0.3 : leastFound;
  const found = closest(question, statements, { cue, least, latest }) ?? namedAlone(question, statements);
  return found && withWhatFollows(found, statements);
}

/** «Che ti ho detto prima?», «cosa mi hai raccontato?»: asks for nothing in particular of what was said. */
const wholly =
  /^(e |ma |senti |ok |allora |scusa |ciao |ti ricordi |te lo ricordi |ricordi |dimmi |prima )*(che|cosa|che cosa|quello che) (ti ho|ti avevo|ti dicevo|mi hai|mi avevi|mi dicevi)( gia)?( (detto|scritto|raccontato|parlato))?( (di me|prima|poco fa|finora|fin qui|fino a adesso|ieri|oggi|l altra volta|l ultima volta|un attimo fa))*( ?\?)?$/;

/** What the reader last asked or said that was not about the conversation, after how they began. */
function talkedOf(earlier: readonly ToldMessage[]): string | undefined {
  const own = messagesOf(earlier).filter(({ text, terms }) => terms.size > 0 && !askedBack(text));
  const last = own.at(-1)?.text;
  const begun = own.at(0)?.text;
  if (last === undefined || begun === undefined || begun === last) return last;
  const both = `${last.replace(/[.…]+$/u, '')}». E avevi cominciato con: «${begun}`;
  return both.split(' ').length <= mostWords ? both : last;
}

/** «Si chiama Pietro», said of somebody spoken of just before it in other words. */
function namedAlone(question: string, statements: readonly Statement[]): Statement | undefined {
  if (!/\bchiam/i.test(question)) return undefined;
  const tie = ties.find((words) => words.test(question));
  const isTied = ({ text }: Statement, at: number) =>
    tie?.test(text) === true || tie?.test(statements[at - 1]?.text ?? '') === true;
  return statements.findLast(
    (one, at) => one.names.length > 0 && /^(e |lei |lui )?si chiam/i.test(one.text) && isTied(one, at),
  );
}

/** Words that make somebody the same to a reader: who has become an aunt has a nephew. */
const ties = [
  /\b(zi[aoe]|nipot\w+)\b/i,
  /\b(fidanzat\w|ragazz[ao]|moros[ao]|sposat\w|marito|moglie|innamorat\w|mi piace)\b/i,
  /\b(figli[aoe]?|bimb\w|bambin\w|incinta|nat[ao]|mamma|papà|padre|madre)\b/i,
];

/** The most words of one recall. */
const mostWords = 24;

/** A sentence with the one after it, where that goes on about the same: «era diritto privato». */
function withWhatFollows(found: Statement, statements: readonly Statement[]): string {
  const next = statements[statements.indexOf(found) + 1]?.text ?? '';
  const both = `${found.text.replace(/[.…]+$/u, '')}», e poi: «${next}`;
  const goesOn = /^(era|e|è|si chiama\w*|aveva|faceva|lavorava)(?!\p{L})/iu.test(next);
  return goesOn && both.split(' ').length <= mostWords ? both : found.text;
}

function firstOf(question: string, earlier: readonly ToldMessage[]): string | undefined {
  const own = earlier.filter(({ role }) => role === 'user').map(({ content }) => content);
  const asksFirst = /\b(domanda|chiest\w)\b/.test(foldChatSpelling(question));
  const asked = own.filter((text) => !asksFirst || text.includes('?'));
  const wanted = contentOf(question.replace(/\b(prima|domanda|cosa|frase)\b/giu, ' '));
  const about = asked.find((text) => [...contentOf(text)].some((term) => wanted.has(term)));
  return about ?? asked[0] ?? own[0];
}

function messagesOf(earlier: readonly ToldMessage[]): Statement[] {
  const own = earlier.filter(({ role }) => role === 'user').map(({ content }) => content);
  return own.map((text) => ({ text, terms: contentOf(text), names: [], context: new Set<string>() }));
}

/** What he said, with the question it answered; not what he only read back. */
function answersOf(earlier: readonly ToldMessage[]): Statement[] {
  let context: ReadonlySet<string> = new Set();
  return earlier.flatMap(({ role, content }) => {
    const asked = context;
    if (role === 'user') context = contentOf(content);
    if (role === 'user' || isReadBack(content)) return [];
    return [{ text: beginningOf(content), terms: contentOf(content), names: [], context: asked }];
  });
}

/** As many whole sentences as one recall may have. */
function beginningOf(answer: string): string {
  const [first = answer, ...rest] = sentences(answer);
  return rest.reduce(
    (text, sentence) => (`${text} ${sentence}`.split(' ').length <= mostWords ? `${text} ${sentence}` : text),
    first,
  );
}

/** What a sentence must have that answers the question word; `undefined` where it asks for no kind of thing. */
const cueOf = (question: string) => {
  const folded = foldChatSpelling(question);
  return cues.find(([asks]) => asks.test(folded))?.[1];
};

interface Search {
  cue?: RegExp | undefined;
  least: number;
  /** What the words of the message before are worth. */
  context?: number;
  /** What was said last, which the question goes on from. */
  latest?: string | undefined;
}

/** The sentence that has most of the question, and what its question word asks for; of several the latest. */
function closest(
  question: string,
  statements: readonly Statement[],
  { cue, least, latest, context: before = worth.context }: Search,
): Statement | undefined {
  const wanted = wantedOf(question, statements);
  const asksName = /\bchi\b|chiam|nome/.test(question.toLowerCase());
  const shareOf = (terms: ReadonlySet<string>) =>
    wanted.reduce((sum, variants) => {
      const found = [...variants].map(([term, value]) => (terms.has(term) ? value : 0));
      return sum + Math.max(0, ...found);
    }, 0) / Math.max(1, wanted.length);
  let best: { statement: Statement; score: number } | undefined;
  for (const statement of statements) {
    const { text, terms, names, context } = statement;
    const plain = foldChatSpelling(text);
    const own = shareOf(terms);
    const found = own + (shareOf(new Set([...terms, ...context])) - own) * before;
    if (wanted.length > 0 && found < least) continue;
    const answers = cue?.test(plain) === true;
    const score =
      found +
      (answers ? worth.cue : 0) +
      (asksName && names.length > 0 ? worth.name : 0) +
      (latest?.includes(text) ? worth.quoted : 0);
    if (score >= worth.name && score >= (best?.score ?? 0)) best = { statement, score };
  }
  return best?.statement;
}
