import fs from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openStore } from './store.ts';
import type { Operation, Store } from './types.ts';

const at = '2003-12-21T12:03:00.000Z';

function user(id: string, maxSection = 0): Operation {
  return {
    type: 'put',
    collection: 'users',
    record: { id, maxSection, email: null, createdAt: at, updatedAt: at },
  };
}

function section(id: string, sectionNumber: number): Operation {
  const record = {
    id,
    sectionNumber,
    title: 'Il mercato',
    content: 'Nevicava.',
    createdAt: at,
    updatedAt: at,
  };
  return { type: 'put', collection: 'sections', record };
}

function unlockCode(id: string, code: string): Operation {
  return {
    type: 'put',
    collection: 'unlockCodes',
    record: { id, code, maxSection: 2, createdAt: at, updatedAt: at },
  };
}

function message(id: string, readerId: string): Operation {
  const record = { id, readerId, role: 'user' as const, content: `Ciao — ${id}`, level: 1, timestamp: at };
  return { type: 'put', collection: 'chatMessages', record };
}

let dataDir: string;
const opened: Store[] = [];

beforeEach(async () => {
  dataDir = await temporaryFolder();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

async function open(): Promise<Store> {
  const store = await openStore({ dataDir });
  opened.push(store);
  return store;
}

describe('a store', () => {
  it('begins empty, with a JSON file readable by its owner alone', async () => {
    const store = await open();
    expect(store.users.size).toBe(0);
    const file = path.join(dataDir, 'db.json');
    expect(JSON.parse(await fs.readFile(file, 'utf8'))).toMatchObject({ schema: 5, sections: [], users: [] });
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
  });

  it('keeps what was written, in its order, over a restart', async () => {
    const store = await open();
    await store.mutate([user('u1', 1), user('u2', 2), user('u3', 3)]);
    await store.mutate([{ type: 'delete', collection: 'users', id: 'u1' }]);
    await store.mutate([user('u1', 4), user('u2', 5)]);
    const expected = [...store.users.values()];
    expect(expected.map(({ id, maxSection }) => `${id}:${maxSection}`)).toEqual(['u2:5', 'u3:3', 'u1:4']);
    await store.close();
    expect([...(await open()).users.values()]).toEqual(expected);
  });

  it('leaves the JSON file alone in the folder once closed', async () => {
    const store = await open();
    await store.mutate([user('u1')]);
    await store.close();
    expect(await fs.readdir(dataDir)).toEqual(['db.json']);
  });

  it('writes one record per line', async () => {
    const store = await open();
    await store.mutate([message('m1', 'r1'), message('m2', 'r1')]);
    await store.fold();
    const lines = (await fs.readFile(path.join(dataDir, 'db.json'), 'utf8')).split('\n');
    expect(lines.filter((line) => line.startsWith('{"id":"m'))).toHaveLength(2);
  });

  it('changes memory inside the call', async () => {
    const store = await open();
    const durable = store.mutate([user('u1', 7)]);
    expect(store.users.get('u1')?.maxSection).toBe(7);
    await durable;
  });

  it('keeps the permissions that the author gave the file', async () => {
    const store = await open();
    const file = path.join(dataDir, 'db.json');
    await store.mutate([user('u1')]);
    await store.close();
    await fs.chmod(file, 0o640);
    const again = await open();
    await again.mutate([user('u2')]);
    await again.fold();
    expect((await fs.stat(file)).mode & 0o777).toBe(0o640);
  });
});

describe('the rules between records', () => {
  it('refuse a section number twice, and change nothing', async () => {
    const store = await open();
    await store.mutate([section('s1', 1)]);
    await expect(store.mutate([user('u1'), section('s2', 1)])).rejects.toMatchObject({ code: 'DUPLICATE' });
    expect(store.users.size).toBe(0);
    expect(store.sections.size).toBe(1);
    expect(store.sections.byNumber(1)?.id).toBe('s1');
  });

  it('let a number move', async () => {
    const store = await open();
    await store.mutate([section('s1', 1)]);
    await store.mutate([section('s1', 2)]);
    expect(store.sections.byNumber(1)).toBeUndefined();
    await store.mutate([section('s2', 1)]);
    expect(store.sections.byNumber(2)?.id).toBe('s1');
  });

  it('compare codes by their letters and digits', async () => {
    const store = await open();
    await store.mutate([unlockCode('c1', 'abcd-2345')]);
    await expect(store.mutate([unlockCode('c2', ' ABCD–2345')])).rejects.toMatchObject({ code: 'DUPLICATE' });
    expect(store.unlockCodes.byCode('ABCD2345')?.id).toBe('c1');
    expect(store.musicCodes.byCode('ABCD2345')).toBeUndefined();
  });

  it('refuse a record that could not be loaded again', async () => {
    const store = await open();
    await expect(store.mutate([user('u1', 1.5)])).rejects.toThrow(TypeError);
    await expect(store.mutate([user('')])).rejects.toThrow(TypeError);
    const date: Operation = { type: 'put', collection: 'settings', record: { id: 'x', value: new Date() } };
    await expect(store.mutate([date])).rejects.toThrow(TypeError);
    expect(store.users.size + store.settings.size).toBe(0);
  });
});

describe('the messages of a reader', () => {
  it('come in writing order, whatever others write and delete', async () => {
    const store = await open();
    await store.mutate([message('m1', 'r1'), message('x1', 'r2'), message('m2', 'r1'), message('m3', 'r1')]);
    await store.mutate([{ type: 'delete', collection: 'chatMessages', id: 'm2' }, message('m1', 'r1')]);
    expect(store.chatMessages.byReader('r1').map(({ id }) => id)).toEqual(['m1', 'm3']);
    expect(store.chatMessages.byReader('r2').map(({ id }) => id)).toEqual(['x1']);
    expect(store.chatMessages.byReader('nobody')).toEqual([]);
  });

  it('are a list of the caller’s own', async () => {
    const store = await open();
    await store.mutate([message('m1', 'r1')]);
    const list = store.chatMessages.byReader('r1');
    await store.mutate([message('m2', 'r1')]);
    expect(list).toHaveLength(1);
    expect(store.chatMessages.byReader('r1')).not.toBe(store.chatMessages.byReader('r1'));
  });
});

describe('a backup', () => {
  it('neither changes nor goes away while it is read', async () => {
    const store = await open();
    await store.mutate([user('u1')]);
    const [before, after] = await store.snapshot(async ({ open }) => {
      const first = await text(open());
      await store.mutate([user('u2')]);
      await store.fold();
      return [first, await text(open())];
    });
    expect(after).toBe(before);
    expect(JSON.parse(before ?? '')).toMatchObject({ users: [{ id: 'u1' }] });
    expect((await fs.readdir(dataDir)).filter((name) => name.includes('snapshot'))).toEqual([]);
  });

  it('holds what was accepted before it was asked for', async () => {
    const store = await open();
    const pending = Array.from({ length: 50 }, (_, n) => store.mutate([user(`u${n}`)]));
    const backup = await store.snapshot(({ open }) => text(open()));
    expect((JSON.parse(backup) as { users: unknown[] }).users).toHaveLength(50);
    await Promise.all(pending);
  });
});

describe('a closed store', () => {
  it('refuses, with everything accepted before on the disk', async () => {
    const store = await open();
    const pending = store.mutate([user('u1')]);
    const closing = store.close();
    expect(store.state).toBe('closed');
    await expect(store.mutate([user('u2')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await closing;
    await pending;
    expect([...(await open()).users.values()].map(({ id }) => id)).toEqual(['u1']);
  });
});
