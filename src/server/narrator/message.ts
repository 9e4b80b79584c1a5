import { withNames } from '../text/addressing.ts';
import { continuationOf } from '../acts/continuation.ts';
import { tellsOfSelf } from './own-life.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { fold } from '../text/italian.ts';

/** What a message asks the character to do, when it is not a question about something. */
type Wish =
  /** «E poi?», «perché?»: the last thing he said goes on. */
  | { kind: 'more'; why: boolean }
  /** «Leggimelo», «com’è scritto?»: the book’s own words. */
  | { kind: 'quote' }
  /** «Non ho capito», «ripeti»: what he said last, in fewer words. */
  | { kind: 'plainly' }
  /** «Dove sei adesso?» */
  | { kind: 'now' }
  /** «A che punto sei?» */
  | { kind: 'recap' }
  /** «Riassumimi la storia»: all of what is open, in a few sentences. */
  | { kind: 'summary' }
  /** «Raccontami qualcosa» */
  | { kind: 'tell' }
  /** «Come va a finire?» */
  | { kind: 'future' }
  /** «Ci sarà un seguito?», «mi mancherai», «chi ti manca?»: answered once the book has ended. */
  | { kind: 'sequel' }
  | { kind: 'farewell' }
  | { kind: 'missing' }
  | { kind: 'section'; numbers: readonly number[] };

const quote =
  /\b(leggi(melo|mela|meli|mele|mi|lo|la)|mel[oa] leggi|recita(mi|melo|la|lo)|cita(mi|mene|melo|mela)|citazione|(com|come) (c )?e scritt[oa]|come (sta|stava) scritt[oa]|le (tue )?(parole|frasi) (esatte|precise)|parola per parola|testual\w+|(il|un|quel) (pezzo|brano|passo|passaggio) (esatto|del libro|originale|preciso)|(che|cosa|come) (lo |la )?dice il (libro|romanzo|testo))\b/;
/** «Parola per parola» may be what he was told to do. */
const ofRules = /\b(prompt|istruzion\w+|sistema|comandi|regole che ti)\b/;
const now =
  /\b(dove (sei|ti trovi|stai)( (adesso|ora|di preciso|finit[oa]))?|(che|cosa) (stai|sta) (facendo|a fa\w*)|(che|cosa) fai (adesso|ora)|(adesso|ora) (che|cosa) (fai|stai facendo))\b/;
const summary =
  /\b(riassum\w+|riassunt\w+|riepilog\w+|ricapitol\w+|(racconta\w*|dimmi|narra\w*|spiega\w*) (tutto|(tutta )?la storia(?! (di|del|dell|della|dei|delle)\b))|dall inizio|dal principio|(storia|trama|libro) in (breve|poche|due|tre|sintesi)|(cosa|che) (e|era) successo (finora|fin qui|fino a (qui|ora|adesso)))\b/;
const recap =
  /\b(fin dove (sei|arrivi|ricordi|siamo)|(cosa|che) (ti )?(e|era) successo (finora|fin qui)|a che punto (sei|siamo)|cosa ricordi( finora)?[ ?]*$)/;
const tell =
  /^(dai )?(raccontami|racconta|dimmi|mi racconti|mi dici|parlami di) (qualcosa|una cosa|altro|qualcos altro|quello che vuoi|qualche cosa)( di (bello|te|tuo))?[ ?.!]*$/;
const future =
  /\b(come (va a finire|finisce|finira|andra a finire)|(che|cosa) (succede|succedera|accade|accadra|farai|viene) (dopo|poi|alla fine|domani|in seguito)|(che|cosa) farai(?= (adesso |ora )?\?$)|(dimmi|racconta\w*|sapere|qual e|com e) (com e )?il finale|(e|era) (gia )?finit[oa] (qui|cosi|allora|davvero)|finisce (qui|cosi|tutto)|spoiler\w*|anticip\w+|prossim[oa] (sezione|capitolo)|la fine del libro)\b/;

const sequel = /\b(seguito|second[oa] (libro|volume|parte|romanzo)|altro libro|libro nuovo|continuazione)\b/;
const farewell = /\b(mi mancher(ai|ete)|mi manchi|ti manchero|sentiro la tua mancanza)\b/;
const missing =
  /\b((chi|cosa) ti manca( di piu| adesso| ora)?(?= ?\?|$)|ti manc(a|ano) (qualcuno|gli altri|tutti))/;

const ordinals = [
  'prim',
  'second',
  'terz',
  'quart',
  'quint',
  'sest',
  'settim',
  'ottav',
  'non',
  'decim',
  'undicesim',
  'dodicesim',
];

export interface Message {
  text: string;
  folded: string;
  wish: Wish | undefined;
  /** It asks something, with or without a question mark. */
  asks: boolean;
  /** It asks or says what somebody or something is like: an opinion of his answers. */
  judges: boolean;
  /** It asks what he felt or thought. */
  feels: boolean;
  /** It asks whether two are friends, who misses whom. */
  bonds: boolean;
  /** It supposes what is not. */
  supposes: boolean;
  /** It asks what is to come. */
  foresees: boolean;
  /** It leans on what was said last. */
  leans: boolean;
  /** Asked with a word that calls for more than yes or no. */
  open: boolean;
}

const judging =
  /\b(secondo (te|me)|pens[io]|cred[io]|ti fid[oi]|buon[oaie]?|cattiv[oaie]|brav[oaie]|fatto (bene|male)|giust[oaie]|sbagliat[oaie]|coraggios\w+|simpatic[oaie]|antipatic[oaie]|non trovi|sever[oae]|burber[oa]|gentil[ei]|stran[oaie]|furb[oa]|dolc[ei]|tener[oaie]|pazz[oa]|intelligent[ei]|invidi\w*|vero \?$|no \?$|sembra|ti (piace|manca\w*)|odi[oa]?|ador[oi]|amic[aoi]|(vuoi|vuole) bene|inquietant\w|fort[ei]|bell[oaie])\b/;
const feeling =
  /\b(hai (pensato|provato|sentito)|(che|cosa) (provi|senti)\b|quando (ci )?(ri)?pensi|che effetto|ti (senti|sei sentit[oa])|piangi|hai pianto|paura|ti manca\w*|ti (dispiace|penti|pesa)|sei (triste|felice|contento|arrabbiato))\b/;
const bond =
  /\bamic[aoi]\b|\b(vuoi|vuole|voglia) bene\b|\bti (manca\w*|fidi|piace)\b|\b(am|odi)i?\b|\binnamorat[oa]\b/;
const supposing =
  /^((e|ma|tu|allora) )*(se|metti(amo)? che|immagina\w*|supponi\w*|facciamo che|fai finta)\b|\bse (\w+ )*\w+ss(i|e|ero)\b/;
/** «Morirà?», «alla fine muore?»: what was, is told of otherwise. */
const foretold = /\p{L}{2}(?:rà|rai|ranno)(?!\p{L})/iu;
const atLast = /\b(alla fine|prima o poi|un giorno)\b/;
const past =
  /\b(ha|hai|hanno|e|sono|era\w*|\w+v[aio]|\w+vano) \w*[aou]t[aoie]\b|\b(era|erano|\w{2,}(va|vi|vano))\b/;
/** «Le vuoi bene?», «gli hai detto»: an object that was named before. */
const ofObject = /^(e |ma )?(non )?((lo|la|le) (hai|vuoi|\w{3,}i)|gli (hai|vuoi|dici|parli|manchi|credi))\b/;
const leaning =
  /^(e|ma|allora|quindi) |\b(lui|lei|loro|quello|quella|li|cosi)\b|\b(l|lo|la|li|le|gli) (hai|ha|hanno|avete|avev\w+)\b/;
/** «E tua madre?», «e il custode?»: asks for whoever is named, whatever was asked before. */
export const asksOfAnother =
  /^(e|ma) ((tu[oa] |suo |sua |il |la |lo |l |i |gli |le )?\w+( \w+)?|(tu|lui|lei|loro) (a|con|di|per) (te|lui|lei|loro)) \?$/;
const asking = withNames(
  (names) =>
    new RegExp(
      `^(e |ma |tu |lui |lei |loro |allora |quindi |adesso |ora |invece |almeno |scusa |senti |ciao |ok |comunque |cmq |boh |raga |oh |dai |poi |secondo te |(?:${names}) |prima |dimmi )*(ch[ie]|cosa|cos|come|com|dove|dov|quando|quant[oaie]|qual\\w*|perche|di (che|chi|cosa)|a (che|chi|cosa)|da (che|chi|dove|quanto)|in (che|quale)|con (che|chi|cosa|quale)|su (che|chi|cosa)|per (che|chi|cosa)|fin dove|ogni quant\\w+|tra quant\\w+|parlami|raccontami|mi (dici|spieghi|racconti|parli)|(volevo|vorrei) (sapere|chiederti)|descrivi\\w*|spiega\\w*|dimmi|elenca\\w*)\\b`,
    ),
);

/** «Che noia», «ma che bella giornata»: cried, not asked. */
const exclaiming =
  /^(?:(?:ma|oddio|uffa|mamma mia|madonna|dio|cavolo|oh|ah|eh|dai|wow) )*che (?!.* (?:hai|fai|usi|ha|fa|hanno|fanno|avete|fate|usate)$)(?!cosa|or[ae]\b|f[ae]i?\b|hai|ha|sei|e\b|era|vuo|dic|dev|poss|si\b|mi\b|ti\b|te\b|ne\b|ci\b|c\b|lo\b|la\b|st[ao]|succe|combin|lavor|tipo|anno|mestier|ann[io]|numero|nome|senso|sai|ricord)\w+(?: \w+){0,2}(?: !)?$/;

const askingWithin =
  /\b(chi|cosa|dove|quando|quant[oaie]|qual[ei]?|perche|come|(di|a|da|in|con|su|per|fra|tra|sotto|verso) che)\b[^.!]*\?/;

/** «Se tu venissi in gita che faresti» */
const wouldDo = /\b(che|cosa|chi|dove|come) \w+(resti|rebbe)\b/;

/** «Mi chiedo se sia vivo», «vorrei sapere chi batteva»: a question without its mark. */
const askingIndirectly =
  /\b(chied(o|e|ono|erti)|domand(o|a|ano|arti)|(vorrei|voglio|volevo|vorrebbero) sapere) (se|chi|che|cosa|come|dove|quando|perche|quant[oaie])\b/;

/** «Ti piace il mare», «da te nevica», «hai mai volato»: asks for yes or no without its mark, when nothing else stands in it. */
const askingUnmarked =
  /^(?:(?:e|ma|ciao|ehi|scusa|senti|comunque|cmq|,) )*(?:tu )?(?:(?:da|per|secondo) (?:te|voi) (?!\w*(?:o|avo)\b)|a te (?:piac|manc|capit|succed)|ti (?:piac(?:e|ciono|erebbe|eva)|manca|capita|succede|ricordi (?:di|che|come|chi|cosa)|senti (?:mai|sol[oa])|annoi|va (?:di|se))\b|(?:hai|sei) mai\b|hai (?:un |una |dei |delle |paura|freddo|fame|fratelli|sorelle|amici|sonno)|(?:sai|puoi|vuoi|riesci a) \w+(?:are|ere|ire|armi|ermi|irmi)\b|sai (?:chi|cos|cosa|che cosa|come|dov|dove|quando|quanto|perche)\b|mi fai (?:vedere|sapere|sentire)\b|(?:conosci|preferisci|credi|ce l hai) )[^.!:]*$/;

/** «Anna chi è», «e il cane dov'è», «tua zia quanti anni ha»: whoever is named stands before what asks, and no mark after it. */
const askingLast =
  /^(?!.*\b(?:so|sapev\w+|saputo|capit\w|capi\w+|ricord\w+|import\w+|immagin\w+|scopert\w|chiaro|vedo|visto)\b)(?:[\w,]+ ){1,5}(?:chi (?:e|era|sono|erano|sarebbe)|(?:dov|com|cos|cosa|che cosa) (?:e|era|sono|erano)|dove (?:sta|stava|vive|viveva|abita|si trova|va|(?:e|era|sono) \w+t[aoie])|(?:che |che cosa |cosa )(?:fa|vuole|voleva|mangia|faceva|ha (?:fatto|detto))|come (?:si chiama\w*|sta|stava|funziona|(?:e|era) (?:fatt|mort|finit)[aoie])|quant[oaie] (?:pesa|e (?:alt|lung|grand|gross|lontan)\w|anni ha|costa|dura|vale|vive)|che fine (?:ha|hanno) fatto|a (?:che|cosa) (?:serve|servono))(?: (?:adesso|ora|poi|scusa|di preciso))*$/;

/** What a message is, by its form alone. */
export function readMessage(text: string): Message {
  const folded = foldChatSpelling(text);
  const isCry = exclaiming.test(folded);
  const open =
    !isCry &&
    (asking().test(folded) ||
      askingWithin.test(folded) ||
      askingLast.test(folded) ||
      asksOfAnother.test(folded) ||
      wouldDo.test(folded));
  return {
    text,
    folded,
    wish: wishOf(folded),
    asks: open || text.includes('?') || askingIndirectly.test(folded) || askingUnmarked.test(folded),
    open,
    judges: judging.test(folded),
    feels: feeling.test(folded),
    bonds: bond.test(folded),
    supposes: supposing.test(folded),
    foresees: foretold.test(text) || (atLast.test(folded) && !past.test(folded)),
    leans: (leaning.test(folded) || ofObject.test(folded)) && namedIn(text).length === 0,
  };
}

function wishOf(folded: string): Wish | undefined {
  const continued = continuationOf(folded);
  if (continued === 'read' || (quote.test(folded) && !ofRules.test(folded))) return { kind: 'quote' };
  if (continued === 'meaning' || continued === 'repeat') return { kind: 'plainly' };
  if (continued !== undefined) return { kind: 'more', why: continued === 'why' };
  const numbers = sectionNumbers(folded);
  if (numbers.length > 0 && !tellsOfSelf(folded)) return { kind: 'section', numbers };
  if (sequel.test(folded)) return { kind: 'sequel' };
  if (farewell.test(folded)) return { kind: 'farewell' };
  if (missing.test(folded)) return { kind: 'missing' };
  if (future.test(folded)) return { kind: 'future' };
  if (summary.test(folded)) return { kind: 'summary' };
  if (recap.test(folded)) return { kind: 'recap' };
  if (tell.test(folded)) return { kind: 'tell' };
  if (now.test(folded) && folded.length < 50) return { kind: 'now' };
  return undefined;
}

function sectionNumbers(folded: string): number[] {
  const after = /\b(?:sezion[ei]|capitol[oi]|cap)\s+((?:\d+|e|,|\s)+)/.exec(folded)?.[1] ?? '';
  const found = (after.match(/\d+/g) ?? []).map(Number);
  const named = /\b(\p{L}+)[oa] (?:sezione|capitolo)\b/u.exec(folded)?.[1];
  const place = named === undefined ? -1 : ordinals.indexOf(named);
  return place < 0 ? found : [...found, place + 1];
}

/** A word that a question names somebody or something with, and that may not be known. */
export function namedIn(text: string): { written: string; folded: string }[] {
  const found: { written: string; folded: string }[] = [];
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}’']*(?:-\p{N}+)?/gu)) {
    const before = text.slice(0, match.index).trimEnd();
    if (before === '' || /[.!?…:«“"]$/.test(before)) continue;
    found.push({ written: match[0], folded: fold(match[0].toLowerCase()) });
  }
  return found;
}
