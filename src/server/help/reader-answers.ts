import { withNames } from '#server/text/addressing.ts';
import { foldChatSpelling } from '#server/text/chat-spelling.ts';

/** Without marks, laughs and spelling of chats: «Sììì!!» and «si» are one. */
export function plain(text: string): string {
  return foldChatSpelling(text)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const asking = withNames(
  (names) =>
    new RegExp(
      `\\?|^(?:e |ma |allora |senti |dimmi |(?:${names}) )*(?:chi|che|cosa|come|com|dove|dov|quando|quant\\w|quale?|perche|raccontami|parlami)\\b`,
    ),
);
/** Of the reader, of what hurts, or of whom to tell: no other subject. */
const stillOfThis =
  /\b(?:io|mi|me|mio|mia|miei|mie|ho|(?<!(?:ci|chi|cosa|come|dove|quant.|quali) )sono|sto|devo|dovrei|posso|voglio|faccio|riesco|vivo|chiam\w+|numer\w+|aiut\w+|parlarne|dir(?:lo|glielo)|viver\w|vita|mor\w+|serve|senso|male|dolore|\w+(?:arm|erm|irm)i)\b/;
/** The fewest words of a question that says what it is about; fewer where nobody is in danger. */
const leastOfSubject = 4;
const leastOfLight = 2;
/** «Parliamo d’altro». */
const leaving = /\b(?:parl|discorr)\w+ d(?:i|el)? ?altro\b|\bcambi\w+ (?:il )?(?:discorso|argomento)\b/;
/** Thanks or an excuse and nothing else: «grazie mille davvero», «scusa lo sfogo». */
const thanks = /^(?:(?:ok|va bene|no|e|ma) )?(?:grazie|ti ringrazio|scus\w+)(?: \w+){0,3}$/;
export const isThanks = (message: string): boolean => thanks.test(plain(message));

/** Whether a message asks about something that is not the reader: they have changed the subject of their own accord. */
export function changesSubject(message: string, isLight = false): boolean {
  const folded = foldChatSpelling(message);
  const words = plain(message).split(' ').length;
  const least = isLight ? leastOfLight : leastOfSubject;
  if (isLight && leaving.test(plain(message))) return true;
  return asking().test(folded) && words >= least && !stillOfThis.test(folded);
}

/** Whether a short message is, or opens with, one of the answers. */
export function opensWith(message: string, answers: ReadonlySet<string>): boolean {
  if (answers.has(message)) return true;
  const words = message.split(' ');
  return [3, 2, 1].some((count) => words.length > count && answers.has(words.slice(0, count).join(' ')));
}

/** Whether the words of an example stand in a message, in their order and together. */
export function holdsWords(message: string, example: string): boolean {
  return ` ${message} `.includes(` ${example} `);
}

/** «Che ti avevo chiesto?», «che mi hai risposto?», «di che parlavamo?»: of the conversation itself. */
const ofTheTalk =
  /\b(?:ti (?:ho|avevo) (?:gia |mai )?(?:chiest|domandat|dett|scritt|raccontat|parlat)\w|mi (?:avevi|hai) (?:gia )?(?:detto|rispost|raccontat)\w*|che (?:parlavamo|abbiamo parlato)|prima domanda)\b/;
/** «Come mi chiamo?», «dove abito?», «ti ricordi come si chiama mia sorella?»: of what the reader told of themselves. */
const ofTheReader =
  /^(?:\w+ ){0,3}(?:ti ricordi |te lo ricordi |sai )?(?:come|dove|quant[ie]|che|cosa|con chi|a chi|chi)\b(?: \w+){0,3} (?:mi chiamo|abito|vivo|vengo|faccio|studio|mi[oa]|anni ho)\b.*\?|\b(?:ti|te l[oa]) ricordi\b.*\bmi(?:o|a|ei|e)\b.*\?/;

/** Whether a question asks for something the reader told: it is answered in any turn. */
export function asksOfTold(message: string): boolean {
  const folded = foldChatSpelling(message);
  return (folded.includes('?') && ofTheTalk.test(folded)) || ofTheReader.test(folded);
}
