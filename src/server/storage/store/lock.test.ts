import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { acquireLock, type Lock } from './lock.ts';
import { openStore } from './store.ts';

let directory: string;
let file: string;
const held: Lock[] = [];

beforeEach(async () => {
  directory = await temporaryFolder();
  file = path.join(directory, 'db.json.lock');
});
afterEach(async () => {
  await Promise.all(held.splice(0).map((lock) => lock.release()));
});

async function acquire(takenOver: number[] = [], silence = 200): Promise<Lock> {
  const lock = await acquireLock(file, (pid) => takenOver.push(pid), silence);
  held.push(lock);
  return lock;
}

/** What the lock of this very process says, with changes, as older versions wrote it: without a checksum. */
async function lockOf(change: Record<string, unknown>): Promise<string> {
  const lock = await acquireLock(`${file}.model`, () => undefined);
  const content = JSON.parse(await fs.readFile(`${file}.model`, 'utf8')) as object;
  await lock.release();
  return JSON.stringify({ ...content, checksum: undefined, ...change });
}

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid;
}

describe('a lock', () => {
  it('is refused while a living process holds it, this one included', async () => {
    const lock = await acquire();
    await expect(acquire()).rejects.toMatchObject({
      kind: 'locked',
      message: expect.stringContaining(`${process.pid}`) as string,
    });
    await lock.release();
    await acquire();
    expect(await fs.readdir(directory)).toEqual(['db.json.lock']);
  });

  it('with any one byte wrong is refused, so that a living owner never looks dead', async () => {
    const lock = await acquire();
    const bytes = await fs.readFile(file);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ ([0x01, 0x04, 0x20, 0x80][at % 4] ?? 1);
      await fs.writeFile(file, damaged);
      await expect(acquire([], 5), `byte ${at}`).rejects.toMatchObject({ kind: 'locked' });
    }
    // Its owner can still stop cleanly, and leaves it to be looked at.
    await lock.release();
    expect(await fs.readdir(directory)).toEqual(['db.json.lock']);
  });

  it('of a dead process is taken over', async () => {
    const pid = deadPid();
    await fs.writeFile(file, await lockOf({ token: 'dead', pid, started: '1@boot' }));
    const takenOver: number[] = [];
    await acquire(takenOver);
    expect(takenOver).toEqual([pid]);
    expect(await fs.readdir(directory)).toEqual(['db.json.lock']);
  });

  it.skipIf(process.platform !== 'linux')(
    'of an earlier process with the same id is taken over',
    async () => {
      await fs.writeFile(file, await lockOf({ token: 'dead', started: '1@boot' }));
      const takenOver: number[] = [];
      await acquire(takenOver);
      expect(takenOver).toEqual([process.pid]);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'of a dead process whose parent has not taken note of it is taken over',
    async () => {
      // The shell becomes a program that looks after no children: the one it has begun stays listed when it ends.
      const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const [line] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(line.toString());
        const readFields = async () =>
          (await fs.readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
        await expect.poll(async () => (await readFields())[0], { timeout: 10_000 }).toBe('Z');
        const boot = (await fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
        const started = `${(await readFields())[19]}@${boot}`;
        await fs.writeFile(file, await lockOf({ token: 'zombie', pid, started }));
        const takenOver: number[] = [];
        await acquire(takenOver);
        expect(takenOver).toEqual([pid]);
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('where there is no /proc is judged by the process id alone', async () => {
    await fs.writeFile(file, await lockOf({ token: 'living', started: '' }));
    await expect(acquire()).rejects.toMatchObject({ kind: 'locked' });
    await fs.writeFile(file, await lockOf({ token: 'dead', started: '', pid: deadPid() }));
    await acquire();
  });

  it('of a dead process goes to exactly one of many', async () => {
    for (let round = 0; round < 10; round++) {
      await fs.writeFile(file, await lockOf({ token: `dead ${round}`, started: '1@boot', pid: deadPid() }));
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => acquire()));
      const winners = results.filter(({ status }) => status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'locked' });
      }
      expect(await fs.readdir(directory)).toEqual(['db.json.lock']);
      await held.pop()?.release();
    }
  });

  it('is taken over even if an earlier take-over died half-way', async () => {
    const content = await lockOf({ token: 'dead', started: '1@boot', pid: deadPid() });
    await fs.writeFile(file, content);
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
    await fs.writeFile(
      `${file}.${digest}`,
      await lockOf({ token: 'dead too', started: '1@boot', pid: deadPid() }),
    );
    await acquire();
    expect(await fs.readdir(directory)).toEqual(['db.json.lock']);
  });

  it('that cannot be read is refused with a word on what to do', async () => {
    await fs.writeFile(file, 'mezzo');
    await expect(acquire()).rejects.toThrow(/cancellalo e riprova/);
  });

  it('of another container is refused while it is touched, and taken over once it is not', async () => {
    await fs.writeFile(file, await lockOf({ token: 'far', processes: `${hostname()} another` }));
    const heart = setInterval(() => void fs.utimes(file, new Date(), new Date()), 20);
    await expect(acquire()).rejects.toMatchObject({ kind: 'locked' });
    clearInterval(heart);
    await acquire([], 100);
  });

  it('that another took meanwhile is left to it', async () => {
    const lock = await acquire();
    const other = await lockOf({ token: 'another' });
    await fs.writeFile(file, other);
    await lock.release();
    expect(await fs.readFile(file, 'utf8')).toBe(other);
  });
});

describe('a second store over the same folder', () => {
  it('is refused until the first is closed', async () => {
    const first = await openStore({ dataDir: directory });
    await expect(openStore({ dataDir: directory })).rejects.toThrow(
      /Il database è già aperto da un altro processo/,
    );
    await first.close();
    const second = await openStore({ dataDir: directory });
    await second.close();
  });

  it('is not kept out by a start that failed', async () => {
    const database = path.join(directory, 'db.json');
    await fs.writeFile(database, '');
    await expect(openStore({ dataDir: directory })).rejects.toMatchObject({
      kind: 'damaged',
      file: database,
    });
    await fs.rm(database);
    await (await openStore({ dataDir: directory })).close();
  });
});

describe('a full disk', () => {
  it('is told in words, and fills up no further with each start', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const open = fs.open.bind(fs);
    const opened = vi.spyOn(fs, 'open').mockImplementation(async (...given) => {
      const handle = await open(...given);
      return Object.assign(handle, { writeFile: () => Promise.reject(full) });
    });
    try {
      await expect(openStore({ dataDir: directory })).rejects.toThrow(
        /non c’è più spazio.* c’è ancora tutto/,
      );
    } finally {
      opened.mockRestore();
    }
    expect(await fs.readdir(directory)).toEqual([]);
  });
});
