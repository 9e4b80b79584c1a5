/** «Mi racconti», «mi spieghi»: what a stranger is asked politely, and a friend. */
const informalRequests: Readonly<Record<string, string>> = {
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
const informalVerbs: Readonly<Record<string, string>> = {
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
const formalRequest = new RegExp(`(?<!\\p{L})(?:${Object.keys(informalRequests).join('|')})(?!\\p{L})`, 'iu');
const everyFormalRequest = new RegExp(formalRequest, 'giu');
/** A capital in the middle of a sentence: «E Lei?», «la Sua mamma», «Le ho detto». */
const capitalOfRespect = /^[Ss]i ricorda(?!\p{L})|(?<=\p{L},? )(?:Lei|Le|La|Su[oae]|Suoi)(?!\p{L}| \p{Lu})/u;
/** «Lei» and its verb; at the end of a question, after it. */
const leiBeforeVerb =
  /(?<!\p{L})lei(?!\p{L})((?: (?:non|mi|ci|si|lo|la|ne|che(?: \p{L}+)?|chi|cosa|come|dove|quando|quant[oaie](?: \p{L}+)?|perché))*) (\p{L}+)/giu;
const leiAfterVerb = /(?<!\p{L})(\p{L}+) lei(?=\W*$)/giu;

/** Of the second person: «pensa» → «pensi», «aveva» → «avevi». */
const toHim = (verb: string) => informalVerbs[verb.toLowerCase()] ?? verb.replace(/[ae]$/, 'i');

/**
 * A message that calls him «Lei», as a friend would put it; every other as it stands.
 *
 * @param earlier the reader's messages before: «lei» alone may be somebody of the story
 */
export function asAmongFriends(message: string, earlier: readonly string[]): string {
  const isFormal = [message, ...earlier].some(
    (text) => capitalOfRespect.test(text) || formalRequest.test(text),
  );
  if (!isFormal && (earlier.length > 0 || !/^lei /i.test(message))) return message;
  return message
    .replace(/^si ricorda(?!\p{L})/iu, 'ti ricordi')
    .replace(everyFormalRequest, (words) => informalRequests[words.toLowerCase()] ?? words)
    .replace(
      leiBeforeVerb,
      (_, between: string, verb: string) => `tu${between.replace(/ si$/, ' ti')} ${toHim(verb)}`,
    )
    .replace(leiAfterVerb, (_, verb: string) => `${toHim(verb)} tu`)
    .replace(/(?<!\p{L})lei(?!\p{L})/giu, 'tu')
    .replace(/(?<!\p{L})Su(?=(?:o|a|e|oi)(?!\p{L}))|(?<=(?:del|il|la) )su(?=[oa](?!\p{L}))/gu, 'tu')
    .replace(/(?<=\p{L},? |^)L[ea](?= (?:ha|ho|han|man|pia|stes)\p{L}*)/gu, 'ti');
}
