import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openEncoder } from '#server/encoder/encoder.ts';
import { siteModel } from './offline.ts';
import type { TextKind } from '#server/encoder/types.ts';
import { modelFingerprint, quantise, readVectorFile, textKey } from '#server/encoder/vector-file.ts';

const room = 'src/server/encoder';

/** The encoder of the site, with the vectors it ships and those of further texts. */
export async function openTestEncoder() {
  const shipped = await readVectorFile(join(room, 'model', 'vectors.bin'), modelFingerprint);
  if (!shipped) throw new Error('no vectors: npm run train');
  const vectors = new Map(shipped.vectors);
  const encoder = await openEncoder({
    script: pathToFileURL(join(room, 'thread.mjs')),
    folder: join(room, 'model'),
    mean: Float32Array.from(shipped.mean ?? []),
  });
  return {
    // A message goes without a vector after two seconds; on a busy machine a test would then ask another question.
    encode: (text: string) => encoder.encodeText('query', text),
    vectorOf: (kind: TextKind, text: string) => vectors.get(textKey(kind, text)),
    /** Encodes texts of a book that is not shipped. */
    async add(kind: TextKind, texts: Iterable<string>): Promise<void> {
      for (const text of texts) {
        const vector = await encoder.encodeText(kind, text);
        if (!vector) throw new Error(encoder.failure);
        vectors.set(textKey(kind, text), quantise(vector));
      }
    },
    close: () => encoder.close(),
  };
}

/** The embedded model as the site has it, with its encoder. */
export async function openEncodedModel() {
  const encoder = await openTestEncoder();
  return { model: siteModel(encoder), close: encoder.close };
}
