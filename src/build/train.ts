import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parseActTexts } from '#content/talk/parse-act-texts.ts';
import { parseHelpExamples, parseHelpTexts, parseTellings } from '#content/talk/parse-help-texts.ts';
import { helpFeaturesVersion } from '#server/help/features.ts';
import { trainHelp } from '#server/help/learn.ts';
import type { WordModel } from '#server/help/model.ts';
import { generalQuestions } from '#server/help/story-questions.ts';

/** A trained classifier, with the hash of its texts and the version of its features to detect a stale file. */
export interface TrainedModel extends WordModel {
  texts: string;
  features: number;
}

interface Classifier {
  file: string;
  features: number;
  readTexts: () => unknown;
  train: () => WordModel;
}

const talk = 'src/content/talk';
const demo = 'src/content/demo';

export function listClassifiers(root: string): Classifier[] {
  const text = (file: string) => readFileSync(join(root, file), 'utf8');
  const data = (name: string): unknown => parse(text(`${talk}/${name}.yaml`));
  const acts = () => parseActTexts(data('atti'), data('atti-esempi'));
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
      file: 'src/server/help/trained-model.json',
      features: helpFeaturesVersion,
      readTexts: helpLessons,
      train: () => trainHelp(helpLessons()),
    },
  ];
}

/** SHA-256 of the training texts, in hexadecimal. */
export function hashTexts({ readTexts }: Classifier): string {
  return createHash('sha256').update(JSON.stringify(readTexts())).digest('hex');
}

export function trainModel(classifier: Classifier): TrainedModel {
  const { features, train } = classifier;
  return { texts: hashTexts(classifier), features, ...train() };
}
