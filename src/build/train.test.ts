import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelFingerprint, readVectorFile } from '#server/encoder/vector-file.ts';
import { hashTexts, listClassifiers, type TrainedModel } from './train.ts';
import { hashShippedTexts, listShippedTexts, vectorFile } from './vectors.ts';

test.each(listClassifiers('.'))('$file was trained on the texts of today: npm run train', (classifier) => {
  const { texts, features } = JSON.parse(readFileSync(classifier.file, 'utf8')) as TrainedModel;
  expect({ texts, features }).toEqual({ texts: hashTexts(classifier), features: classifier.features });
});

test('the shipped vectors are of the texts of today: npm run train', async () => {
  const file = await readVectorFile(vectorFile, modelFingerprint);
  expect(file?.texts).toBe(hashShippedTexts());
  expect(file?.vectors.size).toBe(listShippedTexts().length);
});
