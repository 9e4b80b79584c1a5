import { foldChatSpelling } from '#server/text/chat-spelling.ts';
import type { ActTexts } from '#shared/contracts/talk-acts.ts';
import { foldedFeatures, type Features } from './features.ts';
import { type ActModel, bestOf, openModel, packModel, questionClass } from './model.ts';
import { generalQuestions, withoutNames } from './story-questions.ts';
import { type Sample, train } from './train.ts';

/** A question of a book's readers, with the names it is about. */
interface StoryQuestion {
  ask: string;
  about: readonly string[];
}

/** A message to learn from or to be tried on. */
interface Example {
  folded: string;
  features: Features;
  label: number;
}

/** Everything a classifier is trained on, folded and counted once. */
interface TrainingSet {
  classes: string[];
  examples: Example[];
  questions: Example[];
  /** Near-misses: `label` is the act they are not. */
  nearMisses: Example[];
}

/** Right in this share of what is taken for an act, where the threshold is looked for. */
const wantedPrecision = 0.9;

/** There are as many questions as examples: they teach what is no act, and must not outweigh the acts. */
const sampleWeights = { question: 0.15, nearMiss: 0.5 };

/** Folds and counts the examples of the acts and the questions, which must stand for any book's. */
export function readTrainingSet(texts: ActTexts, storyQuestions: readonly StoryQuestion[]): TrainingSet {
  const classes = [...texts.acts.map(({ id }) => id), questionClass];
  const example = (folded: string, label: number): Example => ({
    folded,
    features: foldedFeatures(folded),
    label,
  });
  const examples = texts.acts.flatMap(({ examples, lingue }, label) =>
    [...examples, ...Object.values(lingue).flatMap((language) => language.examples)].map((text) =>
      example(foldChatSpelling(text), label),
    ),
  );
  const known = new Set(examples.map(({ folded }) => folded));
  const asked = storyQuestions.map(({ ask, about }, at) => {
    const folded = foldChatSpelling(ask);
    return known.has(folded) ? '' : withoutNames(folded, about.map(foldChatSpelling), at);
  });
  const questions = [...new Set([...asked, ...generalQuestions().map(foldChatSpelling)])]
    .filter((folded) => folded !== '' && !known.has(folded))
    .map((folded) => example(folded, classes.length - 1));
  const nearMisses = texts.acts.flatMap(({ not }, label) =>
    not
      .map(foldChatSpelling)
      .filter((folded) => !known.has(folded))
      .map((folded) => example(folded, label)),
  );
  return { classes, examples, questions, nearMisses };
}

/** Trains on what `keep` lets pass; near-misses that stand in what it does not are left out too. */
function trainOn(set: TrainingSet, keep: (example: Example, at: number) => boolean, threshold = 1): ActModel {
  const heldOut = new Set(set.examples.filter((one, at) => !keep(one, at)).map(({ folded }) => folded));
  const samples: Sample[] = [
    ...set.examples.filter(keep).map((one) => ({ ...one, weight: 1 })),
    ...set.questions.filter(keep).map((one) => ({ ...one, weight: sampleWeights.question })),
    ...set.nearMisses
      .filter(({ folded }) => !heldOut.has(folded))
      .map((one) => ({ ...one, isNot: true, weight: sampleWeights.nearMiss })),
  ];
  return packModel(train(samples, set.classes.length), set.classes, threshold);
}

/** What a classifier that has not seen an example makes of it. */
interface Guess {
  example: Example;
  /** Probability of each class. */
  probabilities: Float64Array;
}

/** Trains without each of `folds` parts in turn, and guesses that part: examples first, then questions. */
export function crossValidate(set: TrainingSet, folds: number, only?: number): Guess[] {
  const guesses: Guess[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    if (only !== undefined && only !== fold) continue;
    const probabilitiesOf = openModel(trainOn(set, (_, at) => foldOf(at, folds) !== fold));
    for (const group of [set.examples, set.questions]) {
      for (const [at, example] of group.entries()) {
        if (foldOf(at, folds) === fold)
          guesses.push({ example, probabilities: probabilitiesOf(example.features) });
      }
    }
  }
  return guesses;
}

/** Neighbours in the file often say the same in two ways: they go to different folds. */
const foldOf = (at: number, folds: number) => at % folds;

/** The part of a set that a fold trains on: for a threshold that has not seen the rest. */
export function withoutFold(set: TrainingSet, folds: number, fold: number): TrainingSet {
  const keep = (_: Example, at: number) => foldOf(at, folds) !== fold;
  return { ...set, examples: set.examples.filter(keep), questions: set.questions.filter(keep) };
}

/** The lowest probability from which on guesses of examples are right as often as wanted. */
export function findThreshold(guesses: readonly Guess[], classes: number): number {
  const taken = guesses
    .filter(({ example }) => example.label !== classes - 1)
    .map(({ example, probabilities }) => {
      const best = bestOf(probabilities);
      return { best, probability: probabilities[best] as number, right: best === example.label };
    })
    .filter(({ best }) => best !== classes - 1)
    .sort((a, b) => b.probability - a.probability);
  let right = 0;
  let threshold = 1;
  for (const [at, guess] of taken.entries()) {
    if (guess.right) right += 1;
    if (right / (at + 1) >= wantedPrecision) threshold = guess.probability;
  }
  return Math.ceil(threshold * 1000) / 1000;
}

/** Trains the classifier of a site; its threshold comes from three trainings on two thirds. */
export function trainActs(set: TrainingSet): ActModel {
  return trainOn(set, () => true, findThreshold(crossValidate(set, 3), set.classes.length));
}
