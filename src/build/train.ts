import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readStoryQuestions } from '#content/demo/story-questions.ts';
import { parseActTexts } from '#content/talk/parse-act-texts.ts';
import { parseHelpExamples, parseHelpTexts, parseTellings } from '#content/talk/parse-help-texts.ts';
import { actFeaturesVersion } from '#server/acts/features.ts';
import type { ActModel } from '#server/acts/model.ts';
import { generalQuestions } from '#server/acts/story-questions.ts';
import { readTrainingSet, trainActs } from '#server/acts/train-acts.ts';
import { helpFeaturesVersion } from '#server/help/features.ts';
import { trainHelp } from '#server/help/learn.ts';

/** A trained classifier as its file holds it, with what says whether the file is stale. */
export interface TrainedModel extends ActModel {
  /** SHA-256 of the texts that it was trained on, in hexadecimal. */
  texts: string;
  /** Version of the features that it was trained with. */
  features: number;
}

/** A classifier whose trained model is a file of the repository. */
interface Classifier {
  /** Path of the trained model from the project's folder. */
  file: string;
  features: number;
  /** The texts it learns from, as plain data. */
  readTexts: () => unknown;
  train: () => ActModel;
}

const talk = 'src/content/talk';
const demo = 'src/content/demo';

/** @param root the project's folder */
export function listClassifiers(root: string): Classifier[] {
  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  const data = (name: string): unknown => parse(text(`${talk}/${name}.yaml`));
  const acts = () => parseActTexts(data('atti'), data('atti-esempi'));
  const actLessons = () => ({
    acts: acts(),
    questions: readStoryQuestions(root),
    general: generalQuestions(),
  });
  const helpLessons = () => ({
    texts: parseHelpTexts(data('soccorso'), data('soccorso-forme')),
    examples: parseHelpExamples(data('soccorso-esempi')),
    acts: acts(),
    tellings: parseTellings(data('ascolto')),
    questions: text(`${talk}/soccorso-domande.txt`).trim().split('\n'),
    general: generalQuestions(),
    prose: readdirSync(join(root, demo))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => text(`${demo}/${name}`)),
  });
  return [
    {
      file: 'src/server/acts/trained-model.json',
      features: actFeaturesVersion,
      readTexts: actLessons,
      train: () => {
        const { acts: texts, questions } = actLessons();
        return trainActs(readTrainingSet(texts, questions));
      },
    },
    {
      file: 'src/server/help/trained-model.json',
      features: helpFeaturesVersion,
      readTexts: helpLessons,
      train: () => trainHelp(helpLessons()),
    },
  ];
}

/** SHA-256 of the texts that a classifier learns from, in hexadecimal. */
export function hashTexts({ readTexts }: Classifier): string {
  return createHash('sha256').update(JSON.stringify(readTexts())).digest('hex');
}

/** Trains a classifier; takes some seconds. */
export function trainModel(classifier: Classifier): TrainedModel {
  const { features, train } = classifier;
  return { texts: hashTexts(classifier), features, ...train() };
}
