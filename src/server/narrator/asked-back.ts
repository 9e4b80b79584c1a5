import { foldChatSpelling } from '../text/chat-spelling.ts';
import { asksAdvice, asksInFirstPerson, tellsOfSelf } from './own-life.ts';

/** What a question about the conversation asks for. */
export interface AskedBack {
  /** The reader's own words, a question of theirs, his answer, the first thing that was said, or what was talked of. */
  of: 'reader' | 'question' | 'his' | 'first' | 'talk';
  /** It can be of nothing else: where nothing was told, he says so. Otherwise only what was told tells whether it is. */
  isSure: boolean;
  /** It goes on from what was asked last, or has him guess: its own words need not stand in what was told. */
  isLoose?: boolean;
  /** Only the form of a verb says whose it is: one of the story is not. */
  isVerb?: boolean;
}

const first = /\b(prima|primissima) (cosa|domanda|frase)\b|\b(domanda mia|mia domanda)\b|\bper prim[oa]\b/;
const his =
  /\bmi (avevi|hai|dicevi|hai mai) (gia )?(detto|rispost\w|raccontat\w|spiegat\w|consigliat\w|suggerit\w|propost\w|scritt\w)|\bmi dicevi\b|\bavevi (detto|rispost\w)\b/;
const question =
  /\bti (ho|avevo) (gia )?(chiest\w|domandat\w)|\bti (chiedevo|domandavo)\b|\bho (chiest\w|domandat\w)\b/;
const ofTelling =
  /\bti (ho|avevo) (gia |mai )?(detto|scritt\w|raccontat\w|parlat\w)|\bti (dicevo|raccontavo|parlavo)\b|\bsecondo me \?/;
const remember =
  /\b(te l[oa] |ti |te |si |mi )?ricord[ia]\b|\bsai ancora\b|\bremember\b|\b(tu )?te souviens\b|\brecuerdas\b|\berinnerst\b/;
/** «Di che abbiamo parlato?», «che ci siamo detti?» */
const talk =
  /\b(di|de) (che|cosa|che cosa) ((abbiamo|avevamo) (gia )?(parlato|discusso|chiacchierato)|parlavamo|discutevamo|stavamo (parlando|discutendo|chiacchierando|a parla\w*))\b|\b(che|cosa) (ci siamo|ci eravamo|c eravamo) (gia )?(detti|dette|scritti|raccontati)\b|\b(nostra|nostre) (conversazion\w|chiacchierat\w|discorsi)\b/;
/** What a reader calls theirs, and the verbs of the first person that a question about oneself is asked with. */
const ofOneself =
  /\b(mi[oa]|miei|mie|nostr[oaie]|io|my|mon|mes|mein\w*)\b|\bmi (chiam\w+|piac\w+|mancan?o?|serv\w+|aspett\w+|preoccup\w+|e (successo|capitato|mort\w)|ha(nno)? \w+|sono|ero|\w+[aeo])\b|\b(sto|stavo) \w+ndo\b|\b(ho|avevo|abbiamo|facevo|ero|dovevo|volevo|vivo|abito|studio|lavoro|faccio|sogno|sono nat\w|vengo|vado|parto|torno|suono|colleziono|frequento|cerco|aspetto|tengo|porto|(?!(?:br|c|schi|ott)avo\b|(?:catt|mot|arr|att|posit|negat|definit|furt|pr|d|cors|disposit|obiett|emot|creat|rispett|relat)ivo\b)\w{2,}[aei]vo)\b|\bmi \w+ava\b|\b(am|do|did|was|were|have) i\b|\bindovina (chi|che|cosa|dove|quanto)\b/;
/** Nothing but the reader can be meant: «mia sorella», «come mi chiamo». */
const mine =
  /\b(chiam\w+|nome|anni|eta|lavoro|mestiere|abita|vive|nat[oa]|compleanno|fatto|comprat\w|studia|insegn\w+|regal\w+|dov e|chi e)\b.*\bmi[oa]\b|\bmi[oa]\b.*\b(nome|chiam\w+|si chiama|anni|lavoro|mestiere|eta)\b|\bmi chiamo\b|\bhai detto che (mi|ho|sono|faccio|vivo)\b/;
const asks = /\?|\b(chi|che|cosa|come|dove|quando|quant\w|qual\w?|what|where|who|when|which|how)\b/;
/** Said to him or of him: the question is not about the reader. */
const toHim =
  /\b(hai|eri|avevi|avresti|sei|tuo|tua|tuoi|tue|tu|fai|faresti|pensi|credi|dici|diresti|consigli\w*|racconti|racconta|dimmi|spieg\w+|puoi|vuoi)\b/;
/** Its own words are turned to him only to ask whether he remembers. */
const addressed = /\b(te l[oa] |ti |te )?ricordi\b|\b(lo )?sai\b( ancora)?|\bsecondo te\b/g;
/** Whether a question is put to him about himself: «tu litigavi con tua madre?» */
export const isToHim = (message: string) => /\b(tu|tuo|tua|tuoi|tue)\b/.test(foldChatSpelling(message));

/** A short question that goes on from one about what the reader told: «e da chi?», «e quanto pesava?». */
const goingOn = /^(e|ma) (\w+ ){1,5}\?$/;

/** Of somebody who has just been spoken of: «lui come si chiama?». */
const ofSomebody = /^(e |ma )?(lui|lei|loro) \w/;

/**
 * Whether a question is about the conversation or the reader; `undefined` for every other message.
 *
 * @param before what the reader told last
 * @param wasReadBack whether he has just answered with the reader's own words
 */
export function askedBack(message: string, before = '', wasReadBack = false): AskedBack | undefined {
  const folded = foldChatSpelling(message);
  if (talk.test(folded) && asks.test(folded)) return { of: 'talk', isSure: true };
  if (first.test(folded)) return { of: 'first', isSure: true };
  if (question.test(folded)) return { of: 'question', isSure: true };
  if (his.test(folded) && !/\bnon mi (hai|avevi)\b/.test(folded)) return { of: 'his', isSure: true };
  if (!asks.test(folded)) return undefined;
  if (ofTelling.test(folded)) return { of: 'reader', isSure: true };
  const isTurned = toHim.test(folded.replace(addressed, ' '));
  const isOwn = ofOneself.test(folded);
  if ((isOwn || asksInFirstPerson(folded)) && !isTurned && !asksAdvice(message)) {
    const isLoose = /\bindovina\b/.test(folded) || goingOn.test(folded);
    return { of: 'reader', isSure: remember.test(folded) || mine.test(folded), isLoose, isVerb: !isOwn };
  }
  if (remember.test(folded) && !isTurned) return { of: 'reader', isSure: false };
  if (isTurned) return undefined;
  const goesOn = wasReadBack ? goingOn.test(folded) : ofSomebody.test(folded) && tellsOfSelf(before);
  // «Dov’è che studia?» right after her name: her own words tell whether she is meant.
  if (!goesOn && wasReadBack && asks.test(folded)) return { of: 'reader', isSure: false };
  return goesOn ? { of: 'reader', isSure: false, isLoose: true } : undefined;
}

const ofTold =
  /^(?:e |ma |oh |senti |buon\w+ |rieccomi )*(?:ti ricordi |te lo ricordi |sai )?(?:come|dove|quant[ie]|che|cosa|di dove|da dove|con chi|a chi)\b(?: \w+){0,3} (?:chiamo|abito|vivo|vengo|ho|faccio|studio|(?!(?:br|c|schi|ott)avo\b|(?:catt|mot|arr|att|posit|negat|definit|furt|pr|d|cors|disposit|obiett|emot|creat|rispett|relat)ivo\b)\w{2,}[aei]vo)(?: io)? \?/;

/** Whether a question asks for something the reader told, whatever else is being talked of: «dove abito?». */
export function asksOfTold(message: string): boolean {
  return (
    askedBack(message)?.isSure === true || (ofTold.test(foldChatSpelling(message)) && !asksAdvice(message))
  );
}

/** What «e il mio?» asks after a question to him, by what that one was about. */
const mineOfHis: readonly (readonly [his: RegExp, mine: string])[] = [
  [/\b(eta|anni)\b/, 'quanti anni ho?'],
  [/\b(chiami|nome)\b/, 'come mi chiamo?'],
  [/\b(lavoro|mestiere|lavori|fai nella vita)\b/, 'che lavoro faccio?'],
  [/\b(vivi|abiti|casa|citta|paese)\b/, 'dove vivo?'],
];
const onlyMine = /^(?:e |ma )*(?:la|il|i|le) mi(?:a|o|ei|e)\b(?: \w+){0,4} \?$/;

/** «Come hai detto che mi chiamo?» asks «come mi chiamo?»; the same of «sono», «faccio». */
const asSaid =
  /\b(?:hai|avevi|avevo|ho|ti ho|ti avevo) detto che (?=(?:io |mi |ho |sono |faccio |vivo |abito |lavoro |studio ))/i;

/** «E la mia te la ricordi?» after «quanti anni hai?» is «quanti anni ho?»; any other question as it stands. */
export function wholeQuestion(message: string, before: string): string {
  if (asSaid.test(message) && message.includes('?')) return message.replace(asSaid, '');
  if (!onlyMine.test(foldChatSpelling(message))) return message;
  const asked = foldChatSpelling(before);
  return mineOfHis.find(([his]) => his.test(asked))?.[1] ?? message;
}
