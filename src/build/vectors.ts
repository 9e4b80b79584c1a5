import { createHash } from 'node:crypto';
import { demoBook } from '#content/demo.ts';
import { readActTexts, readLifeWays } from '#content/talk/acts.ts';
import { readWishes } from '#content/talk/wishes.ts';
import { unlockedSections } from '#shared/gate.ts';
import { textsOfCard } from '#server/encoder/author-texts.ts';
import { openEncoder } from '#server/encoder/encoder.ts';
import type { TextKind } from '#server/encoder/types.ts';
import {
  dimensions,
  modelFingerprint,
  quantise,
  textKey,
  writeVectorFile,
  type Vectors,
} from '#server/encoder/vector-file.ts';
import { passagesOf } from '#server/narrator/prose.ts';

const folder = 'src/server/encoder/model';
export const vectorFile = `${folder}/vectors.bin`;

type Text = readonly [kind: TextKind, text: string];

const asQueries = (texts: readonly string[]) => texts.map((text): Text => ['query', text]);

const listExamples = (): Text[] => readActTexts().acts.flatMap(({ examples }) => asQueries(examples));

/** What the repository says and is found by meaning: examples of acts, wishes, the demonstration's cards and passages. Each once. */
export function listShippedTexts(): Text[] {
  const { memoryCards, sections } = demoBook();
  const stored = sections.map((section) => ({ ...section, id: '', createdAt: '', updatedAt: '' }));
  const passages = unlockedSections(stored, stored.length).flatMap((section) => [...passagesOf(section)]);
  const texts = [
    ...listExamples(),
    ...asQueries(
      readActTexts().acts.flatMap(({ lingue }) => Object.values(lingue).flatMap(({ examples }) => examples)),
    ),
    ...asQueries([readWishes(), readLifeWays()].flatMap((ways) => Object.values(ways).flat())),
    ...memoryCards.flatMap(textsOfCard),
    ...passages.map((text): Text => ['passage', text]),
  ];
  return [...new Map(texts.map((text) => [textKey(...text), text])).values()];
}

/** SHA-256 of the texts, in hexadecimal. */
export const hashShippedTexts = (): string =>
  createHash('sha256').update(JSON.stringify(listShippedTexts())).digest('hex');

/** Vectors of these texts less `mean`. @throws when the encoder does not work */
async function encodeTexts(texts: readonly Text[], mean: Float32Array): Promise<Float32Array[]> {
  const encoder = await openEncoder({
    script: new URL('../server/encoder/thread.mjs', import.meta.url),
    folder,
    mean,
  });
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const vector = await encoder.encodeText(...text);
    if (!vector) throw new Error(encoder.failure);
    vectors.push(vector);
  }
  await encoder.close();
  return vectors;
}

/** Writes the vectors of {@link listShippedTexts}; the mean of the acts' examples is what all vectors are without. */
export async function trainVectors(): Promise<void> {
  const examples = await encodeTexts(listExamples(), new Float32Array(dimensions));
  const mean = Float32Array.from({ length: dimensions }, (_, at) =>
    examples.reduce((sum, vector) => sum + (vector[at] ?? 0) / examples.length, 0),
  );
  const texts = listShippedTexts();
  const encoded = await encodeTexts(texts, mean);
  const vectors: Vectors = new Map(
    encoded.map((vector, at) => [textKey(...(texts[at] ?? ['query', ''])), quantise(vector)]),
  );
  const fields = { encoder: modelFingerprint, texts: hashShippedTexts(), mean: [...mean] };
  await writeVectorFile(vectorFile, fields, vectors);
}
