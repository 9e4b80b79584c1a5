import { foldChatSpelling } from '../text/chat-spelling.ts';
import { cosine, looksAsking, type Card, type Entry } from './entries.ts';
import { contentStems } from './words.ts';
import { coverage, gramsOf, likeness, readQuery, type Rarity } from './grams.ts';

/** How a query came about: the message, a part of it, the message with what was spoken of, or after the last question. */
type QueryKind = 'whole' | 'clause' | 'entity' | 'joined';

export interface Query {
  text: string;
  kind: QueryKind;
  vector: Float32Array | undefined;
}

/** Where a talk stands, as far as the choice of an entry asks for it. */
export interface Standing {
  /** Content words of the message, and whether it leans on what was said: «e lei?», «quanto pesava?». */
  words: number;
  leans: boolean;
  asks: boolean;
  /** The folded names the message has, and what was spoken of last. */
  names: ReadonlySet<string>;
  /** It names somebody or something, also of what is not open. */
  isNamed: boolean;
  subject: ReadonlySet<string>;
  /** It speaks of its writer: «mio», «ho»; of him: «tuo», «hai». */
  mine: boolean;
  yours: boolean;
  lastId: string | undefined;
  lastSection: string | null | undefined;
  wasSaid(entry: Entry): boolean;
  namesOf(entry: Entry): ReadonlySet<string>;
}

export interface Match {
  entry: Entry;
  query: Query;
  /** Likeness of its three nearest triggers. */
  near: [number, number, number];
  /** The cosine of the nearest trigger; 0 without vectors. */
  vector: number;
  features: number[];
}

/** What n-grams count beside the encoder. */
const gramShare = 0.5;
/** What shared words count. */
const wordsShare = 0.3;
const mostLooked = 12;
/** Acts and wishes among them, at least. */
const mostFixed = 4;

export interface Rarities {
  rarity: Rarity;
  wordRarity(stem: string): number;
}
/** Triggers whose n-grams are compared, by the encoder's likeness. */
const nearestTriggers = 600;

/** How much of a query's words, by their rarity, an entry has: 0 to 1. */
function wordShare(stems: readonly string[], entry: Entry, wordRarity: (stem: string) => number): number {
  let [shared, all] = [0, 0];
  for (const word of stems) {
    const weight = wordRarity(word);
    all += weight;
    if (entry.stems.has(word)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

interface Near {
  words: number;
  entry: Entry;
  near: [number, number, number];
  vector: number;
  grams: number;
}

const descending = (one: number, other: number) => other - one;
/** The least of the `count` greatest numbers. */
const greatest = (numbers: readonly number[], count: number): number =>
  Float64Array.from(numbers).sort().at(-count) ?? -1;

/** The entries nearest to a query, best first. */
function nearest(
  query: Query,
  entries: readonly Entry[],
  { rarity, wordRarity }: Rarities,
  skip?: string,
): Near[] {
  const stems = contentStems(query.text);
  const byHash = readQuery(gramsOf(query.text, rarity));
  const { vector } = query;
  const cosines = entries.map(({ triggers }) =>
    triggers.map((trigger) => (vector && trigger.vector ? cosine(vector, trigger.vector) : 0)),
  );
  const least = vector ? greatest(cosines.flat(), nearestTriggers) : -1;
  const best: Near[] = [];
  entries.forEach((entry, place) => {
    const found: Near = { entry, words: 0, near: [-0.2, -0.2, -0.2], vector: -1, grams: -1 };
    entry.triggers.forEach((trigger, at) => {
      const near = cosines[place]?.[at] ?? 0;
      if (near < least || trigger.text === skip) return;
      const grams = likeness(byHash, trigger.grams);
      const score = near + gramShare * grams;
      if (score > found.near[2])
        found.near = [...found.near, score].sort(descending).slice(0, 3) as Near['near'];
      found.vector = Math.max(found.vector, near);
      found.grams = Math.max(found.grams, grams);
    });
    if (found.grams < 0) return;
    if (entry.card) found.words = wordShare(stems, entry, wordRarity);
    best.push(found);
  });
  const score = ({ near, words }: Near) => near[0] + wordsShare * words;
  const sorted = best.sort((one, other) => score(other) - score(one));
  const fixed = sorted.filter(({ entry }) => !entry.card).slice(0, mostFixed);
  return [...new Set([...sorted.slice(0, mostLooked), ...fixed])].sort(
    (one, other) => score(other) - score(one),
  );
}

/** What a question asks for, and whether a card has it. */
const questionTypes: readonly { asks: RegExp; has(card: Card): boolean }[] = [
  {
    asks: /\b(?:perche|come mai|xke|xche|pke|perke|motivo|why|pourquoi|warum)\b/,
    has: ({ kind, says }) => kind === 'why' || /^perché/iu.test(says),
  },
  { asks: /\b(?:chi|who|qui est|quien|wer)\b/, has: ({ kind }) => kind === 'who' },
  {
    asks: /\b(?:provat\w|sentit\w|sentiv\w|emozion\w|paura|felice|trist\w|feel)\b/,
    has: ({ kind }) => kind === 'feeling',
  },
  {
    asks: /\b(?:secondo te|pensi|pensat\w|credi|ti piac\w+|ne dici|preferi\w+|meglio|think)\b/,
    has: ({ kind }) => kind === 'opinion' || kind === 'feeling',
  },
  {
    asks: /\bse (?:\w+ )?(?:fossi|avess\w|poteste?i|potessi|dovess\w|\w+ss[ie])\b/,
    has: ({ kind }) => kind === 'whatif',
  },
  { asks: /\b(?:quant[oaie]|how (?:many|much|long|old))\b/, has: ({ says }) => hasNumber.test(says) },
];
const hasNumber =
  /\d|(?<!\p{L})(?:un[oa]?|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|mezz\p{L}+|\p{L}*(?:dici|dic\p{L}+|vent\p{L}+|trent\p{L}*|quarant\p{L}*|cinquant\p{L}*|sessant\p{L}*|settant\p{L}*|ottant\p{L}*|novant\p{L}*|cento\p{L}*|mila|mille))(?!\p{L})/iu;

/** Acts of the reader's own life. */
const ofLife =
  /^(racconta_\w+|buona_notizia|giornataccia|brutto_voto|litigio|lavoro_perso|fine_amore|malattia\w*|lutto|consiglio_\w+|solitudine|ansia|stanchezza|rabbia|nostalgia)$/;

/** Whether a card has what is asked for: of all types, and of each. */
function typeFeatures(types: readonly boolean[], card: Card | undefined): number[] {
  const shared = types.map(
    (asked, at) => asked && card !== undefined && (questionTypes[at]?.has(card) ?? false),
  );
  const has = card ? questionTypes.slice(0, 5).some(({ has: test }) => test(card)) : false;
  return [
    shared.some(Boolean) ? 1 : 0,
    card && types.some(Boolean) && !shared.some(Boolean) ? 1 : 0,
    has && !types.some(Boolean) ? 1 : 0,
    ...shared.map((one) => (one ? 1 : 0)),
  ];
}

export function search(
  query: Query,
  entries: readonly Entry[],
  standing: Standing,
  rarities: Rarities,
  skip?: string,
): Match[] {
  const found = nearest(query, entries, rarities, skip);
  const grams = gramsOf(query.text, rarities.rarity);
  const isContext = query.kind === 'entity' || query.kind === 'joined';
  const { words, leans } = standing;
  const length = Math.log(1 + (query.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0));
  const asks = looksAsking(query.text) ? 1 : 0;
  // What does not ask in a message that does.
  const elsewhere = query.kind === 'clause' && standing.asks && asks === 0 ? 1 : 0;
  const short = 1 / (1 + words);
  const folded = foldChatSpelling(query.text);
  const types = questionTypes.map(({ asks: pattern }) => pattern.test(folded));
  const mostWords = Math.max(0, ...found.map(({ words: share }) => share));
  return found.map(({ entry, near, vector, grams: spelled, words: share }, at) => {
    const [one, two, three] = near;
    const other = found[at === 0 ? 1 : 0]?.near[0] ?? 0;
    const isAct = entry.act ? 1 : 0;
    const isWish = entry.wish ? 1 : 0;
    const cover = coverage(grams, entry.all);
    const ownNames = standing.namesOf(entry);
    const shares = [...standing.names].filter((name) => ownNames.has(name)).length;
    const ofSubject = [...standing.subject].some((name) => ownNames.has(name)) ? 1 : 0;
    const lean = leans ? 1 : short;
    const recall = entry.wish?.startsWith('ricordo_') ? 1 : 0;
    const life = entry.act && ofLife.test(entry.act.id) ? 1 : 0;
    const isCard = entry.card ? 1 : 0;
    const [mine, yours, asked] = [standing.mine ? 1 : 0, standing.yours ? 1 : 0, standing.asks ? 1 : 0];
    const { card } = entry;
    const isSelf = card?.kind === 'self' ? 1 : 0;
    const named = standing.isNamed ? 1 : 0;
    const after = standing.lastId === undefined ? 0 : 1;
    const features = [
      one,
      vector,
      spelled,
      two,
      three,
      one - other,
      isAct,
      entry.says?.vector && query.vector ? cosine(query.vector, entry.says.vector) : 0,
      cover,
      coverage(grams, entry.own),
      Math.abs(asks - entry.asking),
      length,
      isAct * one,
      isAct * cover,
      at === 0 ? 1 : 0,
      isAct * length,
      asks,
      isSelf,
      one * one,
      query.kind === 'clause' ? 1 : 0,
      query.kind === 'entity' ? 1 : 0,
      query.kind === 'joined' ? 1 : 0,
      query.kind === 'entity' ? lean : 0,
      query.kind === 'joined' ? lean : 0,
      isContext ? 0 : lean,
      isContext && standing.names.size > 0 ? 1 : 0,
      shares > 0 ? 1 : 0,
      card && standing.names.size > 0 && shares === 0 ? 1 : 0,
      ofSubject,
      ofSubject * lean,
      standing.wasSaid(entry) ? 1 : 0,
      entry.id === standing.lastId ? 1 : 0,
      card && standing.lastSection !== undefined && card.sectionId === standing.lastSection ? 1 : 0,
      isWish,
      isWish * one,
      card && (card.kind === 'feeling' || card.kind === 'opinion') ? 1 : 0,
      recall * mine,
      recall * yours,
      life * mine,
      life * yours,
      isCard * mine,
      isCard * yours,
      life * asked,
      recall * asked,
      isCard * asked,
      isSelf * yours,
      recall,
      life,
      isAct * yours,
      isAct * asked,
      isAct * asked * yours,
      isCard * lean * after,
      isAct * lean * after,
      ...typeFeatures(types, card),
      share,
      share * one,
      isContext ? 0 : share,
      share - mostWords,
      query.kind === 'clause' ? isAct * one : 0,
      query.kind === 'clause' ? isCard * one : 0,
      query.kind === 'clause' ? isCard * asks : 0,
      elsewhere,
      elsewhere * isAct,
      isAct * named,
      isWish * named,
      isSelf * named,
      isSelf * lean * after,
    ];
    return { entry, query, near, vector, features };
  });
}
