// The encoder's thread: loads the model once, then turns one text after another into a vector. JavaScript, because it also runs unbuilt.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {'files' | 'native'} LoadFailure a file is missing or is not the one expected; the runtime does not start */
/** @typedef {{ folder: string, files: Record<string, { sha256: string }>, mean: Float32Array }} ThreadData */
/** @typedef {{ kind: import('./types.ts').TextKind, text: string, pieces: number }} ThreadJob */
/** @typedef {{ ready: true } | { failure: LoadFailure } | { vector: Float32Array }} ThreadAnswer */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { folder, files, mean } = /** @type {ThreadData} */ (workerData);
/** No word is longer that stands for anything, and no cut text has more characters. */
const mostCharacters = 2_000;

/** @param {ThreadAnswer} answer @param {ArrayBuffer[]} [transferred] */
const answer = (answer, transferred = []) => port.postMessage(answer, transferred);

/** @param {string} name @throws when the file is not there or its bytes are not those of the manifest */
async function check(name) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk);
  if (hash.digest('hex') !== files[name]?.sha256) throw new Error(`${name} has another checksum`);
}

async function loadRuntime() {
  const [{ InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    import('onnxruntime-node'),
    import('@huggingface/tokenizers'),
  ]);
  const marks = { unk_token: '<unk>', bos_token: '<s>', eos_token: '</s>', pad_token: '<pad>' };
  const tokenizer = new Tokenizer(JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')), marks);
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false };
  const session = await InferenceSession.create(join(folder, 'model.onnx'), options);
  return { session, tokenizer, Tensor };
}

/** Less the mean, and of length 1 again. @param {Float32Array} vector */
function centre(vector) {
  const centred = vector.map((value, at) => value - (mean[at] ?? 0));
  const length = Math.hypot(...centred);
  return centred.map((value) => value / length);
}

/** @param {Awaited<ReturnType<typeof loadRuntime>>} runtime @param {ThreadJob} job */
async function encode({ session, tokenizer, Tensor }, { kind, text, pieces }) {
  const { ids } = tokenizer.encode(`${kind}: ${text.slice(0, mostCharacters)}`);
  // The last piece marks the end, also of a text that is cut.
  if (ids.length > pieces) ids.splice(pieces - 1, ids.length - pieces);
  const shape = [1, ids.length];
  const output = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
  });
  return centre(/** @type {Float32Array} */ (output.sentence_embedding?.data));
}

/** Loads and then answers until it is told to end; without a listener the thread ends by itself. */
async function main() {
  try {
    await Promise.all(Object.keys(files).map(check));
  } catch {
    return answer({ failure: 'files' });
  }
  const runtime = await loadRuntime().catch(() => undefined);
  if (!runtime) return answer({ failure: 'native' });
  port.on('message', async (/** @type {ThreadJob | 'end'} */ job) => {
    if (job === 'end') return port.close();
    const vector = await encode(runtime, job);
    answer({ vector }, [/** @type {ArrayBuffer} */ (vector.buffer)]);
  });
  answer({ ready: true });
}

await main();
