import { withNames } from '../text/addressing.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { contentTerms } from './terms.ts';

/** Verbs and possessives of the first person; imperfects by their ending, since «-avo» is seldom anything else. */
const ownWords =
  /\b(io|mi|me|m|mio|mia|miei|mie|noi|nostr[oaie]|ho|sono|so|sto|faccio|fo|vado|vengo|torno|abito|vivo|studio|lavoro|voglio|vorrei|devo|dovrei|posso|riesco|esco|corro|parto|prendo|mangio|dormo|guido|insegno|imparo|porto|ci|abbiamo|siamo|andiamo|(?!(?:br|c|schi|ott)avo\b|(?:catt|mot|arr|att|posit|negat|definit|furt|pr|d|cors|disposit|obiett|emot|creat|rispett|relat)ivo\b)\w{2,}[aei]vo|ero|avro|saro|faro|andro)\b/;
/** Said to him or of him. */
const otherWords = /\b(tuo|tua|tuoi|tue|hai|sei|eri|avevi|te|tu)\b/;

/** Whether a message tells something of the reader's own life: nothing is asked, and he is not spoken of. */
export function tellsOfSelf(message: string): boolean {
  if (message.includes('?')) return false;
  const folded = foldChatSpelling(message);
  return ownWords.test(folded) && !otherWords.test(folded);
}

/** Whose it is stands in the words themselves: «mio nonno», «mi è venuto», «mi ha fatto». */
const unmistakable = /\b(mi[oa]|miei|mie) \w|\bmi (ha|e|hanno|sono)\b/;

/** The same of a message that names somebody or something of the story: its own words must say whose life it is. */
export function tellsOfSelfDespiteNames(message: string): boolean {
  const folded = foldChatSpelling(message);
  return tellsOfSelf(message) && unmistakable.test(folded) && !/\bpreferit/.test(folded);
}

/** «Ti lascio al tuo turno», «spengo tutto»: takes leave, with what follows it. */
const leaving =
  /(?:^|[,;.!] |\b(?:ora|adesso|mo|ok|dai|va bene|vabbe|grazie|allora|che) )(?:(?:ti|vi) (?:saluto|lascio)|spengo|stacco|chiudo(?: qui| tutto)?|mi fermo qui|me ne vado|mi chiamano(?= ?[,.!]|$)|mi chiama (?:mamma|papa|mia|mio|il|la)|torno a (?:studiare|lavorare|dormire|letto))(?: (?!un[ao]? |il mio|la mia|quest|i miei)(?!.* (?:poi|ma|pero|se|quando) )[^,.;!?]{1,40})?[ !.)]*$/;

const farewell = withNames(
  (names) =>
    new RegExp(
      `^(arrivederci|addio|ci sentiamo|ci vediamo|stammi bene|statti bene|alla prossima)\\b(?! ai | al | alle ).{0,20}$|^((ok|va bene|dai|grazie\\w*|ora|adesso|mo|bella|beh|allora|scusa|${names}|di tutto|ragazzo) )*((vado|corro|scappo|torno) (a|ai|al|alla|in) (?!trovare|vedere|pezzi)(?!.*\\b(ieri|domani|sabato|domenica|prossim\\w)\\b).{0,24}|devo (andare|anda|scappare|staccare|chiudere)( (a|al|ai|via)\\b.{0,20})?|(provo|vado|torno) a (dormire|letto|chiudere gli occhi|riposare)|mi (corico|metto a dormire)|bella)[ !.]*$|^\\S.*\\b(ciao|saluti|arrivederci|arrivederla|addio|a (presto|dopo|domani|poi|stasera)|(buona ?)?notte|alla prossima|ci (sentiamo|vediamo)|ci si (sente|vede|rilegge)( \\w+)?)( (?:${names}))?[ !.]*$`,
    ),
);

const greeting = withNames(
  (names) => new RegExp(`^(e+h?i*|h?e+y*|oh+|we+i*|o+i+|ue+|${names}|ciao|salve|[ ,!.])+$`),
);

/** «Corro da lui, ciao!»: a goodbye before it is anything else. */
export function endsInFarewell(message: string): boolean {
  const folded = foldChatSpelling(message);
  const leaves = farewell().test(folded) || leaving.test(folded);
  return !message.includes('?') && leaves && !greeting().test(folded);
}

const advice =
  /\bconsigli\w*\b|\b(come|che|cosa|dove|a chi) (faccio|si fa|posso|devo|dovrei|potrei|glielo|gliela|(le |gli |lo |la |mi |ci )?(dico|racconto|spiego|chiedo|scrivo|aiuto|porto|trovo|supero|affronto|lascio|(ri)?comincio|(ri)?parto|scelgo))\b|\b(dovrei|devo|potrei|mi conviene|faccio bene)\b|\b(lo|la|le|gli|glielo|gliela|ci|ne) \w+o .*\bo (no|lascio|aspetto|\w+o)\b|^(e |ma )se (poi )?(lui |lei |loro )?(non )?(mi|me|ce) .{1,40}\?|\b(che|cosa|tu che|al posto mio|al mio posto)\b.* far(esti|este)\b/;

/** «Che ci metto?», «da dove comincio?», «quante volte lo vedo?»: a question about what its writer does. */
const firstPerson =
  /\b(?:(?:come|dove|quando|cosa) |(?:che|quant[oaie]) (?=(?:ci|gli|le|lo|la|li|mi|ne|ce|me|gliel[oa]) )|(?:di|a|in|con|da|per|su) (?:chi |cosa |(?:che|quale|quant[ie]) (?:\w+ )?)|(?:che|qual[ei]|quant[oaie]) \w+ )(?:non )?(?:(?:ci|gli|le|lo|la|li|mi|ne|ce|me|gliel[oa]) )*(?!(?:sono|suono|tipo|modo|tempo|posto|anno|giorno|treno|quello|questo|primo|altro|uomo|orso)\b)(?:ho|do|so|vo|sto|\w*[^\WaO]o(?<!(?:an|on)o))\b(?! (?:e|era|ha|aveva|fa|di)\b)/;
/** «Di dove sono?»; «chi sono?» may be others. */
const ofMe = /\b(?:di|in|a) (?:dove|che|quale)(?: \w+)* sono(?: io)? \?/;

/** Whether a question is about its writer, by its verb. */
export const asksInFirstPerson = (folded: string) => firstPerson.test(folded) || ofMe.test(folded);

/** «La smonto o la lascio?», «mi fermo o tiro dritto?» */
const choosing =
  /\b(?:(?:mi|lo|la|li|le|ci|ne|gli) )?\w{2,}(?<!an|on)o\b(?: [\w']+){0,4} o (?:no \?|(?:(?:mi|lo|la|li|le|ci|ne|gli) )?\w{2,}(?<!an|on)o\b)/;
const ofTwoThings = /\b(?:preferisc\w|ti piace|scegli\w*|era|erano|e meglio|meglio)\b/;

/** «E se non risponde?»: of the reader's life where that was being told, else of the story. */
const whatIf = /^(e |ma )?se (non )?\w+( \w+)? \?/;

/**
 * Whether a question asks what the reader is to do.
 *
 * @param before the reader's message before it
 */
export function asksAdvice(message: string, before = ''): boolean {
  const folded = foldChatSpelling(message);
  const isChoice = choosing.test(folded) && !ofTwoThings.test(folded);
  const isAdvice = advice.test(folded) || isChoice || (whatIf.test(folded) && !before.includes('?'));
  const asks = message.includes('?') || /^(?:\w+ ){0,2}(?:che|cosa|come|dove|chi|quanto)\b/.test(folded);
  return asks && isAdvice && !/\b(tuo|tua|tuoi|tue)\b/.test(folded);
}

/** The same where it says «consiglio», or follows on something of the reader's own. */
export const asksOwnAdvice = (message: string, before: string): boolean =>
  asksAdvice(message, before) && (tellsOfSelf(before) || /\bconsigli\w*\b/.test(foldChatSpelling(message)));

const ofAnother = withNames(
  (names) =>
    new RegExp(
      `^(?:(?:e|ma|raga|senti|il|la|lo|l) )*(?!(?:lei|questo|chi|cosa|cos|che|dove|come|${names})\\b)\\w{3,} (?:e|era) `,
    ),
);

/** «Maria è un robot?»: asks of somebody else what readers ask of him. */
export const isAsOfHim = (act: string, question: string): boolean =>
  (act === 'sei_un_bot' || act === 'sei_vero') && ofAnother().test(foldChatSpelling(question));

const hisView = withNames(
  (names) =>
    new RegExp(
      `^(e |ma |tu |allora |(?:${names}) )*(secondo te|che (ne )?(dici|pensi)|cosa (ne )?(dici|pensi)|tu che (ne )?(dici|pensi)|che faccio|cosa faccio|che devo fare|(tu )?(che|cosa) faresti|al (posto mio|mio posto)|e quindi)( tu)?$`,
    ),
);

/** «E secondo te?», «tu che dici?»: asks what he thinks of what the reader told last. */
export function asksHisView(message: string): boolean {
  const folded = foldChatSpelling(message)
    .replace(/[^\p{L} ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return hisView().test(folded);
}

/** The most words of the reader's that are said back to them. */
const mostEchoed = 11;
const leadingWords = withNames(
  (names) =>
    new RegExp(
      `^(?:(?:e|ma|che|allora|comunque|cmq|poi|oggi|ah|eh|oh|ahah\\w*|ciao|${names}|senti|sai|insomma|quindi|beh|boh|sì|io|perché|tanto|infatti)\\s+)+`,
      'iu',
    ),
);
const trailingWords =
  /\s+(?:e|ma|o|che|di|a|da|in|con|per|il|lo|la|i|gli|le|un|una|mi|si|al|alla|del|della|non|è|mio|mia|se|come|quando|perché)$/iu;

/** The part of a message that says most, in the reader's own words; `undefined` when none says anything. */
export function echoOf(message: string): string | undefined {
  const parts = message
    .split(/[.!?…;:,()\n«»"“”]+|\s+(?=(?:ma|perché|però|quindi)\s)/u)
    .map(echoable)
    .filter((part) => contentTerms(part).size > 0);
  const worth = (part: string) => contentTerms(part).size;
  return parts.reduce<string | undefined>(
    (best, part) => (best === undefined || worth(part) > worth(best) ? part : best),
    undefined,
  );
}

function echoable(part: string): string {
  const words = part
    .replace(/[^\p{L}\p{N}’' %-]+/gu, ' ')
    .trim()
    .replace(leadingWords(), '')
    .split(/\s+/);
  let kept = words.slice(0, mostEchoed).join(' ').replaceAll("'", '’');
  if (words.length > mostEchoed) while (trailingWords.test(kept)) kept = kept.replace(trailingWords, '');
  return kept.length <= 72 ? kept : '';
}
