/*
 * npm run bench -- acts: how well messages are recognised for what they are, five-fold over the lessons, and on messages of a clean
 * row (bench/talk/clean-acts.json), written before the first model was trained and without the lessons at hand: they are measured
 * and never tuned to, and whoever changes the classifier must not look at which of them fail.
 */
import { readFileSync } from 'node:fs';
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
import { percent, processorClock, type Row, table } from './harness/report.ts';

const folds = 5;
const texts = readActTexts();
const set = readTrainingSet(texts, readStoryQuestions(process.cwd()));

/** Messages of an act: whose likeliest act is theirs, and which are taken for one, rightly or not. Questions belong to none. */
class Counts {
  readonly acts = { all: 0, right: 0, decided: 0, decidedRight: 0 };
  readonly questions = { all: 0, decided: 0 };

  add(act: string, likeliest: string | undefined, isDecided: boolean): void {
    const counts = act === questionClass ? this.questions : this.acts;
    counts.all += 1;
    counts.decided += isDecided ? 1 : 0;
    if (act === questionClass || act !== likeliest) return;
    this.acts.right += 1;
    this.acts.decidedRight += isDecided ? 1 : 0;
  }

  row(name: string): Row {
    const { all, right, decided, decidedRight } = this.acts;
    const figures = [percent(right, all), percent(decided, all), percent(decidedRight, decided)];
    return [name, all, ...figures, `${this.questions.decided} of ${this.questions.all}`];
  }
}

const clock = processorClock();
const again = JSON.stringify(trainActs(set));
console.log(`trained in ${(clock() / 1_000).toFixed(1)} s of processor time, ${again.length} bytes`);
console.log(`the same bytes as the site's: ${again === JSON.stringify(model)}; threshold ${model.threshold}`);

const lessons = new Counts();
for (let fold = 0; fold < folds; fold += 1) {
  // The threshold has not seen the fold either.
  const inner = crossValidate(withoutFold(set, folds, fold), 3);
  const threshold = findThreshold(inner, set.classes.length);
  for (const { example, probabilities } of crossValidate(set, folds, fold)) {
    const likeliest = isSilent(example.folded) ? 'silenzio' : set.classes[bestOf(probabilities)];
    const isSure = (probabilities[bestOf(probabilities)] ?? 0) >= threshold;
    const isDecided = likeliest === 'silenzio' || (likeliest !== questionClass && isSure);
    lessons.add(set.classes[example.label] ?? '', likeliest, isDecided);
  }
}

const acts = createActs(model, texts);
const clean = new Counts();
const messages = JSON.parse(readFileSync('bench/talk/clean-acts.json', 'utf8')) as [string, string][];
clock();
for (const [act, message] of messages)
  clean.add(act, acts.classify(message)[0]?.act, acts.decide(message) !== undefined);
const head = ['', 'messages', 'right', 'decided', 'right where decided', 'questions taken for an act'];
table(head, [lessons.row('lessons, five-fold'), clean.row('clean')]);
console.log(`${(clock() / 2 / messages.length).toFixed(2)} ms of processor time a message`);
