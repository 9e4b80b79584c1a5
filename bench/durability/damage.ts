import fs from 'node:fs/promises';
import path from 'node:path';
import { MemoryDisk } from '../../tests/support/memory-disk.ts';
import { contentOf, openAdapter } from '../../tests/support/store-model.ts';
import { migrations, StoreError, type StoreEvent } from '../../src/server/main/bench-api.ts';
import { journal, killedSite } from './killed-site.ts';
import { type Row, tally, type Trial } from './row.ts';

const masks = [0x01, 0x20, 0x80, 0xff];
const newline = 0x0a;

/** What an opened copy is compared with: the content after each acknowledged mutation of the journal, the whole last. */
interface Known {
  disk: MemoryDisk;
  /** Contents as JSON. */
  states: string[];
  /** Where each whole line of the journal ends. */
  ends: number[];
  /** Of db.json, the journal and its head. */
  names: string[];
}

/** The files of a server that was killed while it wrote, cut off and changed at every byte. */
export async function damage(trial: Trial): Promise<Row[]> {
  const known = await filesOfAKilledServer(trial);
  const { names } = known;
  const rows = [await tornTails(known, trial, 'nothing'), await tornTails(known, trial, 'zeros')];
  for (const name of names) rows.push(await flippedBytes(known, trial, name, name === journal));
  return rows;
}

async function filesOfAKilledServer(trial: Trial): Promise<Known> {
  const dataDir = await killedSite(path.join(trial.scratch, 'damage'));
  const names = (await fs.readdir(dataDir))
    .filter((name) => name === 'db.json' || name.startsWith(journal))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const disk = new MemoryDisk();
  for (const name of names) disk.put(`/data/${name}`, await fs.readFile(path.join(dataDir, name)));
  const bytes = disk.bytes(`/data/${journal}`);
  const ends = [...bytes.entries()].filter(([, byte]) => byte === newline).map(([at]) => at + 1);
  const states: string[] = [];
  for (const end of ends) {
    const copy = disk.copy();
    copy.put(`/data/${journal}`, bytes.subarray(0, end));
    states.push(JSON.stringify(contentOf(await openAdapter(copy, [], migrations))));
  }
  if (names.length < 3 || states.length < 4) throw new Error('there is too little to damage');
  return { disk, states, ends, names };
}

/** Opens a copy. @returns the place of what it holds among the known states (−1: none of them), or the refusal */
async function opened(disk: MemoryDisk, states: readonly string[]) {
  const events: StoreEvent[] = [];
  try {
    const content = JSON.stringify(contentOf(await openAdapter(disk, events, migrations)));
    return { state: states.indexOf(content), told: events.some(({ type }) => type === 'torn-tail-cut') };
  } catch (error) {
    if (error instanceof StoreError && error.message.includes(error.file)) return { refused: error };
    return { state: -1, told: false };
  }
}

/** The journal cut off after each of its bytes, as a crash can leave it; or with zeros from there on. */
async function tornTails({ disk, states, ends }: Known, trial: Trial, rest: 'nothing' | 'zeros') {
  const file = `/data/${journal}`;
  const bytes = disk.bytes(file);
  const answers: string[] = [];
  for (let length = ends[0] ?? 0; length <= bytes.length; length += trial.scale.stride) {
    const copy = disk.copy();
    const kept = bytes.subarray(0, length);
    copy.put(file, rest === 'zeros' ? Buffer.concat([kept, Buffer.alloc(bytes.length - length)]) : kept);
    const whole = ends.findLastIndex((end) => end <= length);
    const isTorn = rest === 'zeros' ? length < bytes.length : ends[whole] !== length;
    const { state, told, refused } = await opened(copy, states);
    if (refused) answers.push('WRONG: refused what a crash leaves');
    else if (state !== whole || told !== isTorn) answers.push('WRONG content');
    else answers.push(isTorn ? 'recovered: every whole line, the rest cut off and told' : 'recovered whole');
  }
  return row(
    `torn tail after each byte of ${journal}${rest === 'zeros' ? ', zeros from there on' : ''}`,
    answers,
    'every whole line, nothing of the half one',
  );
}

/** Each byte of one file changed in four ways. */
async function flippedBytes({ disk, states, ends }: Known, trial: Trial, name: string, isLast: boolean) {
  const file = `/data/${name}`;
  const bytes = disk.bytes(file);
  const lastLine = ends.at(-2) ?? 0;
  const answers: string[] = [];
  for (let at = 0; at < bytes.length; at += trial.scale.stride) {
    for (const mask of masks) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ mask;
      const copy = disk.copy();
      copy.put(file, changed);
      const { state, told, refused } = await opened(copy, states);
      const cutLast = isLast && at >= lastLine && state === states.length - 2 && told;
      if (refused) answers.push('refused with the file and the reason');
      else if (cutLast) answers.push('recovered: taken for a torn tail, the last line cut off and told');
      else answers.push(state === states.length - 1 ? 'recovered whole' : 'WRONG content');
    }
    if (at % 500 === 0) trial.progress(`${name}: byte ${at} of ${bytes.length}`);
  }
  return row(`flipped byte in ${name}, each of ${bytes.length}, ${masks.length} ways`, answers);
}

function row(name: string, answers: string[], expected = 'refused or recovered, never other content'): Row {
  const ok = answers.every((answer) => !answer.startsWith('WRONG'));
  return { case: name, rounds: answers.length, outcome: tally(answers), expected, ok };
}
