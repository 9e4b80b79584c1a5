import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { settleEventLoop } from '#tests/support/latency.ts';
import { runConcurrently } from './run-concurrently.ts';
import { guardBody, measureStream, partsOf, sha256Of } from './streams.ts';

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes)));

test('a stream is measured as the bytes it gives, however they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(chunks, async (given) => {
      const whole = Buffer.concat(given);
      const expected = { bytes: whole.length, sha256: hashOf(whole) };
      expect(await measureStream(Readable.from(given))).toEqual(expected);
      expect(sha256Of(whole)).toBe(expected.sha256);
    }),
    { numRuns: 50 },
  );
});

describe('in parts', () => {
  test('every part but the last is full, and together they are the stream', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 60 }), async (given, partBytes) => {
        const parts = await Readable.from(partsOf(Readable.from(given), partBytes)).toArray();
        const contents = parts.map(({ content }: { content: Buffer }) => content);
        expect(parts.map(({ index }: { index: number }) => index)).toEqual(parts.map((_, at) => at));
        expect(Buffer.concat(contents)).toEqual(Buffer.concat(given));
        for (const part of contents.slice(0, -1)) expect(part).toHaveLength(partBytes);
        expect(contents.at(-1)?.length).toBeLessThanOrEqual(partBytes);
      }),
      { numRuns: 50 },
    );
  });

  test('an empty stream is one empty part: an object of no bytes is an object', async () => {
    expect(await Readable.from(partsOf(Readable.from([]), 5)).toArray()).toEqual([
      { index: 0, content: Buffer.alloc(0) },
    ]);
  });

  test('a part that fails ends it, when those under way are done, and the source is let go', async () => {
    const source = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(4)));
    const begun: number[] = [];
    const ended: number[] = [];
    const sent = runConcurrently(partsOf(source, 4), 2, async ({ index }) => {
      begun.push(index);
      if (index === 3) throw new Error('refused');
      await settleEventLoop(1);
      ended.push(index);
    });
    await expect(sent).rejects.toThrow('refused');
    expect(source.destroyed).toBe(true);
    expect(ended).toEqual(begun.filter((index) => index !== 3));
    expect(begun.length).toBeLessThan(50);
  });
});

describe('a body from the network', () => {
  const guarded = (body: Readable, bytes = 5, sha256 = '') =>
    guardBody(body, { bytes, sha256 }, 1_000, { bucket: 'libro', key: 'a' });

  afterEach(() => void vi.useRealTimers());

  test('is what was sent', async () => {
    const body = guarded(Readable.from([Buffer.from('fer'), Buffer.from('ro')]));
    expect((await buffer(body)).toString()).toBe('ferro');
  });

  test('that is not what was put there ends with an error, where that is known', async () => {
    const known = sha256Of(Buffer.from('ferro'));
    const body = guarded(Readable.from([Buffer.from('fErro')]), 5, known);
    await expect(buffer(body)).rejects.toMatchObject({ failure: 'damaged' });
    expect((await buffer(guarded(Readable.from([Buffer.from('ferro')]), 5, known))).toString()).toBe('ferro');
  });

  test.each([
    ['shorter', 6],
    ['longer', 4],
  ])('that is %s than was said ends with an error', async (_, said) => {
    const body = guarded(Readable.from([Buffer.from('ferro')]), said);
    await expect(buffer(body)).rejects.toMatchObject({ failure: 'unreachable', message: /libro/ });
  });

  test('whose connection breaks ends with an error of the bucket’s', async () => {
    const source = new PassThrough();
    const body = guarded(source);
    source.write('fe');
    source.destroy(new Error('ECONNRESET'));
    await expect(buffer(body)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  test('that stands still is given up; one that its reader leaves waiting is not', async () => {
    vi.useFakeTimers();
    const silent = new PassThrough();
    const reading = expect(buffer(guarded(silent))).rejects.toMatchObject({
      failure: 'unreachable',
    });
    await vi.advanceTimersByTimeAsync(2_100);
    await reading;
    expect(silent.destroyed).toBe(true);

    const patient = new PassThrough();
    const unread = guarded(patient);
    patient.end('ferro');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(unread.destroyed).toBe(false);
    expect((await buffer(unread)).toString()).toBe('ferro');
  });

  test('that nobody wants any more lets the connection go', async () => {
    const source = new PassThrough();
    const body = guarded(source);
    body.destroy();
    await vi.waitFor(() => expect(source.destroyed).toBe(true));
  });
});
