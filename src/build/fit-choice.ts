import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { demoBook } from '#content/demo.ts';
import { builtInBook } from '#content/built-in-book.ts';
import { neutralBook } from '#content/neutral-book.ts';
import { readActTexts } from '#content/talk/acts.ts';
import { actTextsOf } from '#content/talk/own-world.ts';
import { readWishes } from '#content/talk/wishes.ts';
import { openEncoder } from '#server/encoder/encoder.ts';
import { modelFingerprint, readVectorFile, textKey } from '#server/encoder/vector-file.ts';
import { lifeTopics } from '#shared/contracts/book.ts';
import { groupBy, type ChoiceModel } from '#server/narrator/choice.ts';
import type { Card, Entry, VectorOf } from '#server/narrator/entries.ts';
import { createFinder, type Finder } from '#server/narrator/find.ts';
import type { Match } from '#server/narrator/search.ts';
import { vectorFile } from './vectors.ts';
import { createJudge, type Expected, type TalkSet } from '../../bench/talk/judge.ts';

/** What one query found, and which of it is a right next line: 0 to 1 each. */
interface Lesson {
  rows: { features: number[]; right: number }[];
  weight: number;
}

interface Message {
  question: string;
  history: { role: 'user' | 'assistant'; content: string }[];
  /** Absent in a book without memories. */
  level: number | undefined;
}

/** One lesson a query of a message, which share its weight. */
function lessonsOf(matches: readonly Match[], weight: number, rightOf: (entry: Entry) => number): Lesson[] {
  const groups = groupBy(matches, ({ query }) => query);
  return groups.map((found) => ({
    weight: weight / groups.length,
    rows: found.map(({ features, entry }) => ({ features, right: rightOf(entry) })),
  }));
}

type Encode = (text: string) => Promise<Float32Array | undefined>;

/** Ways of asking that are left out of their entry, one at a time. */
const leftOut = 1_500;
/** Share of the lessons that are asked in words of no example. */
const inOwnWords = 0.6;
/** How readers begin and end a message that asks something. */
const openings = [
  'ciao! ',
  'ciao, ',
  'buonasera. ',
  'senti, ',
  'senti un po’ ',
  'ehi tu ',
  'scusami, ',
  'domanda: ',
  'dimmi una cosa: ',
  'ho una curiosità. ',
  'volevo sapere ',
  'sai dirmi ',
  'mi chiamo Luca. ',
  'ieri ho letto un pezzo sul treno. ',
  'mia figlia chiede ',
  'bello qui! ',
  'ah ok. ',
  'posso chiederti questo? ',
  'non mi è chiaro. ',
];
const closings = [
  ' grazie',
  ' Grazie mille!',
  ' mi interessa',
  ' non l’ho capito',
  ' me lo chiedo da ieri',
  ' ciao',
  ' :)',
  ' dimmelo',
  ' è per un amico',
];
const weights = { leftOut: 1, conversation: 3, ownLife: 1 };
const rounds = 250;
const rate = 0.05;
const shrink = 1e-3;
/** Of the conversations the even places are learned from; the odd ones measure. */
const isLearned = (place: number) => place % 2 === 0;
const setNames = ['set', 'readers', 'visitors', 'guests'];

/** The same draws at every training. */
function createDraw(seed = 7) {
  let state = seed;
  const draw = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(draw() * values.length)] as Value;
  return { draw, pick };
}

const levelOf = ({ sectionId }: Card) => (sectionId === null ? 0 : Number(sectionId));
const answers = ({ kind }: Card) => kind !== 'now' && kind !== 'end';

/** The demonstration's cards as a site stores them, the section's number for its id. */
function readCards(): Card[] {
  return demoBook().memoryCards.map(
    ({ sectionNumber, ...card }, position) =>
      ({
        ...card,
        id: `card-${position}`,
        sectionId: sectionNumber === 0 ? null : String(sectionNumber),
        position,
        createdAt: '',
        updatedAt: '',
      }) as unknown as Card,
  );
}

/** A way of asking without the names it holds: what is asked when they were spoken of before. */
function withoutNames(ask: string, { about }: Card): string {
  let text = ask;
  for (const word of about.flatMap((name) => name.split(/\s+/)).filter((part) => part.length > 3))
    text = text.replace(
      new RegExp(
        `(?<!\\p{L})(il |lo |la |l['’]|i |gli |le |di |del |della |dell['’]|a |al |alla )?${word}(?!\\p{L})`,
        'iu',
      ),
      '',
    );
  return text.replace(/\s+/g, ' ').replace(/ \?/, '?').trim();
}

/**
 * Every lesson: ways of asking that their entry is left without, the learned half of the conversations, and questions for a
 * character without memories who tells of his own life.
 */
async function readLessons(vectorOf: VectorOf, encode: Encode): Promise<Lesson[]> {
  const { name } = builtInBook.character;
  const wishes = readWishes();
  const finder = createFinder({ name, acts: readActTexts(), wishes, vectorOf, encode });
  const cards = readCards();
  const cardsAt = Array.from({ length: 13 }, (_, level) =>
    cards.filter((card) => levelOf(card) <= level && (card.until === undefined || level <= card.until)),
  );
  const find = ({ question, history, level }: Message, skip?: string) =>
    finder.find(question, history, level === undefined ? [] : (cardsAt[level] ?? []), skip);
  const life = Object.fromEntries(lifeTopics.map((topic) => [topic, topic]));
  const acts = actTextsOf({ ...neutralBook.character, name: 'Altro', life }, readActTexts());
  const other = createFinder({ name: 'Altro', acts, wishes, vectorOf, encode });
  return [
    ...(await leaveOut(finder, cards, cardsAt, find)),
    ...(await readConversations(find)),
    ...(await askOwnLife(other)),
  ];
}

/** Questions about his life, half of them after something of the reader's own: «ho un gatto, e tu hai animali?». */
async function askOwnLife(finder: Finder): Promise<Lesson[]> {
  const { draw, pick } = createDraw();
  const tellings = finder.fixed.flatMap(({ act, triggers }) =>
    act?.id.startsWith('racconta_') ? triggers.map(({ text }) => text) : [],
  );
  const lessons: Lesson[] = [];
  for (const entry of finder.fixed.filter(({ act }) => lifeTopics.some((topic) => topic === act?.id)))
    for (const { text } of entry.triggers) {
      const question = draw() < 0.5 ? text : `${pick(tellings)}, e tu ${text}`;
      const matches = await finder.find(question, [], [], text);
      lessons.push(...lessonsOf(matches, weights.ownLife, (found) => (found === entry ? 1 : 0)));
    }
  return lessons;
}

type Find = (message: Message, skip?: string) => Promise<readonly Match[]>;

async function leaveOut(
  finder: Finder,
  cards: readonly Card[],
  cardsAt: readonly (readonly Card[])[],
  find: Find,
): Promise<Lesson[]> {
  const { draw, pick } = createDraw();
  const triggersOf = (entries: readonly Entry[]) =>
    entries.flatMap((entry) => entry.triggers.map(({ text }) => ({ entry, text })));
  const ofCards = triggersOf(cards.filter(answers).map((card) => finder.entryOf(card)));
  const others = triggersOf(finder.fixed);

  function historyBefore(card: Card | undefined, level: number): Message['history'] {
    if (draw() < 0.25) return [];
    const open = cardsAt[level]?.filter((one) => answers(one) && one.asks.length > 0) ?? [];
    const related = card
      ? open.filter((one) => one !== card && one.about.some((name) => card.about.includes(name)))
      : [];
    // What was told just now is asked for again in other words.
    if (card && draw() < 0.12 && card.asks.length > 0) return exchange(pick(card.asks), card.says);
    const before =
      related.length > 0 && draw() < 0.6 ? pick(related) : open.length > 0 ? pick(open) : undefined;
    return before ? exchange(pick(before.asks), before.says) : [];
  }

  const lessons: Lesson[] = [];
  for (let count = 0; count < leftOut; count += 1) {
    const { entry, text } = pick(draw() < 0.6 ? ofCards : others);
    const { card } = entry;
    const own = card ? levelOf(card) : 0;
    const isLocked = own > 0 && draw() < 0.25;
    const drawn = isLocked ? Math.floor(draw() * own) : own + Math.floor(draw() * (13 - own));
    const level = Math.min(drawn, card?.until ?? drawn);
    let message: Message = { question: text, history: historyBefore(card, level), level };
    if (card && !isLocked && draw() < 0.3) {
      const related = cardsAt[level]?.filter(
        (one) => one !== card && answers(one) && one.asks.length > 0 && one.about[0] === card.about[0],
      );
      const question = withoutNames(text, card);
      if (related?.length && question !== text && question.length > 4) {
        const before = pick(related);
        const lead = draw() < 0.4 && !/^e /i.test(question) ? 'e ' : '';
        message = { question: lead + question, history: exchange(pick(before.asks), before.says), level };
      }
    }
    if (card && draw() < 0.5) {
      const [opening, closing] = draw() < 0.6 ? [pick(openings), ''] : ['', pick(closings)];
      message = { ...message, question: opening + message.question + closing };
    }
    // In a book without memories none answers.
    if (card && draw() < 0.12) message = { question: message.question, history: [], level: undefined };
    // Some ask in the very words of an example.
    const matches = await find(message, draw() < inOwnWords ? text : undefined);
    lessons.push(...lessonsOf(matches, weights.leftOut, (found) => (found === entry ? 1 : 0)));
  }
  return lessons;
}

const exchange = (asked: string, answered: string): Message['history'] => [
  { role: 'user', content: asked },
  { role: 'assistant', content: answered },
];

/** How much of what an entry says meets what is expected of a reply. */
function rightness(
  { card, act, wish }: Entry,
  turn: Expected & { act?: string },
  meets: (line: string) => boolean,
): number {
  if (wish?.startsWith('ricordo')) return turn.act?.startsWith('memory') ? 1 : 0;
  if (wish === 'correzione') return turn.act === 'misunderstanding' ? 1 : 0;
  if (wish === 'avanti') return turn.act === 'followup' ? 0.5 : 0;
  if (wish !== undefined) return turn.must?.length ? 0 : 0.3;
  const lines = card ? [card.says] : (act?.says.slice(0, 30) ?? []);
  return lines.filter(meets).length / Math.max(1, lines.length);
}

async function readConversations(find: Find): Promise<Lesson[]> {
  const lessons: Lesson[] = [];
  for (const name of setNames) {
    const set = JSON.parse(readFileSync(`bench/talk/${name}.json`, 'utf8')) as TalkSet;
    const { judge } = createJudge(set, []);
    const meetsAt = (turn: Expected, level: number) => (line: string) => {
      const { must, hits } = judge(turn, line, { level, said: [turn.say] });
      return must && hits.length === 0;
    };
    for (const { level, turns } of set.conversations.filter((_, place) => isLearned(place))) {
      const history: Message['history'] = [];
      for (const turn of turns) {
        const meets = meetsAt(turn, level);
        const matches = await find({ question: turn.say, history, level });
        if (turn.must?.length)
          lessons.push(...lessonsOf(matches, weights.conversation, (entry) => rightness(entry, turn, meets)));
        const nearest = [...matches].sort((one, other) => other.near[0] - one.near[0]);
        const answer = nearest.find(({ entry }) => rightness(entry, turn, meets) === 1) ?? nearest[0];
        history.push(
          ...exchange(turn.say, answer?.entry.card?.says ?? answer?.entry.act?.says.find(meets) ?? 'Sì.'),
        );
      }
    }
    for (const [rows, isAbove] of [
      [set.facts, false],
      [set.above, true],
    ] as const)
      for (const item of (rows ?? []).filter((_, place) => isLearned(place))) {
        const matches = await find({ question: item.say, history: [], level: item.level });
        const meets = meetsAt({ ...item, must: item.gold ?? item.must ?? [] }, item.level);
        const rightOf = (entry: Entry) => (isAbove ? (entry.card ? 0 : 0.1) : rightness(entry, item, meets));
        lessons.push(...lessonsOf(matches, weights.conversation, rightOf));
      }
  }
  return lessons;
}

/** Fits the models of a search with vectors and without; the shipped vectors must be of today's texts. @throws when the encoder does not work */
export async function trainChoice(): Promise<{ withVectors: ChoiceModel; withoutVectors: ChoiceModel }> {
  const shipped = await readVectorFile(vectorFile, modelFingerprint);
  const encoder = await openEncoder({
    script: new URL('../server/encoder/thread.mjs', import.meta.url),
    folder: dirname(vectorFile),
    mean: Float32Array.from(shipped?.mean ?? []),
  });
  const vectorOf: VectorOf = (kind, text) => shipped?.vectors.get(textKey(kind, text));
  const encode = async (text: string) => {
    const vector = await encoder.encodeText('query', text);
    if (!vector) throw new Error(encoder.failure);
    return vector;
  };
  const withVectors = fitChoice(await readLessons(vectorOf, encode));
  const withoutVectors = fitChoice(await readLessons(noVector, noEncoder));
  await encoder.close();
  return { withVectors, withoutVectors };
}

const noVector = () => undefined;
const noEncoder = () => Promise.resolve(undefined);

/** Fits one model to all lessons (Adam over the whole set: the same lessons give the same model). */
function fitChoice(lessons: readonly Lesson[]): ChoiceModel {
  const all = lessons.flatMap(({ rows }) => rows);
  const size = all[0]?.features.length ?? 0;
  const mean = (valueOf: (features: readonly number[], at: number) => number) =>
    Array.from(
      { length: size },
      (_, at) => all.reduce((sum, { features }) => sum + valueOf(features, at), 0) / all.length,
    );
  const means = mean((features, at) => features[at] ?? 0);
  const spreads = mean((features, at) => ((features[at] ?? 0) - (means[at] ?? 0)) ** 2).map(
    (square) => Math.sqrt(square) || 1,
  );
  const groups = lessons.map(({ rows, weight }) => ({
    weight,
    rows: rows.map(({ features, right }) => ({
      right,
      values: [...features.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)), 1],
    })),
  }));
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  const fitted = new Float64Array(size + 1);
  const first = new Float64Array(size + 1);
  const second = new Float64Array(size + 1);
  for (let round = 1; round <= rounds; round += 1) {
    const slope = new Float64Array(size + 1);
    for (const group of groups) addSlope(slope, fitted, group, total);
    for (let at = 0; at <= size; at += 1) {
      const step = (slope[at] ?? 0) + (at < size ? shrink * (fitted[at] ?? 0) : 0);
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * step;
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * step ** 2;
      fitted[at] =
        (fitted[at] ?? 0) -
        (rate * ((first[at] ?? 0) / (1 - 0.9 ** round))) /
          (Math.sqrt((second[at] ?? 0) / (1 - 0.999 ** round)) + 1e-8);
    }
  }
  const short = (values: Iterable<number>) => Array.from(values, (value) => Number(value.toPrecision(6)));
  return { means: short(means), spreads: short(spreads), weights: short(fitted) };
}

interface Group {
  weight: number;
  rows: readonly { right: number; values: readonly number[] }[];
}

/** Adds the slope of one lesson's loss: the likelihood of any right entry, or of nothing, among all that were found. */
function addSlope(slope: Float64Array, fitted: Float64Array, { rows, weight }: Group, total: number): void {
  const scores = rows.map(({ values }) =>
    values.reduce((sum, value, at) => sum + (fitted[at] ?? 0) * value, 0),
  );
  const most = Math.max(0, ...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const sum = shares.reduce((one, share) => one + share, Math.exp(-most));
  const none = Math.max(0.02, 1 - Math.max(0, ...rows.map(({ right }) => right)));
  const right = rows.reduce((one, row, at) => one + row.right * (shares[at] ?? 0), none * Math.exp(-most));
  for (const [at, row] of rows.entries()) {
    const share = shares[at] ?? 0;
    const error = ((share / sum - (row.right * share) / right) * weight) / total;
    for (const [place, value] of row.values.entries()) slope[place] = (slope[place] ?? 0) + error * value;
  }
}
