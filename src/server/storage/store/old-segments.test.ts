import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '#tests/support/memory-disk.ts';
import { put, remove } from '#tests/support/records.ts';
import { contentAfter, contentOf, openAdapter } from '#tests/support/store-model.ts';
import { LineBuffer, mutationBody } from './journal-file.ts';
import { StoreError } from './store-error.ts';
import type { Operation } from './types.ts';

const mutations: Operation[][] = [
  [put.user('u1', 1), put.message('m1', 'r1', 'Perché?')],
  [put.user('u2', 2)],
  [remove('users', 'u1')],
  [put.user('u2', 3), put.user('u1', 4)],
];
const segment = (number: number) => `/data/db.json.journal.${number}`;
const head = '/data/db.json.journal.head';

function linesOf(...bodies: string[]): Buffer {
  const lines = new LineBuffer();
  for (const body of bodies) lines.add(body);
  return Buffer.from(lines.content);
}

const headerOf = (generation: string, number: number, after: number) =>
  JSON.stringify({ journal: 1, generation, number, after });

/** What the version before left when it crashed: two mutations in its first segment, two in the second; `folded` of them in db.json. */
async function crashed(folded = 0): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const adapter = await openAdapter(disk);
  for (const operations of mutations.slice(0, folded)) await adapter.mutate(operations);
  const { generation } = adapter.position;
  await adapter.close();
  const bodies = mutations.map((operations, index) => mutationBody(index + 1, JSON.stringify(operations)));
  disk.put(segment(1), linesOf(headerOf(generation, 1, 0), ...bodies.slice(0, 2)));
  disk.put(segment(2), linesOf(headerOf(generation, 2, 2), ...bodies.slice(2)));
  disk.put(head, linesOf(headerOf(generation, 2, 2)));
  return disk.copy();
}

async function refusal(disk: MemoryDisk): Promise<StoreError> {
  const names = disk.names();
  const error = await openAdapter(disk).catch((reason: unknown) => reason);
  expect(disk.names()).toEqual(names);
  if (error instanceof StoreError) return error;
  throw new Error('It was opened over the damage', { cause: error });
}

describe('the segments of the version before', () => {
  it.each([0, 1, 2, 4])('are folded and removed when db.json holds %i of four mutations', async (folded) => {
    const disk = await crashed(folded);
    const adapter = await openAdapter(disk);
    expect(contentOf(adapter)).toEqual(contentAfter(mutations));
    expect(disk.names()).toEqual(['db.json', 'db.json.journal', 'db.json.journal.head']);
    await adapter.mutate([put.user('u3', 1)]);
    const again = await openAdapter(disk.afterPowerCut('lost'));
    expect(contentOf(again)).toEqual(contentAfter([...mutations, [put.user('u3', 1)]]));
  });

  it('are read whole, whenever the machine dies before they are gone', async () => {
    const whole = await crashed();
    await openAdapter(whole);
    for (let failAt = 1; failAt <= whole.calls; failAt++) {
      const disk = Object.assign(await crashed(), { failAt, forGood: true });
      await openAdapter(disk).catch(() => undefined);
      for (const unsynced of ['lost', 'kept', 'half', 'zeros'] as const) {
        for (const names of ['synced', 'all'] as const) {
          const again = await openAdapter(disk.afterPowerCut(unsynced, names));
          expect(contentOf(again), `call ${failAt}: ${disk.log[failAt - 1]}`).toEqual(
            contentAfter(mutations),
          );
        }
      }
    }
  });

  it('may end in half a line, or in a segment just begun', async () => {
    const torn = await crashed();
    torn.put(segment(2), torn.bytes(segment(2)).subarray(0, -3));
    expect(contentOf(await openAdapter(torn))).toEqual(contentAfter(mutations.slice(0, 3)));
    const begun = await crashed();
    begun.put(segment(3), Buffer.from('0a1b'));
    expect(contentOf(await openAdapter(begun))).toEqual(contentAfter(mutations));
    expect(begun.names()).toEqual(['db.json', 'db.json.journal', 'db.json.journal.head']);
  });

  it('are refused without the newest, which their head names', async () => {
    const disk = await crashed();
    disk.drop(segment(2));
    const { file, message } = await refusal(disk);
    expect(file).toBe(segment(2));
    expect(message).toMatch(/manca, e con lui ogni modifica dopo la 2; .* cancella .*head/);
    disk.drop(head);
    expect(contentOf(await openAdapter(disk))).toEqual(contentAfter(mutations.slice(0, 2)));
  });

  it('are refused with one missing, under another’s name, or cut off before another', async () => {
    const missing = await crashed();
    missing.drop(segment(1));
    expect((await refusal(missing)).message).toContain('mancano le modifiche prima della 3');
    const renamed = await crashed();
    renamed.put(segment(3), renamed.bytes(segment(2)));
    expect((await refusal(renamed)).message).toContain('con un altro nome');
    const cut = await crashed();
    cut.put(segment(1), cut.bytes(segment(1)).subarray(0, -1));
    expect((await refusal(cut)).file).toBe(segment(1));
  });

  it('are refused beside another database, or beside a journal of this version', async () => {
    const foreign = await crashed();
    foreign.put('/data/db.json', (await crashed()).bytes('/data/db.json'));
    expect((await refusal(foreign)).message).toContain('non è il database a cui appartiene');
    const both = await crashed();
    both.put('/data/db.json.journal', linesOf('{}'));
    expect((await refusal(both)).message).toContain('due versioni');
  });

  it('with any byte changed are refused, or lose the last line', async () => {
    const whole = await crashed();
    for (const number of [1, 2]) {
      const bytes = whole.bytes(segment(number));
      const lastLine = number === 2 ? bytes.lastIndexOf(0x0a, -2) : bytes.length;
      for (let at = 0; at < bytes.length; at++) {
        const disk = whole.copy();
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 0x20;
        disk.put(segment(number), copy);
        if (at <= lastLine) await refusal(disk);
        else {
          const opened = await openAdapter(disk).catch((error: unknown) => error);
          if (opened instanceof StoreError) continue;
          expect(contentOf(await openAdapter(disk)), `byte ${at}`).toEqual(
            contentAfter(mutations.slice(0, 3)),
          );
        }
      }
    }
  });
});
