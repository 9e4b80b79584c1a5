/** «Mi racconti», «mi spieghi»: what a stranger is asked politely, and a friend. */
const friendly: Readonly<Record<string, string>> = {
  'mi dica': 'dimmi',
  'mi racconti': 'raccontami',
  'mi parli': 'parlami',
  'mi spieghi': 'spiegami',
  'mi descriva': 'descrivimi',
  'mi legga': 'leggimi',
  'mi dia': 'dammi',
  'mi scusi': 'scusa',
  scusi: 'scusa',
  senta: 'senti',
};
/** What «Lei» does, and «tu»; every other verb by its ending. */
const verbs: Readonly<Record<string, string>> = {
  ha: 'hai',
  è: 'sei',
  sa: 'sai',
  fa: 'fai',
  va: 'vai',
  sta: 'stai',
  può: 'puoi',
  vuole: 'vuoi',
  deve: 'devi',
  viene: 'vieni',
  dice: 'dici',
  era: 'eri',
};
const request = new RegExp(`(?<!\\p{L})(?:${Object.keys(friendly).join('|')})(?!\\p{L})`, 'iu');
const requests = new RegExp(request, 'giu');
/** A capital in the middle of a sentence: «E Lei?», «la Sua mamma», «Le ho detto». */
const respectful = /^[Ss]i ricorda(?!\p{L})|(?<=\p{L},? )(?:Lei|Le|La|Su[oae]|Suoi)(?!\p{L}| \p{Lu})/u;
/** «Lei» and its verb; at the end of a question, after it. */
const lei =
  /(?<!\p{L})lei(?!\p{L})((?: (?:non|mi|ci|si|lo|la|ne|che(?: \p{L}+)?|chi|cosa|come|dove|quando|quant[oaie](?: \p{L}+)?|perché))*) (\p{L}+)/giu;
const atEnd = /(?<!\p{L})(\p{L}+) lei(?=\W*$)/giu;

/** Of the second person: «pensa» → «pensi», «aveva» → «avevi». */
const toHim = (verb: string) => verbs[verb.toLowerCase()] ?? verb.replace(/[ae]$/, 'i');

/**
 * A message that calls him «Lei», as a friend would put it; every other as it stands.
 *
 * @param earlier the reader's messages before: «lei» alone may be somebody of the story
 */
export function asAmongFriends(message: string, earlier: readonly string[]): string {
  const isFormal = [message, ...earlier].some((text) => respectful.test(text) || request.test(text));
  if (!isFormal && (earlier.length > 0 || !/^lei /i.test(message))) return message;
  return message
    .replace(/^si ricorda(?!\p{L})/iu, 'ti ricordi')
    .replace(requests, (words) => friendly[words.toLowerCase()] ?? words)
    .replace(lei, (_, between: string, verb: string) => `tu${between.replace(/ si$/, ' ti')} ${toHim(verb)}`)
    .replace(atEnd, (_, verb: string) => `${toHim(verb)} tu`)
    .replace(/(?<!\p{L})lei(?!\p{L})/giu, 'tu')
    .replace(/(?<!\p{L})Su(?=(?:o|a|e|oi)(?!\p{L}))|(?<=(?:del|il|la) )su(?=[oa](?!\p{L}))/gu, 'tu')
    .replace(/(?<=\p{L},? |^)L[ea](?= (?:ha|ho|han|man|pia|stes)\p{L}*)/gu, 'ti');
}
