import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashTexts, listClassifiers, type TrainedModel } from './train.ts';

test.each(listClassifiers('.'))('$file was trained on the texts of today: npm run train', (classifier) => {
  const { texts, features } = JSON.parse(readFileSync(classifier.file, 'utf8')) as TrainedModel;
  expect({ texts, features }).toEqual({ texts: hashTexts(classifier), features: classifier.features });
});
