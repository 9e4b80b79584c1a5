import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';

/*
 * Processes beside the server on a disk that loses its power: the built bench forks itself with `--role NAME FOLDER`.
 */

/** What stock lowdb promised: `ids` whose `write()` resolved. */
export type Promised = { ids: number[] };

/** One line of a bare append that its `fdatasync` said is on the disk, and when it said so. */
export type Synced = { lane: number; line: number; at: number };

export const lanes = 8;
/** Of a lane's file: each line has its number and a length that no half of it has. */
export const lineOf = (line: number) => `${line} ${'neve '.repeat(40)}ferro\n`;

/** The time of all processes of this machine, in milliseconds. */
export const machineTime = () => Number(process.hrtime.bigint()) / 1e6;

const roles = {
  /** A neighbour that syncs a file of its own: it makes the file system write its log, and the others' half-done work with it. */
  async neighbour(folder: string) {
    const file = await fs.open(path.join(folder, 'neighbour'), 'w');
    for (let turn = 0; ; turn++) {
      await file.write(`${turn}\n`);
      await file.sync();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },

  /** Nothing but append and `fdatasync`, to files of their own: what the kernel itself promises. */
  async append(folder: string) {
    const append = async (lane: number): Promise<never> => {
      const file = await fs.open(path.join(folder, `lane-${lane}`), 'w');
      for (let line = 1; ; line++) {
        await file.write(lineOf(line));
        await file.datasync();
        process.send?.({ lane, line, at: machineTime() } satisfies Synced);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => append(lane)));
  },

  /** lowdb as its documentation shows it, with 16 writers. */
  async lowdb(folder: string) {
    const low = new Low<{ messages: { id: number; text: string }[] }>(
      new JSONFile(path.join(folder, 'db.json')),
      { messages: [] },
    );
    await low.read();
    let next = low.data.messages.length;
    const writer = async (): Promise<never> => {
      for (;;) {
        const id = next++;
        low.data.messages.push({ id, text: `Che cosa ricordi del mercato? ${'neve '.repeat(40)}` });
        await low.write();
        process.send?.({ ids: [id] } satisfies Promised);
      }
    };
    await Promise.all(Array.from({ length: 16 }, writer));
  },
} satisfies Record<string, (folder: string) => Promise<void>>;

export type Role = keyof typeof roles;

/** Plays a role when this process was forked for one. */
export async function playRole(): Promise<boolean> {
  const [flag, name = '', folder = ''] = process.argv.slice(2);
  if (flag !== '--role' || !(name in roles)) return false;
  // After the cut every call is an error; nobody is left to tell.
  await roles[name as Role](folder).catch(() => undefined);
  return true;
}

export function forkRole(role: Role, folder: string): ChildProcess {
  return fork(fileURLToPath(import.meta.url), ['--role', role, folder], { stdio: 'ignore' });
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
