import model from '#server/acts/trained-model.json';
import { readStoryQuestions } from '../src/content/demo/story-questions.ts';
import { readActTexts } from '../src/content/talk/acts.ts';
import {
  bestOf,
  createActs,
  crossValidate,
  findThreshold,
  isSilent,
  questionClass,
  readTrainingSet,
  trainActs,
  withoutFold,
} from '../src/server/main/lab.ts';
import { cleanMessages } from './acts/clean-messages.ts';
import { interchangeable } from './acts/interchangeable.ts';

// npm run bench -- acts: how well messages are recognised for what they are, five-fold, and on messages of a clean row.
const folds = 5;
const texts = readActTexts();
const set = readTrainingSet(texts, readStoryQuestions(process.cwd()));
const question = set.classes.length - 1;
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/** What one act, or all of them, came to. */
interface Tally {
  all: number;
  right: number;
  topThree: number;
  decided: number;
  decidedRight: number;
  /** Decided wrongly for an act whose answers would do as well. */
  decidedNear: number;
  near: number;
}

const emptyTally = (): Tally => ({
  all: 0,
  right: 0,
  topThree: 0,
  decided: 0,
  decidedRight: 0,
  decidedNear: 0,
  near: 0,
});

function count(tally: Tally, label: string, guess: string, rank: number, decided: boolean): void {
  const near = label !== guess && interchangeable(label, guess);
  tally.all += 1;
  if (rank === 0) tally.right += 1;
  if (rank < 3) tally.topThree += 1;
  if (near) tally.near += 1;
  if (!decided) return;
  tally.decided += 1;
  if (rank === 0) tally.decidedRight += 1;
  if (near) tally.decidedNear += 1;
}

const start = performance.now();
const again = trainActs(set);
console.log(
  `trained in ${((performance.now() - start) / 1000).toFixed(1)} s, ${JSON.stringify(again).length} bytes`,
);
console.log(
  `the same bytes as the site's: ${JSON.stringify(again) === JSON.stringify(model)}; threshold ${model.threshold}`,
);

const overall = emptyTally();
const byAct = new Map(set.classes.map((name) => [name, emptyTally()]));
const confusions = new Map<string, number>();
let questions = 0;
let questionsTaken = 0;
for (let fold = 0; fold < folds; fold += 1) {
  // The threshold has not seen the fold either.
  const inner = crossValidate(withoutFold(set, folds, fold), 3);
  const threshold = findThreshold(inner, set.classes.length);
  for (const { example, probabilities } of crossValidate(set, folds, fold)) {
    const silent = isSilent(example.folded);
    const best = silent ? set.classes.indexOf('silenzio') : bestOf(probabilities);
    const decided = silent || (best !== question && (probabilities[best] ?? 0) >= threshold);
    if (example.label === question) {
      questions += 1;
      if (decided) questionsTaken += 1;
      continue;
    }
    const own = probabilities[example.label] ?? 0;
    const rank =
      best === example.label ? 0 : Math.max(1, probabilities.filter((value) => value > own).length);
    const [label = '', guess = ''] = [set.classes[example.label], set.classes[best]];
    count(overall, label, guess, rank, decided);
    const tally = byAct.get(label);
    if (tally) count(tally, label, guess, rank, decided);
    if (decided && rank > 0)
      confusions.set(`${label} → ${guess}`, (confusions.get(`${label} → ${guess}`) ?? 0) + 1);
  }
}

console.log(
  '\n| act | examples | right | among three | decided | right where decided |\n|---|---|---|---|---|---|',
);
for (const [name, tally] of byAct) {
  if (tally.all === 0) continue;
  const { all, right, topThree, decided, decidedRight } = tally;
  console.log(
    `| ${name} | ${all} | ${percent(right, all)} | ${percent(topThree, all)} | ${percent(decided, all)} | ${percent(decidedRight, decided)} |`,
  );
}
const { all, right, near, topThree, decided, decidedRight, decidedNear } = overall;
console.log(
  `| **all** | ${all} | ${percent(right, all)} | ${percent(topThree, all)} | ${percent(decided, all)} | ${percent(decidedRight, decided)} |`,
);
console.log(
  `with interchangeable acts as half an error: right ${percent(right + near / 2, all)}, where decided ${percent(decidedRight + decidedNear / 2, decided)}`,
);
console.log(
  `questions of the story taken for an act: ${questionsTaken} of ${questions}, ${percent(questionsTaken, questions)}`,
);
const worst = [...confusions].sort((a, b) => b[1] - a[1]).slice(0, 12);
console.log(`most decided wrongly: ${worst.map(([pair, times]) => `${pair} (${times})`).join(', ')}`);

const acts = createActs(model, texts);
const clean = { all: 0, right: 0, decided: 0, decidedRight: 0, questions: 0, taken: 0 };
for (const [label, message] of cleanMessages) {
  const act = acts.decide(message);
  if (label === questionClass) {
    clean.questions += 1;
    if (act !== undefined) clean.taken += 1;
    continue;
  }
  clean.all += 1;
  if (acts.classify(message)[0]?.act === label) clean.right += 1;
  if (act !== undefined) clean.decided += 1;
  if (act === label) clean.decidedRight += 1;
}
console.log(
  `\nclean row: right ${percent(clean.right, clean.all)}, decided ${percent(clean.decided, clean.all)}, right where decided ${percent(clean.decidedRight, clean.decided)}, questions taken ${clean.taken} of ${clean.questions}`,
);
const began = performance.now();
for (let round = 0; round < 10; round += 1) for (const [, message] of cleanMessages) acts.decide(message);
console.log(`${((performance.now() - began) / 10 / cleanMessages.length).toFixed(3)} ms a message`);
