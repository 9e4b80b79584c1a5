import { withNames } from './addressing.ts';

/** What a question may begin with: a word that asks, or a verb said to him. */
const asks =
  "ch[ie]|cos|cosa|com|come|dov|dove|quando|quant[oaie]|qual[ei]?|perch[eéè]|(?:di|a|da|in|con|su|per|fin) (?:chi|che|cosa|dove|qual[ei]|quant[oaie])|hai|sei|fai|sai|puoi|vuoi|ti|si|è|c’è|c'è";
const question = '(?:cosa|domand(?:a|ina)|curiosità|informazione|info)';

/** Said before a question, which stands by itself without it: «scusa una cosa», «volevo sapere», «senti, tu». */
const leading = withNames(
  (names) =>
    new RegExp(
      `^(?:(?:e|ma|poi) )?(?:` +
        // «Scusa una cosa,», «ok,», «senti»: apart by a comma, or before what asks.
        `(?:scus[ai](?:mi)?|sent[ia](?:mi)?|ascolt[ai](?:mi)?|guarda|aspetta|allora|dunque|ok(?:ay)?|oh|ah|eh|beh|be’|dai|comunque|cmq|insomma|d(?:immi|ica)|(?:${names}))(?: (?:un(?:a)? (?:attimo|momento|po’|${question})|la ${question}|se (?:te lo )?(?:ti )?(?:chiedo|disturbo)))?(?: (?:${names}))?(?:\\s*[,:;.…!]+\\s*|\\s+(?!che )(?=(?:${asks})(?![\\p{L}])))` +
        // «Posso farti una domanda?», «un’altra cosa:», «toglimi una curiosità,»
        `|(?:(?:ti|le) )?(?:(?:posso|potrei|vorrei|volevo|voglio) )?(?:far(?:ti|le)|fare|faccio|chieder(?:ti|le|e)|domandar(?:ti|le|e)|togli(?:mi)?|levami|ho|avrei|solo|permetti|permette)? ?(?:(?:solo )?un(?:a |’|')(?:altra |piccola |ultima |veloce )*|altra |ultima |prima )${question}(?: veloce| per te)?\\s*[,:;.?…!]+\\s*|(?:una )?${question}(?: (?:un po[’'] )?\\p{L}+)?\\s*:\\s*` +
        // «Volevo sapere se», «mi chiedevo», «mi sai dire»
        `|(?:(?:vorrei|volevo|voglio|mi piacerebbe|posso|potrei) (?:sapere|capire|chieder(?:ti|le|e)|domandar(?:ti|le))|mi (?:chied|domand)(?:o|evo|avo)|(?:mi )?(?:sai|sapresti|saprebbe|sa|puoi|potresti|può|potrebbe) (?:dir(?:e|mi)|spiegar(?:e|mi))|mi di(?:ci|ca|ce|resti)|dimmi(?: un po’| un po)?)\\s+(?:se\\s+|(?=(?:${asks})(?![\\p{L}])))` +
        `|(?:così |giusto |solo )*per (?:curiosità|sapere)\\s*[,:]?\\s+` +
        // «E tu che fai?»; «e tu che ne pensi?» asks about what was said.
        `|tu(?: invece)?,?\\s+(?=(?:ch[ie]|cosa|come|dov|dove|quando|quant[oaie]|qual[ei]?) (?!(?:ne |la |lo |ci )?(?:dici|pensi|vedi|mai|faresti|sai)(?!\\p{L})))` +
        `)`,
      'iu',
    ),
);

const someone =
  "(?:(?:la |il |i |le |un |una |tutt[aeio] )*(?:mi[aoe]|miei) \\p{L}+|(?:il|la|i|le|gli|un|una) \\p{L}+|l[’']\\p{L}+)(?: (?:più )?\\p{L}+)?";

/** Said before a question that somebody else asks through the reader: «i ragazzi vogliono sapere», «mi hanno chiesto». */
const relaying = new RegExp(
  `^(?:(?:oggi|ieri|stamattina|stasera|a scuola|in classe|a (?:cena|pranzo|casa)),? )*(?:` +
    `(?:${someone} )?(?:mi|ci|me lo) (?:(?:ha|hanno|aveva|avevano) (?:chiesto|domandato)|(?:chied|domand)(?:e|a|ono|ano|eva|ava|evano|avano))` +
    `|${someone} (?:(?:si )?(?:chied|domand)(?:e|a|ono|ano|eva|ava|evano|avano)|(?:vuole|vogliono|voleva|volevano|vorrebbe|vorrebbero|(?:è|sono|era|erano) curios[aoie] di) sapere)` +
    `)(?: sempre)?\\s+(?:se\\s+|(?=(?:${asks})(?!\\p{L})))`,
  'iu',
);
/** «Mi hanno chiesto come mi chiamo», «vuole sapere se dormo»: no question of somebody's about him. */
const ofReader =
  /(?<!\p{L})(?:mi|io|mi[aoe]|miei|ho|sono|sto|vado|faccio|voglio|vorrei|posso|devo|penso|credo)(?!\p{L})|^(?:non )?\p{Ll}+o(?!\p{L})/u;

/** Said after a question: «sono curiosa», «se posso», «chiedo per un amico». */
const trailing =
  /(?<![\s,.?…!])[\s,.?…!]+(?:(?:sono|ero) (?:solo )?curios[aoə]\p{L}*|(?:(?:così|giusto|solo|tanto) )*per (?:curiosità|sapere|capire)|chiedo per un[’ ]?\s?amic[oa]|se (?:posso|si può)(?: (?:chiedere|sapere|saperlo))?|se non (?:sono|è) (?:troppo )?(?:indiscret\p{L}+|un problema|un segreto)|(?:per|x) (?:favore|piacere)|(?:mi )?interessa(?: molto)?|non (?:l’|l')?ho capito bene|scusa (?:la|se) \p{L}+|me lo (?:dici|spieghi|chiedevo))\s*[.!?…]*$/iu;

const asksFirst = new RegExp(`^(?:${asks}|parlami|raccontami|descrivi\\p{L}*|spiega\\p{L}*)(?!\\p{L})`, 'iu');

/** The most that is taken off either end. */
const most = 3;

/**
 * A question without what it is put with: «scusa una cosa, hai fratelli? sono curiosa» is «hai fratelli?». A message that has nothing
 * of the kind, or nothing beside it, stays as it is.
 */
export function withoutFrame(message: string): string {
  const first = frameOf(message) ?? '';
  const isAsking = /\sse\s+$/iu.test(first) || asksFirst.test(message.slice(first.length));
  if (!message.includes('?') && !isAsking) return message;
  let core = message.trim();
  let isIndirect = false;
  for (let count = 0; count < most; count += 1) {
    const frame = frameOf(core);
    if (!frame || !hasWords(core.slice(frame.length))) break;
    isIndirect ||= /\sse\s+$/iu.test(frame);
    core = core.slice(frame.length);
  }
  for (let count = 0; count < most; count += 1) {
    const at = trailing.exec(core)?.index;
    if (at === undefined || !hasWords(core.slice(0, at))) break;
    core = `${core.slice(0, at)}${/^\s*\?/u.test(core.slice(at)) ? '?' : ''}`;
  }
  if (core === message.trim()) return message;
  return (isIndirect || message.includes('?')) && !core.includes('?')
    ? `${core.replace(/[.\s]+$/u, '')}?`
    : core;
}

/** What a message is put with in front, or `undefined`. */
function frameOf(message: string): string | undefined {
  const relayed = relaying.exec(message)?.[0];
  const isRelayed = relayed !== undefined && !ofReader.test(message.slice(relayed.length));
  return isRelayed ? relayed : leading().exec(message)?.[0];
}

const hasWords = (text: string) => /\p{L}{2}/u.test(text);
