import { fold } from '../text/italian.ts';

/** What the sentence that answers a question is likely to have, whatever the question is about. */
interface Signs {
  /** What the kind of question calls for: a number with its unit, a colour, a cause. */
  strong: RegExp | undefined;
  /** The answer names somebody, or says what they are. */
  person: boolean;
}

const number =
  '(?:\\d[\\d.,]*|(?<!\\p{L})(?:un|una|uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|\\p{L}*(?:venti|trent|quarant|cinquant|sessant|settant|ottant|novant|cento|mille|mila)\\p{L}*|mezz[oa]|poch[ie]|molt[ie]|parecch[ie]))';
const time =
  '(?:second[oi]|minut[oi]|quart[oi] d|or[ae]|giorn[oi]|giornate|nott[ei]|settiman[ae]|mes[ei]|ann[oi]|invern[oi]|estat[ei]|lun[ae]|secol[oi]|turn[oi])(?!\\p{L})';
const money =
  '(?:lir[ae]|sold[oi]|monet[ae]|zecchin[oi]|scud[oi]|euro|quattrin[oi]|centesim[oi]|denar[oi]|fiorin[oi]|ducat[oi]|franch?[oi]|dollar[oi]|sterlin[ae])(?!\\p{L})';
const measure =
  '(?:metr[oi]|chilometr[oi]|centimetr[oi]|millimetr[oi]|pass[oi]|palm[oi]|pied[ei]|dit[oa]|bracci[oa]|migli[ao]|legh[ae]|chil[oi]|ett[oi]|gramm[oi]|tonnellat[ae]|quintal[ei]|litr[oi]|grad[oi]|volt|watt|pian[oi])(?!\\p{L})';
const word = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'iu');
const some = (pattern: string) => new RegExp(pattern, 'iu');

/** Kinds by how they are asked (accents folded, lower case). The first that matches counts. */
const kinds: readonly (readonly [asked: RegExp, strong: RegExp])[] = [
  [
    /\bogni quant|\bquante volte|con che frequenza/,
    some(
      `(?<!\\p{L})(?:ogni|tutt[ei]) (?:${number} )?\\p{L}+|${number} (?:\\p{L}+ )?${time}[^.]{0,12} dopo|dopo ${number} (?:\\p{L}+ )?${time}|${number} volt[ae]`,
    ),
  ],
  [/\bquanti anni\b|\bche eta\b/, some(`${number} anni`)],
  [
    /\bquanto (tempo|dur|e durat|ci (ha|hai|hanno|mett|mise|vuole|vogl|e vol|aveva)|c'e vol|resta|rima|e rima|e sta)|\b(da|per|in|fra|tra) quant|\bmesso (cosi )?tant/,
    some(`${number} (?:\\p{L}+ )?${time}`),
  ],
  [
    /\bquanto (ha |hai |e |lo |la |li |hanno |aveva )?(pag|cost|vend|val|chie|spes|compr)|\bche prezzo|\bper quanto\b/,
    some(`${number} (?:\\p{L}+ )?${money}|(?<!\\p{L})in cambio`),
  ],
  [
    /\bquanto (e |era |sono )?(lung|alt|larg|pes|grand|profond|distan|lontan|gross)|\ba che (altezza|distanza|velocita|temperatura)/,
    some(`${number} (?:\\p{L}+ )?${measure}`),
  ],
  [/\bquant[oaie]\b/, some(number)],
  [
    /\bche or[ae]\b|^(da )?quando\b|\bin che (anno|mese|giorno|periodo|stagione)\b|\bche giorno\b/,
    word(
      'mattina|mattino|sera|notte|alba|tramonto|mezzogiorno|mezzanotte|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|inverno|estate|primavera|autunno|alle \\p{L}+|l’indomani|ieri|oggi|domani',
    ),
  ],
  [
    /\bche colore\b|\bcolor[ei]\b/,
    word(
      'bianc\\p{L}+|ner[oaie]|ross[oaie]|verd[ei]|giall[oaie]|azzurr\\p{L}+|turchin\\p{L}+|blu|grigi\\p{L}*|brun[oaie]|marron[ei]|viola|ros[ae]|arancio\\p{L}*|ambra|celest[ei]|color\\p{L}*|dorat\\p{L}|argent\\p{L}+',
    ),
  ],
  [
    /\bcome (si |ti |vi )?chiam|\bche nome\b|\bil (suo |tuo |loro )?nome\b|\bsoprannom|\bnominat/,
    some(
      '(?<!\\p{L})(?:si chiam\\p{L}+|chiam\\p{L}+|(?:di |per |sopran|a)?nome|dett[oaie]|battezz\\p{L}+)(?!\\p{L})|^[«—] ?\\p{Lu}\\p{Ll}+[.!]?»?$',
    ),
  ],
  [
    /\b(di|in) (che )?(cosa|che)( cos')? ?(e|era|sono|erano) fatt|\b(con|di) (che )?(cosa|che) (hai |ha |hanno |e )?(costrui|fatt|fabbric|mont)/,
    some("(?<!\\p{L})(?:di|d’|d'|su|con) (?:un |una |due )?\\p{L}+"),
  ],
  [
    /\b(che|cosa) (gli |le |ti |vi |mi |ci )?(ha|hai|hanno|aveva|avevi|avete|dice|disse|dico\p{L}*) ?(gli |le |ti )?(detto|rispost|chiest|domandat|gridat)?.*\b(detto|rispost|chiest|domandat|gridat|dic\p{L}+|disse)|\b(ha|hai|hanno) (detto|risposto|chiesto) (che )?cosa/u,
    /[«—]/,
  ],
  [/\bscritt[oaie]\b|\binciso\b|\b(che|cosa) (diceva|dice) (il|la|l') ?\p{L}+/u, /«|\p{Lu}{4}|:/u],
  [
    /\b(come|di che|di che cosa|di cosa|perche) (e |sono |era |)(mort|mori|muo)/,
    some(
      '(?<!\\p{L})(?:mal(?:e|attia|at\\p{L}+)|ammal\\p{L}+|febbre|polmoni|tosse|cuore|sangue|annega\\p{L}+|affoga\\p{L}+|fucil\\p{L}+|colp[oìi]\\p{L}*|velen\\p{L}+|ucci\\p{L}+|vena|fame|vecchiaia|cadde|precipit\\p{L}+|dolore)(?!\\p{L})',
    ),
  ],
  [
    /\bperche\b|\bcome mai\b|\bper quale motivo\b|\bper (che )?cosa\b|\ba che (cosa )?serv|\bche (cosa )?(e stat|ha fatto|aveva fatto|fece)/,
    some(
      '(?<!\\p{L})(?:perch[éè]|poiché|poichè|siccome|giacché|giacchè|affinché|dato che|visto che|dal momento che|per via|per colpa|a causa|a motivo|a cagione|a forza di|a furia di|per paura|paura|altrimenti|perciò|per questo|se no|sennò|così che|dunque|avevo capito|sicché|tant’è vero)(?!\\p{L})',
    ),
  ],
  [
    /^(da |di |in |fino a )?(dove|dov'e|dov'era)\b|\bin (che|quale) (posto|luogo|punto|citta|paese|stanza)\b|\bdove\b/,
    some(
      '(?<!\\p{L})(?:in (?:fondo|mezzo|cima|casa|riva|tasca|bocca|mare|terra|cucina|testa)|accanto|vicino|dietro|davanti|dentro|sotto|sopra|di fronte|ai piedi|lungo|fuori|presso|dinanzi)(?!\\p{L})',
    ),
  ],
  [
    /\b(che|quale) (animale|bestia|tipo|genere|razza|specie|macchina|mestiere|lavoro)\b|\b(che )?cos'(e|era)\b|\b(che )?cosa (e|era|sono|erano) (un|il|la|i|gli|le|l')/,
    some(
      '(?<!\\p{L})(?:è|era|erano|sono|fu|cioè|vuol dire|serve|servono|razza|specie|chiamat\\p{L})(?!\\p{L})',
    ),
  ],
  [
    /\bcome\b|\bin che modo\b/,
    some(
      '(?<!\\p{L})(?:con (?:il|la|le|i|un|una|due|lo|gli|l’)|bastava|basta|così|a forza|per via|adagio|piano|subito)(?!\\p{L})',
    ),
  ],
];

export const asksWho = (question: string) => /\bchi\b/i.test(question);

export function signsOf(question: string): Signs {
  const asked = fold(question.toLowerCase()).replace(/[’‘`]/g, "'").trim();
  const person = asksWho(asked);
  return { strong: person ? undefined : kinds.find(([pattern]) => pattern.test(asked))?.[1], person };
}

/** Somebody, when no name says who. */
export const somebody = word(
  'donna|donne|uomo|uomini|ragazz[oaie]|bambin[oaie]|bimb[oaie]|vecchi[oa]?|vecchin[oa]|vecchiett[oa]|figli[oae]?|fratell[oi]|sorell[ae]|padre|madre|babbo|mamma|moglie|marito|zi[oa]|nonn[oa]|signor[ea]?|signorina|maestr[oa]|padron[ea]|ost[ei]|oste|custode|soldat[oi]|guardi[ae]|medic[oi]|dottor[ei]|giudice|re|regina|fata|prete|contadin[oaie]|pescator[ei]|mercant[ei]|marinai[oa]?|capitano|pilota|serv[oaie]|amic[oaie]|compagn[oaie]|stranier[oi]|voce',
);
