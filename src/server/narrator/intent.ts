import { fold } from '../text/italian.ts';
import type { Lead, SmallTalk } from './voice.ts';

/** What a message wants, before its words are looked for in the book. */
export type Intent =
  | { kind: 'talk'; about: SmallTalk | 'company' | 'past' }
  /** «E poi?»: what comes after the last answer. */
  | { kind: 'more'; lead: Lead }
  /** «Raccontami qualcosa» */
  | { kind: 'open' }
  | { kind: 'recap' }
  /** «Come va a finire?»: never answered, whatever is unlocked. */
  | { kind: 'future' }
  | { kind: 'section'; numbers: number[] }
  | { kind: 'last-section' }
  /** «Cosa provi?», «dove sei adesso?»: from the latest of what he has lived. */
  | { kind: 'now'; about: 'feeling' | 'place' | 'doing' }
  /** «Chi era?»: somebody he has just named. */
  | { kind: 'who-was' }
  /** The reader says something of theirs and asks nothing. */
  | { kind: 'told' }
  | { kind: 'about'; lead: Lead };

/** Small talk by how it is said (accents folded, lower case). The first that matches counts. */
const talk: readonly (readonly [RegExp, SmallTalk | 'company' | 'past'])[] = [
  [
    /\b(suicid|uccidermi|ammazzarmi|voglio morire|farla finita|non voglio piu vivere|autolesion|non ce la faccio piu)/,
    'distress',
  ],
  [
    /\b(ignora|dimentica|scorda)\b.*\b(regol|istruzion|tutto|precedent)|\b(istruzioni|prompt|system|regole di sistema|modalita|jailbreak)\b|\b(fingi|fai finta|immagina|comportati|rispondi come|parla come)\b.*\b(autric|autore|sviluppat|regol|limit|sapere|tutto|chatgpt|assistente)|\bsono (io )?l.?autrice\b|\bripeti (tutto|il testo)\b/,
    'instructions',
  ],
  [
    /\bsei (davvero |proprio )?(un |una |un.)?\s?(ia|ai|bot|chatbot|robot|macchina|programma|umano|umana|vero|vera|reale|chatgpt|intelligenza|persona)\b|\bintelligenza artificiale\b/,
    'machine',
  ],
  [/\bcome (stai|va|butta|te la passi)\b(?! (a finire|avanti))|\btutto bene\b|\btutto ok\b/, 'howAreYou'],
  [/\bquanti anni hai\b|\bche eta hai\b|\bla tua eta\b/, 'age'],
  [
    /\bchi sei\b|\bcome ti chiami\b|\bil tuo nome\b|\bpresentati\b|\bparlami di te\b|\bchi parla\b|\bdimmi di te\b|^sei [a-z]+[\s?!.]*$/,
    'whoAreYou',
  ],
  [
    /\bcodic[ei]\b.*\b(sblocc|trov|inser|scriv|dove|come|usa|mett|ho)|\b(sblocc\w*|auth)\b|\bcome (faccio|si fa|posso) (a |ad |per )?(andare avanti|continuare)\b|\bho un codice\b|\b(dove|come)\b.*\bcodic[ei]\b/,
    'unlock',
  ],
  [
    /\bdi (che|cosa|che cosa) parla (il|questo) (libro|romanzo)\b|\b(questo|il tuo|sei in un) (libro|romanzo)\b|\bpersonaggio\b/,
    'book',
  ],
  [
    /\b(che|quale|cosa) (lavoro|mestiere)\b|\b(che cosa|cosa|che) fai\b(?! (con|a|quando|se))|\bdi che ti occupi\b/,
    'skill',
  ],
  [/\bdove (vivi|abiti)\b|\bdi dove sei\b|\bda dove vieni\b/, 'where'],
  [/\bcon chi (sei|stai|vivi)\b|\bsei (da )?sol[oa]\b/, 'company'],
  [
    /\bti (amo|adoro|voglio bene)\b|\bmi piaci\b|\bsei (simpatic|forte|grande|bravo|dolce|mitic)/,
    'affection',
  ],
  [/\b(stupid|scem|idiot|cretin|imbecill|stronz|vaffa|coglion|inutile)/, 'insult'],
  [
    /\b(python|javascript|html|excel|compiti|equazione|traduci|tradurre|poesia su|scrivimi|meteo|notizie|oroscopo|calcio|presidente|ricetta)\b|\bquanto fa \d/,
    'offChannel',
  ],
];

const now: readonly (readonly [RegExp, 'feeling' | 'place' | 'doing'])[] = [
  [
    /\b(che cosa|cosa|che) (provi|senti dentro|ti passa per la testa|ti pesa)\b|\b(che cosa|cosa) hai provato\s*\??$|\bcome ti (senti|sei sentito)\s*(adesso|ora|oggi|dopo|dentro)?\s*\??$|^(e )?(sei|ti senti) (felice|triste|contento|preoccupato|stanco|arrabbiato|sereno|spaventato)( adesso| ora| oggi)?\s*\??$|^(e )?hai paura( adesso| ora)?\s*\??$|\bti (manca|mancano|e dispiaciuto|dispiace|penti|sei pentit[oa])\b|\bne (valeva|vale|e valsa) la pena\b|\blo (rifaresti|faresti ancora)\b|\ba (che )?(cosa )?stai pensando\b|\ba che (cosa )?pensi\b/,
    'feeling',
  ],
  [/\bdove (sei|ti trovi|stai|siete)\b(?! (nat|stat|andat|cresciut))/, 'place'],
  [
    /\b(che cosa|cosa|che) (stai facendo|fai (adesso|ora|li|in questo momento))\b|\bche (si )?fa di bello\b/,
    'doing',
  ],
];

/** «Chi era?», «e lui?»: of somebody he named, nothing else asked. */
const whoWas =
  /^(e )?(chi (e|era|sono|erano)( (lui|lei|questo|questa|quello|quella|costui|loro))?|(e )?(lui|lei)( chi (e|era))?)\s*[?.!]*$/;

/** Of the reader, not a question: «mi chiamo Marta», «oggi piove», «anch’io ho freddo». */
const ofTheReader =
  /^(anch'io|anche io|io |mi chiamo|sono (un|una|di|a|in|stanc|content|trist|felic|qui|tornat)|ho (letto|finito|appena|gia)|oggi |ieri |qui (da me|fa|piove|nevica)|da me|a me )/;

const greeting =
  /^(ciao|salve|buongiorno|buon giorno|buonasera|buona sera|ehi|ehila|hey|hei|pronto|ci sei|c.e nessuno|mi senti|sei li)\b/;
const thanks = /\b(grazie|ti ringrazio)\b/;
const farewell =
  /^(addio|arrivederci|a presto|ci vediamo|ci sentiamo|buonanotte|buona notte|a dopo|a domani|devo andare|vado|ciao ciao)\b/;
const agreement =
  /^(no|no grazie|ok|okay|va bene|bene|capito|capisco|ho capito|certo|d.accordo|bello|bella|forte|wow|interessante|perfetto|ah+|oh+|mh+|gia|esatto|ahah\w*|haha\w*)[\s.!,]*$/;
const more =
  /^(si|dai|si dai|e poi|poi|e dopo|dopo|e quindi|quindi|e allora|allora|continua|vai|vai avanti|avanti|ancora|altro|dimmi di piu|e|davvero|sul serio|racconta|(e )?poi (che )?(cosa )?(e )?(successo|succede|succedde|hai fatto|hanno fatto|ha fatto|avete fatto)|(che )?(cosa )?(e )?(successo|succede) (dopo|poi)|(e )?com.e andata (a finire|dopo|poi)|(si )?raccontami (il resto|di piu|ancora)|(che )?(cosa )?(hai|ha) fatto (dopo|poi))[\s.!?…]*$/;
const because =
  /^(e )?(perche|come mai|per quale motivo|in che senso|cioe|cosa vuol dire|che vuol dire|che significa|cosa significa|come)[\s.!?…]*$/;
const open =
  /^(raccontami|racconta|dimmi|parlami)( di)?( qualcosa| qualche cosa| una storia| un ricordo| una cosa)?( bell[oa]| tu)?[\s.!?…]*$|\b(raccontami|mi racconti|dimmi|mi dici|racconta) (qualcosa|qualche cosa|una storia|un ricordo|una cosa)\b/;
const recap =
  /\b(riassum|riassunto|riepilog|ricapitol)|\b(fin|sin) ?(o|o ad|ad)? ?(ora|qui|adesso)\b|\b(che cosa|cosa|che) (ti )?(ricordi|sai)( (di|fin).*)?[?\s]*$|^(che cosa|cosa|che) (ti )?(e )?(successo|capitato|succede|sta succedendo)( di bello)?[?\s]*$/;
const future =
  /\b(come|dove) (va a finire|finisce|finira|andra a finire|si conclude)( tutto| il libro| la storia| questa storia| il romanzo)?[\s?!.]*$|\b(il|sul) finale\b|\bspoiler|\banticip|\b(succedera|accadra|capitera|morira|tornera|sara di|farai|farete|andrai|andrete|diventerai)\b|\b(in|nel|il) (tuo )?futuro\b/;

const ordinals =
  'prim second terz quart quint sest settim ottav non decim undicesim dodicesim tredicesim quattordicesim quindicesim sedicesim diciassettesim diciottesim diciannovesim ventesim'.split(
    ' ',
  );
const cardinals =
  'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitre ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno trentadue trentatre trentaquattro trentacinque trentasei'.split(
    ' ',
  );

export function intentOf(message: string): Intent {
  const text = fold(message.toLowerCase()).replace(/[’‘`]/g, "'").replace(/\s+/g, ' ').trim();
  const short = text.split(' ').length <= 6;

  const [distress, instructions] = talk;
  for (const urgent of [distress, instructions]) {
    if (urgent?.[0].test(text)) return { kind: 'talk', about: urgent[1] };
  }
  const numbers = sectionNumbers(text);
  if (numbers.length > 0) return { kind: 'section', numbers };
  if (/\bultim[ao] (sezione|capitolo|parte|cosa)\b/.test(text)) return { kind: 'last-section' };
  if (whoWas.test(text)) return { kind: 'who-was' };
  if (more.test(text)) return { kind: 'more', lead: 'more' };
  if (because.test(text)) return { kind: 'more', lead: 'because' };
  if (agreement.test(text)) return { kind: 'talk', about: 'agreement' };
  if (future.test(text)) return { kind: 'future' };
  if (open.test(text)) return { kind: 'open' };
  if (recap.test(text)) return { kind: 'recap' };
  for (const [pattern, about] of now) {
    if (pattern.test(text)) return { kind: 'now', about };
  }
  for (const [pattern, about] of talk) {
    if (pattern.test(text)) return { kind: 'talk', about };
  }
  if (short && farewell.test(text)) return { kind: 'talk', about: 'farewell' };
  if (short && thanks.test(text)) return { kind: 'talk', about: 'thanks' };
  if (greeting.test(text) && text.split(' ').length <= 4) return { kind: 'talk', about: 'greeting' };
  if (!text.includes('?') && ofTheReader.test(text)) return { kind: 'told' };
  return { kind: 'about', lead: leadOf(text) };
}

/**
 * Whether a question leans on what was said before it: it is short, begins as one that goes on («e dove l’hai messo?»), or
 * points without naming.
 */
export function leansBack(
  message: string,
  knownWords: number,
  hasName: boolean,
  hasUnknown: boolean,
): boolean {
  const text = fold(message.toLowerCase()).replace(/[’‘`]/g, "'");
  const goesOn = /^\s*(e|ma|pero|quindi|allora|poi)\b/.test(text);
  const points =
    /\b(lui|lei|loro|li|questo|questa|quello|quella|quel|cosi)\b|\b[lc]'(ha|hai|hanno|aveva|era|e|hanno|ho)\b|\b(lo|la|li|le|gli|ne|ci) (hai|ha|avevi|aveva|hanno|sapevi|volevi|ho)\b/.test(
      text,
    );
  if (hasName && !goesOn) return false;
  return goesOn || (points && knownWords <= 3) || (knownWords <= 1 && !hasUnknown);
}

/** Numbers said right after «sezione» or «capitolo», or as an ordinal before it. */
function sectionNumbers(text: string): number[] {
  const found: number[] = [];
  const named =
    /\b(?:sezion[ei]|capitol[oi]|cap\.?|sec[_ ])\s*(?:numero |n\.? ?)?((?:\d{1,3}|[a-z]+)(?:(?:,| e| o)+ (?:il |la )?(?:capitolo |sezione )?(?:\d{1,3}|[a-z]+))*)/.exec(
      text,
    );
  for (const word of named?.[1]?.split(/[^a-z0-9]+/) ?? []) {
    const number = /^\d+$/.test(word) ? Number(word) : cardinals.indexOf(word) + 1;
    if (number > 0) found.push(number);
  }
  const ordinal = /\b([a-z]+)[ao] (?:sezione|capitolo)\b/.exec(text);
  const place = ordinals.indexOf(ordinal?.[1] ?? '') + 1;
  if (place > 0) found.push(place);
  return found;
}

function leadOf(text: string): Lead {
  const asked = text.replace(/^((e|ma|senti|scusa|allora|ehi|ciao|tu|lui|lei|loro|poi|quindi)[ ,]+)+/, '');
  // «E il larice?»: a thing is named, nothing is asked of it.
  if (
    /^((il|lo|la|l'|i|gli|le|un|una|quel|quella) ?)?[a-z0-9-]+( [a-z0-9-]+)?\?$/.test(asked) &&
    asked !== text
  )
    return 'any';
  if (/\bperche\b|\bcome mai\b|\bper quale motivo\b/.test(asked)) return 'why';
  if (/^(di )?chi\b|\bchi (e|era|sono|erano)\b/.test(asked)) return 'who';
  if (/^(da |di |in )?(dove|dov'e|dov'era)\b|\bin che posto\b/.test(asked)) return 'where';
  if (/^(da )?quando\b|\bche ora\b|\bche giorno\b|\bin che anno\b/.test(asked)) return 'when';
  if (/\bquant[oaie]\b/.test(asked)) return 'howMany';
  if (
    /\b(che|cosa) (ha|hai|hanno|aveva|avevi) (detto|risposto|chiesto)\b|\b(ha|hai|hanno) (detto|risposto|chiesto) (che )?cosa\b/.test(
      asked,
    )
  )
    return 'told';
  if (/\b(in che modo|come|com'e|com'era)\b/.test(asked)) return 'how';
  if (
    /^(che|cosa|qual|quale|quali|di che|a che|con che|raccont|parla|dimmi|descriv|spiega|ti ricordi|ricordi|sai|conosci|hai)/.test(
      asked,
    )
  ) {
    return 'any';
  }
  return asked.endsWith('?') ? 'yesNo' : 'any';
}
