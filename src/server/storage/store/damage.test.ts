import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '#tests/support/memory-disk.ts';
import { put, remove } from '#tests/support/records.ts';
import { contentAfter, contentOf, openAdapter } from '#tests/support/store-model.ts';
import type { StoreEvent } from './events.ts';
import { StoreError } from './store-error.ts';
import type { Operation } from './types.ts';

const snapshot = '/data/db.json';
const journal = '/data/db.json.journal';
const head = '/data/db.json.journal.head';

const mutations: Operation[][] = [
  [put.user('u1', 1), put.message('m1', 'r1', 'Perché?')],
  [put.user('u2', 2)],
  [remove('users', 'u1')],
  [put.user('u2', 3), put.user('u1', 4)],
];

/** A store that crashed with all its mutations in the journal and an empty db.json. */
async function crashed(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const adapter = await openAdapter(disk);
  for (const operations of mutations) await adapter.mutate(operations);
  return disk.copy();
}

/** A store that was closed: everything in db.json, no journal. */
async function closed(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const adapter = await openAdapter(disk);
  for (const operations of [...mutations, [put.section('s1', 1)], [put.unlockCode('c1', 'abcd-2345')]]) {
    await adapter.mutate(operations);
  }
  await adapter.close();
  return disk.copy();
}

/** A store that crashed after folding: two mutations in db.json, two in the journal. */
async function folded(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const adapter = await openAdapter(disk);
  for (const [index, operations] of mutations.entries()) {
    await adapter.mutate(operations);
    if (index === 1) await adapter.write();
  }
  return disk.copy();
}

/** Everything on the disk, in a form that is quick to compare. */
function everything(disk: MemoryDisk): string {
  return disk
    .names()
    .map((name) => `${name}\n${disk.bytes(`/data/${name}`).toString('latin1')}`)
    .join('\n');
}

async function refusal(disk: MemoryDisk): Promise<StoreError> {
  const before = everything(disk);
  const error = await openAdapter(disk).catch((reason: unknown) => reason);
  if (!(error instanceof StoreError)) throw new Error('It was opened over the damage', { cause: error });
  if (!error.message.includes(error.file)) throw new Error(`No file is named: ${error.message}`);
  if (everything(disk) !== before) throw new Error('A refusal changed the disk');
  return error;
}

async function contentOrRefusal(disk: MemoryDisk, events: StoreEvent[] = []) {
  try {
    return contentOf(await openAdapter(disk, events));
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** Where each line of a journal ends. */
function lineEnds(bytes: Buffer): number[] {
  return [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1);
}

function changed(bytes: Buffer, at: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
}

const masks = [0x01, 0x20, 0x80, 0xff];

describe('a journal cut off at any byte', () => {
  it('holds exactly the mutations written whole', async () => {
    const disk = await crashed();
    const bytes = disk.bytes(journal);
    const ends = lineEnds(bytes);
    expect(ends).toHaveLength(1 + mutations.length);
    for (let length = ends[0] ?? 0; length <= bytes.length; length++) {
      const cut = disk.copy();
      cut.put(journal, bytes.subarray(0, length));
      const events: StoreEvent[] = [];
      const whole = Math.max(ends.filter((end) => end <= length).length - 1, 0);
      expect(await contentOrRefusal(cut, events), `${length} bytes`).toEqual(
        contentAfter(mutations.slice(0, whole)),
      );
      const isTorn = length > (ends[0] ?? 0) && !ends.includes(length);
      expect(
        events.some(({ type }) => type === 'torn-tail-cut'),
        `${length} bytes`,
      ).toBe(isTorn);
      // What was cut stays cut.
      expect(await contentOrRefusal(cut.copy())).toEqual(contentAfter(mutations.slice(0, whole)));
    }
  });

  it('is refused when even its header is cut, and a word says what to do', async () => {
    const disk = await crashed();
    const bytes = disk.bytes(journal);
    const headerBytes = lineEnds(bytes)[0] ?? 0;
    for (let length = 0; length < headerBytes; length++) {
      disk.put(journal, bytes.subarray(0, length));
      const { message } = await refusal(disk);
      expect(message, `${length} bytes`).toContain('è stato svuotato, e con lui ogni modifica dopo la 0');
      expect(message).toContain(`cancella ${head} e ${journal}`);
      const headless = disk.copy();
      headless.drop(head);
      expect((await refusal(headless)).message, `${length} bytes`).toContain('è stato svuotato');
      headless.drop(journal);
      expect(await contentOrRefusal(headless)).toEqual(contentAfter([]));
    }
  });

  it('may end in zeros, as file systems leave them', async () => {
    const disk = await crashed();
    disk.put(journal, Buffer.concat([disk.bytes(journal), Buffer.alloc(5_000)]));
    expect(await contentOrRefusal(disk)).toEqual(contentAfter(mutations));
  });
});

describe('a byte changed anywhere', () => {
  it('in the journal is refused, or cuts the last line', async () => {
    const disk = await crashed();
    const bytes = disk.bytes(journal);
    const lastLine = lineEnds(bytes).at(-2) ?? 0;
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of masks) {
        const copy = disk.copy();
        copy.put(journal, changed(bytes, at, mask));
        if (at < lastLine) expect((await refusal(copy)).kind, `byte ${at}`).toBe('damaged');
        else {
          const found = await contentOrRefusal(copy);
          if (!(found instanceof StoreError))
            expect(found, `byte ${at}`).toEqual(contentAfter(mutations.slice(0, -1)));
        }
      }
    }
  });

  it('in the journal’s head is refused, with a word on what to do', async () => {
    const disk = await crashed();
    const bytes = disk.bytes(head);
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of masks) {
        disk.put(head, changed(bytes, at, mask));
        expect((await refusal(disk)).message, `byte ${at}`).toContain('si può cancellare');
      }
    }
  });

  it('in db.json is refused', async () => {
    const disk = await closed();
    const bytes = disk.bytes(snapshot);
    for (let at = 0; at < bytes.length; at++) {
      for (const mask of masks) {
        const copy = disk.copy();
        copy.put(snapshot, changed(bytes, at, mask));
        const { kind } = await refusal(copy);
        expect(['damaged', 'newer-schema'], `byte ${at}`).toContain(kind);
      }
    }
  });

  it('in a db.json cut off anywhere is refused', async () => {
    const disk = await closed();
    const bytes = disk.bytes(snapshot);
    for (let length = 0; length < bytes.length; length++) {
      disk.put(snapshot, bytes.subarray(0, length));
      expect((await refusal(disk)).kind).toBe('damaged');
    }
  });
});

describe('files that do not belong together are refused:', () => {
  it('a journal without its db.json', async () => {
    const disk = await crashed();
    disk.drop(snapshot);
    expect((await refusal(disk)).message).toMatch(/db\.json.*npm run restore -- <database\.json>/);
  });

  it('an old db.json beside the journal of a newer one', async () => {
    const disk = await folded();
    const old = await crashed();
    const foldedBytes = disk.bytes(snapshot);
    disk.put(snapshot, withHeader(foldedBytes, { sequence: 1 }));
    expect((await refusal(disk)).message).toContain('mancano le modifiche');
    disk.put(snapshot, old.bytes(snapshot));
    expect((await refusal(disk)).message).toContain('non è il database a cui appartiene');
  });

  it('a newer db.json beside the journal of an older one', async () => {
    const disk = await folded();
    disk.put(snapshot, withHeader(disk.bytes(snapshot), { sequence: 99 }));
    expect((await refusal(disk)).message).toContain('più recente del suo registro');
  });

  it('no journal where there was one, until its head is removed on purpose', async () => {
    const disk = await folded();
    disk.drop(journal);
    const { file, message } = await refusal(disk);
    expect(file).toBe(journal);
    expect(message).toMatch(
      /manca, e con lui ogni modifica dopo la 2; .* cancella \/data\/db\.json\.journal\.head/,
    );
    disk.drop(head);
    expect(await contentOrRefusal(disk)).toEqual(contentAfter(mutations.slice(0, 2)));
  });

  it('but not the head of a database that was replaced', async () => {
    const disk = await closed();
    const content = await contentOrRefusal(disk.copy());
    disk.put(head, (await crashed()).bytes(head));
    expect(await contentOrRefusal(disk)).toEqual(content);
  });
});

describe('a db.json of the right form is refused', () => {
  it.each([
    [
      'a record of the wrong shape',
      { users: [{ id: 'u1', maxSection: 'due' }] },
      'users, elemento 1: maxSection',
    ],
    ['an id twice', { settings: ['a', 'b', 'a'].map((id) => ({ id, value: 1 })) }, 'settings, elemento 3'],
    ['an unknown collection', { lettori: [] }, '"lettori" non è una voce conosciuta'],
    ['a missing collection', { users: undefined }, 'manca la voce "users"'],
    ['a collection that is no list', { users: {} }, '"users" non è un elenco'],
    ['an unknown schema', { schema: 2 }, 'versione più nuova'],
    ['a schema that is no number', { schema: '1' }, '"schema"'],
  ])('for %s', async (_, change, sentence) => {
    const disk = await closed();
    disk.put(snapshot, byHand(disk.bytes(snapshot), change));
    expect((await refusal(disk)).message).toContain(sentence);
  });

  it('for a section number or a code twice', async () => {
    const disk = await closed();
    const { sections } = JSON.parse(disk.bytes(snapshot).toString()) as { sections: object[] };
    disk.put(
      snapshot,
      byHand(disk.bytes(snapshot), { sections: [...sections, { ...sections[0], id: 's2' }] }),
    );
    expect((await refusal(disk)).message).toContain(
      'sections, elemento 2: Esiste già una sezione con il numero 1.',
    );
  });
});

describe('a db.json changed by hand', () => {
  it('is taken once its checksum is removed, in any layout', async () => {
    const disk = await closed();
    const content = contentOf(await openAdapter(disk.copy()));
    disk.put(snapshot, byHand(disk.bytes(snapshot), {}));
    expect(await contentOrRefusal(disk)).toEqual(content);
  });

  it('is refused, with a word on the checksum, while it is there', async () => {
    const disk = await closed();
    const text = JSON.stringify(JSON.parse(disk.bytes(snapshot).toString()), null, 2);
    disk.put(snapshot, Buffer.from(text));
    expect((await refusal(disk)).message).toContain('va tolta la voce "checksum"');
  });
});

describe('what a crash may leave beside a good database', () => {
  it('is removed: half-written files, and the names of backups that the version before was reading', async () => {
    const disk = await crashed();
    for (const name of [
      'db.json.tmp',
      'db.json.journal.tmp',
      'db.json.journal.head.tmp',
      'db.json.snapshot-1',
    ])
      disk.put(`/data/${name}`, Buffer.from('x'));
    const adapter = await openAdapter(disk);
    expect(contentOf(adapter)).toEqual(contentAfter(mutations));
    await adapter.close();
    expect(disk.names()).toEqual(['db.json']);
  });

  it('is passed over: what of the journal db.json holds already', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1', 1)]);
    await adapter.mutate([remove('users', 'u1')]);
    const whole = disk.bytes(journal);
    await adapter.write();
    // As if the crash had come before the journal was trimmed.
    disk.put(journal, whole);
    expect(await contentOrRefusal(disk.copy())).toEqual(contentAfter([]));
    const again = await openAdapter(disk);
    await again.mutate([put.user('u2', 2)]);
    expect(disk.bytes(journal).subarray(0, whole.length)).toEqual(whole);
    expect(await contentOrRefusal(disk.copy())).toEqual(contentAfter([[put.user('u2', 2)]]));
  });
});

describe('closing', () => {
  it('leaves no journal, not even one that a crash kept after its fold', async () => {
    const disk = new MemoryDisk();
    const adapter = await openAdapter(disk);
    await adapter.mutate([put.user('u1', 1)]);
    const first = disk.bytes(journal);
    await adapter.write();
    const crashedDisk = disk.copy();
    crashedDisk.put(journal, first);
    const again = await openAdapter(crashedDisk);
    expect(crashedDisk.names()).toContain('db.json.journal');
    await again.close();
    expect(crashedDisk.names()).toEqual(['db.json']);
  });
});

/** The file with other values and no checksum, laid out by another program. */
function byHand(bytes: Buffer, change: Record<string, unknown>): Buffer {
  const content = JSON.parse(bytes.toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify({ ...content, checksum: undefined, ...change }, null, 4));
}

function withHeader(bytes: Buffer, header: { sequence?: number }): Buffer {
  return byHand(bytes, header);
}
