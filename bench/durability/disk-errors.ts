import fs from 'node:fs/promises';
import path from 'node:path';
import { put, remove } from '../../tests/support/records.ts';
import { contentAfter, type Content } from '../../tests/support/store-model.ts';
import { collectionNames, openStore, type Operation, type Store } from '../../src/server/main/bench-api.ts';
import { FailingDisk, type Failure } from './failing-disk.ts';
import { type Row, tally, type Trial } from './row.ts';

const kinds: readonly Omit<Failure, 'at'>[] = [
  { code: 'EIO', forGood: false },
  { code: 'EIO', forGood: true },
  { code: 'ENOSPC', forGood: false },
  { code: 'ENOSPC', forGood: true },
];

/** What `live` asks for. */
const mutationCount = 8;

function contentOf(store: Store): Content {
  return Object.fromEntries(collectionNames.map((name) => [name, [...store[name].values()]]));
}

/** Mutations one after the other and together, folds under them, a backup and a stop; answers what was promised. */
async function live(dataDir: string, failing: FailingDisk) {
  const kept: Operation[][] = [];
  const refused: Operation[][] = [];
  let readOnly = false;
  try {
    const store = await openStore({ dataDir, disk: failing.disk });
    const mutate = async (...mutations: Operation[][]): Promise<void> => {
      const results = await Promise.allSettled(mutations.map((operations) => store.mutate(operations)));
      for (const [index, { status }] of results.entries())
        (status === 'fulfilled' ? kept : refused).push(mutations[index] ?? []);
    };
    await mutate([put.user('u1', 1)], [put.message('m1', 'u1', 'neve '.repeat(2_000))]);
    await mutate([put.section('s1', 1)], [put.user('u1', 2), put.unlockCode('c1', 'abcd-2345')]);
    const folding = store.fold().catch(() => undefined);
    await mutate([put.user('u2', 1)], [remove('users', 'u1')]);
    await folding;
    await store.snapshot(({ open }) => open().toArray()).catch(() => undefined);
    await mutate([put.message('m2', 'u2')], [put.section('s1', 2)]);
    readOnly = store.state === 'read-only';
    await store.close().catch(() => undefined);
  } catch {
    // It could not be opened at all: nothing was promised.
  }
  return { kept, refused, readOnly };
}

/** Each single call of a store's life to the disk fails once, or from there on; then it is opened again on a sound disk. */
export async function diskErrors({ scratch, scale, progress }: Trial): Promise<Row[]> {
  const counting = new FailingDisk({ at: Infinity, code: '', forGood: false });
  const { kept: all } = await live(path.join(scratch, 'errors-none'), counting);
  if (all.length < mutationCount) throw new Error('on a sound disk not everything was promised');
  const rows: Row[] = [];
  for (const { code, forGood } of kinds) {
    const outcomes: string[] = [];
    for (let at = 1; at <= counting.calls; at += scale.stride > 1 ? 3 : 1) {
      const dataDir = path.join(scratch, `errors-${code}-${forGood}-${at}`);
      const { kept, refused, readOnly } = await live(dataDir, new FailingDisk({ at, code, forGood }));
      outcomes.push(await reopened(dataDir, kept, readOnly ? refused : []));
      await fs.rm(dataDir, { recursive: true, force: true });
      progress(`${code} at call ${at} of ${counting.calls}`);
    }
    rows.push({
      case: `${code} ${forGood ? 'from any disk call on' : 'at any one disk call'} (injected)`,
      rounds: outcomes.length,
      outcome: tally(outcomes),
      expected: 'all that was promised, nothing else',
      ok: outcomes.every((outcome) => !outcome.startsWith('WRONG')),
    });
  }
  return rows;
}

/** What a later start finds; a mutation refused by an I/O error may be there, whole and in its order: nobody could know. */
async function reopened(dataDir: string, kept: Operation[][], perhaps: Operation[][]): Promise<string> {
  try {
    const store = await openStore({ dataDir });
    const found = JSON.stringify(contentOf(store));
    await store.close();
    const whole = (mutations: Operation[][]) => JSON.stringify(contentAfter(mutations)) === found;
    if (whole(kept)) return 'found exactly what was promised';
    if (perhaps.some((_, index) => whole([...kept, ...perhaps.slice(0, index + 1)])))
      return 'found it, and a write that was refused when nobody could know';
    return 'WRONG content';
  } catch (error) {
    return `WRONG: not opened: ${String(error).slice(0, 120)}`;
  }
}
