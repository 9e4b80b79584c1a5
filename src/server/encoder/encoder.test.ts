import { appendFile, cp, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import knownVectors from '../../../tests/fixtures/encoder-vectors.json';
import { openEncoder, type TextEncoder } from './encoder.ts';
import { dimensions, quantise } from './vector-file.ts';

const script = new URL('./thread.mjs', import.meta.url);
const folder = 'src/server/encoder/model';
const noMean = new Float32Array(dimensions);

async function open(options: Partial<Parameters<typeof openEncoder>[0]> = {}) {
  const failures: string[] = [];
  const encoder = await openEncoder({
    script,
    folder,
    mean: noMean,
    onFailure: (sentence) => failures.push(sentence),
    ...options,
  });
  onTestFinished(() => encoder.close());
  return { encoder, failures };
}

/** A thread that dies of the text «muori» and answers any other with zeros. */
async function openMortal() {
  const file = join(await temporaryFolder(), 'thread.mjs');
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (job) => {
      if (job === 'end') return parentPort.close();
      if (job.text === 'muori') throw new Error('dead');
      parentPort.postMessage({ vector: new Float32Array(${dimensions}) });
    });
    parentPort.postMessage({ ready: true });`,
  );
  return open({ script: pathToFileURL(file) });
}

const cosine = (one: ArrayLike<number>, other: ArrayLike<number>) => {
  const product = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
};

test('the known vectors of the model are its vectors here, whole and as whole numbers', async () => {
  const { encoder } = await open();
  for (const { text, vector } of knownVectors) {
    const encoded = (await encoder.encodeMessage(text)) ?? [];
    expect(cosine(encoded, vector), text).toBeGreaterThanOrEqual(0.999);
    expect(cosine(quantise(Float32Array.from(vector)), vector), text).toBeGreaterThanOrEqual(0.999);
  }
  expect(knownVectors).toHaveLength(30);
});

test('the mean is subtracted, and what is left has length 1', async () => {
  const mean = Float32Array.from(knownVectors[0]?.vector ?? [], (value) => value / 2);
  const { encoder } = await open({ mean });
  const text = knownVectors[1]?.text ?? '';
  const encoded = (await encoder.encodeMessage(text)) ?? new Float32Array();
  const expected = (knownVectors[1]?.vector ?? []).map((value, at) => value - (mean[at] ?? 0));
  expect(cosine(encoded, expected)).toBeGreaterThanOrEqual(0.999);
  expect(Math.hypot(...encoded)).toBeCloseTo(1, 5);
});

test('a message is cut: what comes after 64 pieces changes nothing', async () => {
  const { encoder } = await open();
  const long = 'neve '.repeat(70);
  const [cut, longer] = [await encoder.encodeMessage(long), await encoder.encodeMessage(`${long} treno`)];
  expect(longer).toEqual(cut);
  expect(await encoder.encodeText('query', `${'neve '.repeat(70)} treno`)).not.toEqual(cut);
});

test('a message comes before every text that waits', async () => {
  const { encoder } = await open();
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  await encoder.encodeMessage('Ciao');
  await Promise.all([
    ...['uno', 'due', 'tre'].map((text) => encoder.encodeText('passage', text).then(note(text))),
    encoder.encodeMessage('Chi sei?').then(note('messaggio')),
  ]);
  expect(order).toEqual(['uno', 'messaggio', 'due', 'tre']);
});

const withoutVectors = async (encoder: TextEncoder) => {
  expect(await encoder.encodeMessage('Chi sei?')).toBeUndefined();
  expect(await encoder.encodeText('passage', 'Nevica.')).toBeUndefined();
};

test.each<[string, (copy: string) => Promise<void>]>([
  ['cut', (copy) => truncate(join(copy, 'model.onnx'), 1_000_000)],
  ['longer', (copy) => appendFile(join(copy, 'tokenizer.json'), ' ')],
])('a %s file is seen before anything is loaded, and said once', async (_, damage) => {
  const copy = await temporaryFolder();
  await cp(folder, copy, { recursive: true });
  await damage(copy);
  const { encoder, failures } = await open({ folder: copy });
  expect(encoder.failure).toContain('mancano o sono guasti');
  await withoutVectors(encoder);
  expect(failures).toEqual([encoder.failure]);
});

test('without the files, or without the mean, there is no encoder', async () => {
  for (const options of [{ folder: await temporaryFolder() }, { mean: undefined }]) {
    const { encoder } = await open(options);
    expect(encoder.failure).toContain('mancano o sono guasti');
    await withoutVectors(encoder);
  }
});

test('a file of the right length with other bytes is not loaded', async () => {
  const copy = await temporaryFolder();
  await cp(folder, copy, { recursive: true });
  await writeFile(join(copy, 'tokenizer.json'), ' '.repeat(890_286));
  const { encoder, failures } = await open({ folder: copy });
  expect(encoder.failure).toBeUndefined();
  await withoutVectors(encoder);
  expect(failures).toEqual([expect.stringContaining('mancano o sono guasti')]);
});

test('where the runtime cannot be imported everything else goes on', async () => {
  const elsewhere = join(await temporaryFolder(), 'thread.mjs');
  await cp(script, elsewhere);
  const { encoder, failures } = await open({ script: pathToFileURL(elsewhere) });
  await withoutVectors(encoder);
  expect(failures).toEqual([expect.stringContaining('non parte su questa macchina')]);
});

test('a thread that dies is started once more; the message that killed it goes without', async () => {
  const { encoder, failures } = await openMortal();
  expect(await encoder.encodeMessage('muori')).toBeUndefined();
  expect(encoder.failure).toBeUndefined();
  expect(await encoder.encodeMessage('Ciao')).toHaveLength(dimensions);
  expect(await encoder.encodeMessage('muori')).toBeUndefined();
  await vi.waitFor(() => expect(failures).toEqual([expect.stringContaining('si è fermato due volte')]));
  await withoutVectors(encoder);
});

test('an author’s text is tried again by the second thread, before it is given up', async () => {
  const { encoder, failures } = await openMortal();
  const [deadly, other] = await Promise.all([
    encoder.encodeText('passage', 'muori'),
    encoder.encodeText('passage', 'Nevica.'),
  ]);
  expect([deadly, other?.length]).toEqual([undefined, dimensions]);
  expect(failures).toHaveLength(1);
});

test('a message that no thread answers in time goes without, and does not wait in the line', async () => {
  const file = join(await temporaryFolder(), 'thread.mjs');
  await writeFile(file, 'setTimeout(() => undefined, 4_000);');
  const { encoder } = await open({ script: pathToFileURL(file) });
  const started = performance.now();
  expect(await encoder.encodeMessage('Ciao')).toBeUndefined();
  expect(performance.now() - started).toBeGreaterThan(1_900);
});

test('closing while it loads, or while it encodes, answers everybody who waits and ends the thread', async () => {
  for (const isLoaded of [false, true]) {
    const { encoder } = await open();
    if (isLoaded) await encoder.encodeMessage('Ciao');
    const waiting = [encoder.encodeText('passage', 'neve '.repeat(90)), encoder.encodeMessage('Chi sei?')];
    const started = performance.now();
    await encoder.close();
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    await withoutVectors(encoder);
  }
});
