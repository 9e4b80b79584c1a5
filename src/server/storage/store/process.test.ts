import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { put } from '#tests/support/records.ts';
import type { StoreEvent } from './events.ts';
import { openStore } from './store.ts';

let directory: string;
beforeAll(async () => {
  directory = await fs.mkdtemp(path.join(tmpdir(), 'process-'));
});
afterAll(() => fs.rm(directory, { recursive: true }));

describe('a process killed while it writes and folds', () => {
  const rounds = 6;
  // Inside the project, so that its packages are found.
  const built = path.resolve('node_modules/.cache/store-writer');

  it('kept every message it was promised, and no gap before the last', async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      build: { ssr: 'tests/support/store-writer.ts', outDir: built, emptyOutDir: true, target: 'node20' },
    });
    const dataDir = path.join(directory, 'killed');
    let promised = 0;
    for (let round = 0; round < rounds; round++) {
      const first = round * 1_000_000;
      const lines = await killedAfter(
        [path.join(built, 'store-writer.js'), dataDir, String(first)],
        30 + round * 60,
      );
      const events: StoreEvent[] = [];
      const store = await openStore({ dataDir, onEvent: (event) => events.push(event) });
      expect(events.map(({ type }) => type)).toContain('lock-taken-over');
      for (const line of lines) {
        const [writer, number] = line.split(' ');
        expect(
          store.chatMessages.get(`${writer}-${number}`),
          `round ${round}, message ${line}`,
        ).toBeDefined();
        promised++;
      }
      for (let writer = 0; writer < 8; writer++) {
        const numbers = store.chatMessages
          .byReader(`reader-${writer}`)
          .map(({ id }) => Number(id.split('-')[1]))
          .filter((number) => number >= first);
        expect(numbers).toEqual(numbers.map((_, index) => first + index));
      }
      await store.close();
    }
    expect(promised).toBeGreaterThan(100);
  }, 60_000);

  /** Runs a process for so many milliseconds after its first line, and answers the lines after it. */
  async function killedAfter(args: string[], milliseconds: number): Promise<string[]> {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output === '') setTimeout(() => child.kill('SIGKILL'), milliseconds);
      output += text;
    });
    await new Promise((resolve) => child.once('close', resolve));
    const [opened, ...lines] = output.split('\n').slice(0, -1);
    expect(opened).toBe('open');
    return lines;
  }
});

describe('a full disk', () => {
  /** Mounting a small disk takes root, on Linux. */
  const canMount = process.platform === 'linux' && process.getuid?.() === 0;

  it.skipIf(!canMount)(
    'refuses what has no room, keeps the rest, and accepts again once there is room',
    async (context) => {
      const mount = path.join(directory, 'small');
      await fs.mkdir(mount);
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount], { stdio: 'ignore' });
      } catch {
        context.skip('mounting is not allowed here');
      }
      try {
        const dataDir = path.join(mount, 'data');
        const filler = path.join(mount, 'filler');
        const events: StoreEvent[] = [];
        const store = await openStore({ dataDir, onEvent: (event) => events.push(event) });
        await fs.writeFile(filler, Buffer.alloc(600_000));
        const kept: string[] = [];
        let refused: unknown;
        for (let number = 0; refused === undefined && number < 1_000; number++) {
          const id = `m${number}`;
          await store.mutate([put.message(id, 'r1', 'neve '.repeat(1_000))]).then(
            () => kept.push(id),
            (error: unknown) => (refused = error),
          );
        }
        expect(refused).toMatchObject({
          code: 'UNAVAILABLE',
          message: expect.stringContaining('non c’è più spazio') as string,
        });
        expect(store.state).toBe('open');
        expect(store.chatMessages.size).toBe(kept.length);
        await expect(store.fold()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
        expect(await fs.readdir(dataDir)).not.toContain('db.json.tmp');

        await fs.rm(filler);
        await store.mutate([put.user('after', 1)]);
        await store.close();
        const again = await openStore({ dataDir });
        expect([...again.chatMessages.values()].map(({ id }) => id)).toEqual(kept);
        expect(again.users.size).toBe(1);
        await again.close();
      } finally {
        execFileSync('umount', [mount]);
      }
    },
  );
});
