import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bucketAt } from '#tests/support/buckets.ts';
import { fillableDisk } from '#tests/support/fillable-disk.ts';
import { asItIs, put } from '#tests/support/records.ts';
import { type S3Double, startS3Double } from '#tests/support/s3-double.ts';
import type { Bucket } from '../bucket/types.ts';
import { collectionNames } from '../store/collections.ts';
import { replaceDatabase } from '../store/restore.ts';
import { openStore } from '../store/store.ts';
import type { Store } from '../store/types.ts';
import { DatabaseCopy, type DatabaseCopyOptions } from './database-copy.ts';
import { headKey, keptObject, listKept } from './layout.ts';
import { keptMoments } from './plan.ts';
import type { Machine } from './machine.ts';
import { rebuildDatabase } from './rebuild.ts';

let double: S3Double;
let bucket: Bucket;
let folder: string;
let store: Store;
let copy: DatabaseCopy;

beforeAll(async () => {
  double = await startS3Double({ pages: 5 });
});
afterAll(() => double.close());
beforeEach(async () => {
  double.objects.clear();
  double.fault = undefined;
  bucket = bucketAt(double);
  folder = await mkdtemp(join(tmpdir(), 'copy-'));
  store = await openStore({ dataDir: join(folder, 'data') });
  copy = begin();
});
afterEach(async () => {
  vi.useRealTimers();
  copy.stop();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** A machine whose data folder remembers for as long as the test lasts. */
function machineOf(id: string, continues?: Machine['continues']): Machine {
  const machine = {
    id,
    continues,
    setContinues: (next: Machine['continues']) => Promise.resolve(void (machine.continues = next)),
  };
  return machine;
}

function begin(options: Partial<DatabaseCopyOptions> = {}): DatabaseCopy {
  return new DatabaseCopy({
    bucket,
    store,
    machine: machineOf('questa'),
    onSuperseded: () => undefined,
    ...options,
  });
}

/** Sends until everything is there. */
async function settled(of = copy): Promise<void> {
  do {
    await of.sendJournal();
    await of.sendSnapshot();
    if (of.superseded) throw new Error('another machine has the bucket');
  } while (!of.whole || of.behindMs > 0);
}

const write = (...ids: string[]) =>
  Promise.all(ids.map((id) => store.mutate([put.message(id, 'lettore', `parola di ${id}`)])));
const contentOf = (opened: Store) =>
  Object.fromEntries(collectionNames.map((name) => [name, [...opened[name].values()]]));

async function rebuilt(at?: Date) {
  const result = await rebuildDatabase(bucket, await listKept(bucket), join(folder, crypto.randomUUID()), at);
  if (!result) return undefined;
  const dataDir = join(folder, crypto.randomUUID());
  await replaceDatabase(dataDir, result.file, { prepare: asItIs });
  const opened = await openStore({ dataDir });
  const content = contentOf(opened);
  await opened.close();
  return {
    ...result,
    content,
    messages: content.chatMessages?.map((message) => (message as { id: string }).id),
  };
}

const keys = (type: string) =>
  [...double.objects.keys()].filter((key) => keptObject(key, 0)?.type === type).sort();

describe('the copy of the database in the bucket', () => {
  test('is rebuilt identical: snapshot, journal, folds in between', async () => {
    await write('prima');
    await settled();
    for (let round = 0; round < 4; round++) {
      await write(`a${round}`, `b${round}`);
      if (round === 2) await store.fold();
      await store.mutate([{ type: 'delete', collection: 'chatMessages', id: `a${round}` }]);
      await copy.sendJournal();
    }
    expect(copy.behindMs).toBe(0);
    expect(keys('snapshot')).toHaveLength(1);
    expect(keys('journal')).toHaveLength(5);
    expect((await rebuilt())?.content).toEqual(contentOf(store));
  });

  test('is as late as it says, while the bucket is away, and whole again afterwards', async () => {
    await settled();
    double.fault = () => 503;
    await write('a');
    await expect(copy.sendJournal()).rejects.toMatchObject({ failure: 'unreachable' });
    expect(copy.behindMs).toBeGreaterThan(0);
    await write('b');
    double.fault = undefined;
    await settled();
    expect((await rebuilt())?.messages).toEqual(['a', 'b']);
  });

  test('comes to the bucket whole from a disk without room', async () => {
    copy.stop();
    await store.close();
    const machine = fillableDisk();
    store = await openStore({ dataDir: join(folder, 'data'), disk: machine.disk });
    await write('a', 'b');
    machine.full = true;
    // A new start: its first snapshot is still to be sent.
    copy = begin();
    await expect(write('c')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await settled();
    expect(keys('snapshot')).toHaveLength(1);
    expect((await rebuilt())?.messages).toEqual(['a', 'b']);
    machine.full = false;
    await write('d');
    await copy.sendJournal();
    expect((await rebuilt())?.content).toEqual(contentOf(store));
  });

  test('when too much waits it is let go, and a snapshot closes the gap', async () => {
    await settled();
    double.fault = () => 503;
    const large = 'x'.repeat(100_000);
    for (let index = 0; index < 90; index++) await store.mutate([put.message(`g${index}`, 'lettore', large)]);
    expect(copy.whole).toBe(false);
    await expect(copy.sendJournal()).rejects.toMatchObject({ failure: 'unreachable' });
    await expect(copy.sendSnapshot()).rejects.toMatchObject({ failure: 'unreachable' });
    double.fault = undefined;
    await write('dopo');
    await settled();
    expect((await rebuilt())?.content).toEqual(contentOf(store));
    await write('ancora');
    await copy.sendJournal();
    expect((await rebuilt())?.messages?.at(-1)).toBe('ancora');
  });

  test('goes back to any moment that is kept', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-21T10:00:00Z') });
    await settled();
    for (const id of ['uno', 'due', 'tre']) {
      vi.advanceTimersByTime(10_000);
      await write(id);
      await copy.sendJournal();
    }
    vi.advanceTimersByTime(3_600_000);
    await write('quattro');
    await settled();
    const at = (time: string) => rebuilt(new Date(`2026-11-21T${time}Z`));
    expect(await at('09:59:59')).toBeUndefined();
    expect((await at('10:00:05'))?.messages).toEqual([]);
    expect((await at('10:00:20'))?.messages).toEqual(['uno', 'due']);
    expect((await at('10:30:00'))?.messages).toEqual(['uno', 'due', 'tre']);
    expect((await at('12:00:00'))?.messages).toEqual(['uno', 'due', 'tre', 'quattro']);
    expect(keptMoments(await listKept(bucket)).at(-1)?.to).toEqual(new Date('2026-11-21T11:00:30Z'));
  });

  test('a new start is a new run, and a replaced database another: never mixed', async () => {
    await write('a');
    await settled();
    copy.stop();
    await store.close();
    await write('perso').catch(() => undefined);
    store = await openStore({ dataDir: join(folder, 'data') });
    copy = begin();
    await write('b');
    await settled();
    const before = new Date();
    copy.stop();
    await store.close();
    const backup = await rebuildDatabase(bucket, await listKept(bucket), join(folder, 'backup'));
    await replaceDatabase(join(folder, 'data'), backup?.file ?? '', { prepare: asItIs });
    store = await openStore({ dataDir: join(folder, 'data') });
    copy = begin();
    await store.mutate([{ type: 'delete', collection: 'chatMessages', id: 'a' }]);
    await settled();
    expect(keys('run')).toHaveLength(3);
    expect((await rebuilt())?.messages).toEqual(['b']);
    expect((await rebuilt(before))?.messages).toEqual(['a', 'b']);
  });

  test('a damaged object costs nothing while another way leads to the same', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
    await write('a');
    await settled();
    vi.advanceTimersByTime(70_000);
    await write('b');
    await settled();
    const [older = '', newer = ''] = keys('snapshot');
    const damage = (key: string) => {
      const object = double.objects.get(key);
      if (object) object.bytes = Buffer.from(object.bytes.toString().replace('parola', 'parole'));
    };
    damage(newer);
    const result = await rebuilt();
    expect(result?.messages).toEqual(['a', 'b']);
    expect(result?.damaged).toEqual([`Nel bucket è danneggiato ${newer}`]);
    damage(older);
    await expect(rebuilt()).rejects.toMatchObject({ failure: 'damaged' });
  });

  test('says until when nothing can be missing: the last write, or a later sign of life', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-21T10:00:00Z') });
    await write('a');
    await settled();
    vi.advanceTimersByTime(31_000);
    await copy.sendJournal();
    await copy.sign();
    expect((await rebuilt())?.upTo).toEqual(new Date('2026-11-21T10:00:31Z'));
    expect((await listKept(bucket)).filter(({ type }) => type === 'head')).toHaveLength(1);
  });
});

describe('two machines on one bucket', () => {
  const headOf = (run: string) =>
    JSON.parse(double.objects.get(headKey(run))?.bytes.toString() ?? '{}') as { closed?: boolean };
  const runs = () => keys('run').map((key) => key.split('/')[1] ?? '');
  /** The bucket was last written to so long ago. */
  const age = (milliseconds: number) => {
    for (const object of double.objects.values()) object.modified = new Date(Date.now() - milliseconds);
  };
  let other: { store: Store; copy: DatabaseCopy };
  const onSuperseded = vi.fn();

  beforeEach(async () => {
    onSuperseded.mockClear();
    copy.stop();
    copy = begin({ onSuperseded });
    const opened = await openStore({ dataDir: join(folder, 'altra') });
    other = { store: opened, copy: begin({ store: opened, machine: machineOf('altra') }) };
    return async () => {
      other.copy.stop();
      await opened.close();
    };
  });

  test('while one works the other begins no run, and is read-only', async () => {
    await settled(other.copy);
    await copy.sendJournal();
    expect([copy.superseded, copy.mayWrite, onSuperseded.mock.calls.length]).toEqual([true, false, 1]);
    expect(runs()).toHaveLength(1);
    expect((await listKept(bucket)).map(({ type }) => type).sort()).toEqual(['head', 'run', 'snapshot']);
  });

  test('after a clean end of the one the other begins at once', async () => {
    await settled(other.copy);
    await other.copy.sign(true);
    expect(headOf(runs()[0] ?? '').closed).toBe(true);
    await settled();
    expect([copy.superseded, runs().length]).toEqual([false, 2]);
  });

  test('one that sees a newer run of another is read-only; what it had written still reaches its own run', async () => {
    await write('prima');
    await settled();
    const [own = ''] = runs();
    age(61_000);
    await other.store.mutate([put.message('altrove', 'lettore')]);
    await settled(other.copy);
    await write('tardi');
    await copy.sign();
    expect([copy.superseded, onSuperseded.mock.calls.length]).toEqual([true, 1]);
    await copy.sendJournal();
    await copy.sign(true);
    expect(headOf(own).closed).toBe(false);
    expect((await rebuilt())?.messages).toEqual(['altrove']);
    const ofFirst = (await listKept(bucket)).filter(({ run }) => run === own);
    const first = await rebuildDatabase(bucket, ofFirst, join(folder, 'first'));
    expect(JSON.stringify(await readFile(first?.file ?? '', 'utf8'))).toContain('tardi');
    await other.copy.sign();
    expect(other.copy.superseded).toBe(false);
  });

  test('two that begin at once write in two runs, and one of them goes on', async () => {
    await write('mia');
    await other.store.mutate([put.message('sua', 'lettore')]);
    await Promise.all([copy.sendJournal(), other.copy.sendJournal()]);
    await Promise.all([copy.sendSnapshot(), other.copy.sendSnapshot()]);
    expect(runs()).toHaveLength(2);
    const contents = await Promise.all(
      runs().map(async (run) => {
        const kept = (await listKept(bucket)).filter((object) => object.run === run);
        const database = await rebuildDatabase(bucket, kept, join(folder, run));
        return readFile(database?.file ?? '', 'utf8');
      }),
    );
    for (const word of ['mia', 'sua'])
      expect(contents.filter((text) => text.includes(`"${word}"`))).toHaveLength(1);
    await copy.sign();
    await other.copy.sign();
    expect([copy.superseded, other.copy.superseded].filter(Boolean)).toHaveLength(1);
  });

  test('a new run of this very machine supersedes nobody', async () => {
    await settled();
    const again = begin();
    await settled(again);
    await copy.sign();
    expect(copy.superseded).toBe(false);
    again.stop();
  });
});
