import { join } from 'node:path';
import type { Logger } from 'pino';
import { fingerprintWith, openAuthorTexts } from '../../encoder/author-texts.ts';
import { noEncoder, openEncoder } from '../../encoder/encoder.ts';
import type { Encoder, TextVectors } from '../../encoder/types.ts';
import { modelFingerprint, readVectorFile, textKey } from '../../encoder/vector-file.ts';
import { passagesOf } from '../../narrator/prose.ts';
import type { Store } from '../../storage/store/types.ts';
import type { Shutdown } from '../shutdown.ts';

/** What the site knows of the meaning of texts. */
export interface Encoding {
  encoder: Encoder;
  vectors: TextVectors;
  /** What the author should know, in Italian. */
  notices(): string[];
  /** After another database took the place of this one. */
  compareTexts(): void;
}

/** The encoder's files, below the project's folder. */
const encoderFolder = 'src/server/encoder/model';

/** Of a site that was opened without an encoder. */
const withoutEncoding: Encoding = {
  encoder: noEncoder('Questo sito è stato aperto senza codificatore.'),
  vectors: { get: () => undefined, progress: { done: 0, total: 0 } },
  notices: () => [],
  compareTexts: () => undefined,
};

interface EncodingOptions {
  store: Store;
  dataDir: string;
  /** The built `thread.mjs`; without it there is no encoder. */
  script: URL | undefined;
  log: Logger;
  /** Where the model's files are. */
  folder?: string;
}

export async function openEncoding(
  { store, dataDir, script, log, folder = encoderFolder }: EncodingOptions,
  shutdown: Shutdown,
): Promise<Encoding> {
  if (!script) return withoutEncoding;
  const shipped = await readVectorFile(join(folder, 'vectors.bin'), modelFingerprint);
  const mean = shipped?.mean ?? [];
  const encoder = await openEncoder({
    script,
    folder,
    mean: shipped && Float32Array.from(mean),
    onFailure: (failure) => log.warn({ failure }, 'encoder'),
  });
  const shippedTexts = shipped?.vectors ?? new Map<string, Int8Array>();
  const authorTexts = await openAuthorTexts({
    store,
    encoder,
    shipped: shippedTexts,
    fingerprint: fingerprintWith(modelFingerprint, mean),
    passagesOf,
    path: join(dataDir, 'vectors.bin'),
    onError: (err) => log.warn({ err }, 'the vectors of the texts could not be kept'),
  });
  shutdown.add(() => authorTexts.close());
  shutdown.add(() => encoder.close());
  const get: TextVectors['get'] = (kind, text) => {
    const key = textKey(kind, text);
    return shippedTexts.get(key) ?? authorTexts.vectors.get(key);
  };
  return {
    encoder,
    vectors: {
      get,
      get progress() {
        return authorTexts.progress;
      },
    },
    notices() {
      if (encoder.failure !== undefined) return [encoder.failure];
      const { done, total } = authorTexts.progress;
      return done < total ? [`Il personaggio sta leggendo i testi nuovi: ${done} di ${total}.`] : [];
    },
    compareTexts: () => authorTexts.wake(),
  };
}
