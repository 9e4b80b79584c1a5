import { packModel, type WordModel } from './model.ts';
import { generalQuestions } from './story-questions.ts';
import { train, type Weights } from './train.ts';
import { sentences } from '#server/text/italian.ts';
import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import { createHelpFeatures, helpBuckets } from './features.ts';
import { graveClass } from './suspect.ts';
import type { HelpTexts } from './texts.ts';

/** What `src/content/talk/soccorso-esempi.yaml` holds: lines by kind; `(a|b)` stands for either. */
interface HelpExamples {
  danger: Readonly<Record<string, readonly string[]>>;
  pain: Readonly<Record<string, readonly string[]>>;
  harmless: Readonly<Record<string, readonly string[]>>;
}

/** Everything the classifier of danger and pain learns from. */
export interface HelpLessons {
  texts: HelpTexts;
  examples: HelpExamples;
  acts: ActTexts;
  /** What readers tell of themselves, by what it is about. */
  tellings: readonly (readonly string[])[];
  /** Questions about a story, folded, with nobody's names: a list of its own, so that new memory cards move no boundary of danger. */
  questions: readonly string[];
  /** Texts of a book, for sentences that are about nobody who writes here. */
  prose: readonly string[];
}

const harmlessClass = 'none';

/** From this probability of danger and pain on a message is asked about; see docs/performance.md. */
const threshold = 0.45;

/** Most ways of saying that are taken of one line. */
const mostWays = 24;
/** How much of a whole example each of many ways counts at least. */
const leastOfWay = 0.15;
/** What fits into 300 kB of base64. */
const keptWeights = 300_000;
/** How much more a message of danger or pain counts than a harmless one: there are fewer. */
const graveWeight = 3;
const sampleWeights = {
  phrase: 2,
  lookAlike: 4,
  ordinary: 2,
  act: 1.5,
  nearAct: 0.4,
  telling: 2,
  question: 2.5,
  prose: 1,
  padded: 0.5,
};
/** Harmless lines that sound like nothing grave: a smaller lesson than those that do. */
const ordinaryKinds = 'ordinary_';
/** Acts that listen to pain: their examples are no lesson of what is harmless. */
const painfulActs = new Set('solitudine lutto malattia fine_amore lavoro_perso'.split(' '));
/** Acts that are near to it: taking them for it is a small error. */
const nearActs = new Set('nostalgia ansia litigio racconta_umore giornataccia rabbia stanchezza'.split(' '));
const options = { epochs: 5, rate: 0.5, decay: 6e-3, buckets: helpBuckets };

/** The ways of saying that a line with alternatives stands for: at most {@link mostWays}, far apart from one another. */
function waysOf(line: string): string[] {
  const parts = line.split(/\(([^)]*)\)/).map((part, at) => (at % 2 === 1 ? part.split('|') : [part]));
  const all = parts.reduce((count, { length }) => count * length, 1);
  const count = Math.min(all, mostWays);
  const step = Math.floor(all / count);
  const ways = Array.from({ length: count }, (_, n) => {
    let at = n * step + ((n * 7919) % step);
    const words = parts.map((choices) => {
      const choice = choices[at % choices.length] ?? '';
      at = Math.floor(at / choices.length);
      return choice;
    });
    return words.join('').replace(/ +/g, ' ').trim();
  });
  return [...new Set(ways)];
}

/** One message to learn from, its class and how much it counts. */
interface Lesson {
  name: string;
  message: string;
  weight: number;
}

/** Trains what stands beside the grammar of danger and pain: it tells both together from what is neither. */
export function trainHelp(lessons: HelpLessons): WordModel {
  const featuresOf = createHelpFeatures(lessons.texts.forms);
  const classes = [graveClass, harmlessClass];
  const samples = lessonsOf(lessons).map(({ name, message, weight }) => ({
    features: featuresOf(message),
    label: classes.indexOf(name),
    weight: weight * (name === harmlessClass ? 1 : graveWeight),
  }));
  return packModel(oneSided(train(samples, classes.length, options)), classes, threshold, keptWeights);
}

/** The same of two classes with all weights at the first: what tells them apart is the difference alone, at half the size. */
function oneSided(weights: Weights): Weights {
  const rows = weights.rows.map((weight, at, all) => (at % 2 === 0 ? weight - (all[at + 1] ?? 0) : 0));
  return { ...weights, rows };
}

/** Every message to learn from. */
function lessonsOf({ texts, examples, acts, tellings, questions, prose }: HelpLessons): Lesson[] {
  const samples: Lesson[] = [];
  const add = (name: string, message: string, weight: number) => {
    samples.push({ name, message, weight });
  };
  const chatter = examples.harmless.chatter ?? [];
  const addLine = (name: string, line: string, weight: number) => {
    const ways = waysOf(line);
    for (const way of ways) add(name, way, weight * Math.max(leastOfWay, 2 / ways.length));
    // Once in the middle of a longer message, so that what stands around it counts for little.
    const at = samples.length;
    const chat = (n: number) => chatter[n % chatter.length] ?? '';
    const way = ways[at % ways.length] ?? '';
    const padded = [`${chat(at)}. ${way}`, `${chat(at)}, ${way}. ${chat(at * 7 + 3)}`, `${way}, ${chat(at)}`];
    add(name, padded[at % 3] ?? way, weight * sampleWeights.padded);
  };
  for (const line of [texts.A, texts.B].flatMap((tier) => Object.values(tier.examples).flat()))
    add(graveClass, line, sampleWeights.phrase);
  for (const line of [examples.danger, examples.pain].flatMap((group) => Object.values(group).flat()))
    addLine(graveClass, line, 1);
  // What is answered to somebody who has been heard: never danger of its own.
  const answers = [texts.yes, texts.no, ...texts.afterAimed.map((pool) => pool.examples)].flat();
  for (const line of [...texts.negatives, ...answers]) add(harmlessClass, line, sampleWeights.lookAlike);
  for (const [kind, lines] of Object.entries(examples.harmless))
    for (const line of lines)
      addLine(
        harmlessClass,
        line,
        kind.startsWith(ordinaryKinds) ? sampleWeights.ordinary : sampleWeights.lookAlike,
      );
  for (const act of acts.acts.filter(({ id }) => !painfulActs.has(id)))
    for (const line of act.examples)
      add(harmlessClass, line, nearActs.has(act.id) ? sampleWeights.nearAct : sampleWeights.act);
  // Alone, and one after another, as who introduces themselves says them: «sono Marta, ho 12 anni, vado alle medie».
  for (const [at, lines] of tellings.entries()) {
    for (const [n, line] of lines.entries()) {
      const other = tellings[(at + 1 + (n % 3)) % tellings.length] ?? [];
      const third = tellings[(at + 2 + (n % 3)) % tellings.length] ?? [];
      const more = [line, other[n % other.length], third[n % third.length]];
      for (const say of [line, more.slice(0, 2).join(' e '), more.join(', ')])
        add(harmlessClass, say, sampleWeights.telling);
    }
  }
  for (const question of generalQuestions()) add(harmlessClass, question, sampleWeights.question);
  for (const question of questions) add(harmlessClass, question, sampleWeights.question);
  for (const sentence of prose.flatMap((text) => sentences(text)))
    if (sentence.length > 15 && sentence.length < 160) add(harmlessClass, sentence, sampleWeights.prose);
  return samples;
}
