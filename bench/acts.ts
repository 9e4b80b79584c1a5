/*
 * npm run bench -- acts: how well messages are recognised for what they are, five-fold over the lessons, and on messages of a clean
 * row (bench/talk/clean-acts.json), written before the first model was trained and without the lessons at hand: they are measured
 * and never tuned to, and whoever changes the classifier must not look at which of them fail.
 */
import { readFileSync } from 'node:fs';
import { readStoryQuestions } from '../src/content/demo/story-questions.ts';
import { readActTexts } from '../src/content/talk/acts.ts';
import {
  actModel,
  bestOf,
  createActs,
  crossValidate,
  findThreshold,
  isSilent,
  questionClass,
  readTrainingSet,
  withoutFold,
} from '../src/server/main/bench-api.ts';
import { percent, processorClock, type Row, table } from './harness/report.ts';

const folds = 5;
const texts = readActTexts();
const set = readTrainingSet(texts, readStoryQuestions(process.cwd()));

/** A message, which act is likeliest, and whether it is taken for one, rightly or not. */
interface Guess {
  act: string;
  likeliest: string | undefined;
  isDecided: boolean;
}

function guessLessons(fold: number): Guess[] {
  // The threshold has not seen the fold either.
  const threshold = findThreshold(crossValidate(withoutFold(set, folds, fold), 3), set.classes.length);
  return crossValidate(set, folds, fold).map(({ example, probabilities }) => {
    const best = bestOf(probabilities);
    const likeliest = isSilent(example.folded) ? 'silenzio' : set.classes[best];
    const isSure = likeliest !== questionClass && (probabilities[best] ?? 0) >= threshold;
    return {
      act: set.classes[example.label] ?? '',
      likeliest,
      isDecided: likeliest === 'silenzio' || isSure,
    };
  });
}

/** Questions belong to no act. */
function rowOf(name: string, guesses: readonly Guess[]): Row {
  const acts = guesses.filter(({ act }) => act !== questionClass);
  const decided = acts.filter(({ isDecided }) => isDecided);
  const rightIn = (some: readonly Guess[]) => some.filter(({ act, likeliest }) => act === likeliest).length;
  const questions = guesses.filter(({ act }) => act === questionClass);
  return [
    name,
    acts.length,
    percent(rightIn(acts), acts.length),
    percent(decided.length, acts.length),
    percent(rightIn(decided), decided.length),
    `${questions.filter(({ isDecided }) => isDecided).length} of ${questions.length}`,
  ];
}

const lessons = Array.from({ length: folds }, (_, fold) => guessLessons(fold)).flat();
const acts = createActs(actModel, texts);
const messages = JSON.parse(readFileSync('bench/talk/clean-acts.json', 'utf8')) as [string, string][];
const clock = processorClock();
const clean = messages.map(([act, message]) => {
  return { act, likeliest: acts.classify(message)[0]?.act, isDecided: acts.decide(message) !== undefined };
});
const milliseconds = clock() / 2 / messages.length;
const head = ['', 'messages', 'right', 'decided', 'right where decided', 'questions taken for an act'];
table(head, [rowOf('lessons, five-fold', lessons), rowOf('clean', clean)]);
console.log(`${milliseconds.toFixed(2)} ms of processor time a message`);
