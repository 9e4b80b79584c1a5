import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkSite } from './check.ts';
import { counted, type Row, type Trial } from './row.ts';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { Writers } from './writers.ts';

const writerCount = 32;
const writesARound = 150;
/** Servers at once: one waits for its disk while another computes. */
const lanes = 4;
/** A database serves so many rounds: long enough to be old, short enough to be compared whole each time. */
const roundsOfOneDatabase = 25;

interface Outcome {
  acknowledged: number;
  rounds: number;
  tornTails: number;
  /** Rounds in which it was killed again, while it started or while it stopped. */
  killedTwice: number;
  problems: string[];
}

/** `kill -9` at any moment of a server that 32 writers are using over HTTP. */
export async function kills({ scratch, scale, progress }: Trial): Promise<Row[]> {
  const total: Outcome = { acknowledged: 0, rounds: 0, tornTails: 0, killedTwice: 0, problems: [] };
  let left = scale.kills;
  const lane = async (name: string): Promise<void> => {
    for (let database = 0; left > 0; database++) {
      const rounds = Math.min(left, roundsOfOneDatabase, Math.ceil(scale.kills / lanes));
      left -= rounds;
      const folder = path.join(scratch, `${name}-${database}`);
      await killAgainAndAgain(folder, rounds, total, progress);
      await fs.rm(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(`kill-${index}`)));
  return [
    {
      case: `kill -9 under ${writerCount} writers over HTTP`,
      rounds: total.rounds,
      outcome:
        `${counted(total.acknowledged)} writes acknowledged, ${total.problems.length} lost or wrong; ` +
        `${total.tornTails} torn tails cut, ${total.killedTwice} times killed again while starting or stopping` +
        (total.problems.length > 0 ? `: ${total.problems.slice(0, 5).join('; ')}` : ''),
      expected: '0 lost, each there once, every start clean',
      ok: total.problems.length === 0 && total.acknowledged > 0,
    },
  ];
}

async function killAgainAndAgain(
  folder: string,
  rounds: number,
  total: Outcome,
  progress: (text: string) => void,
): Promise<void> {
  const site = new SiteProcess(folder);
  const writers = new Writers({ url: () => site.url, uploads: true });
  try {
    await site.start(firstStart);
    await writers.prepare(adminPassword);
    for (let round = 0; round < rounds; round++) {
      const running = writers.run(writerCount);
      // Every third round the journal is being folded for a backup when the end comes.
      if (round % 3 === 0) void backUp(writers);
      await writers.chanceMoment(writesARound);
      if (round % 10 === 9) await killWhileStopping(site, writers, total);
      else {
        const gone = site.end('SIGKILL');
        // At once: its port may soon be another's.
        writers.stop();
        await gone;
      }
      await running;
      if (round % 10 === 4) await killWhileStarting(site, total);
      await site.start();
      total.tornTails += site.events.filter(({ type }) => type === 'torn-tail-cut').length;
      const problems = await checkSite(writers.author, writers.ledger);
      total.problems.push(...problems, ...writers.ledger.unexpected.splice(0));
      total.rounds++;
      progress(
        `kill -9: ${total.rounds}, ${counted(total.acknowledged + writers.ledger.acknowledged)} writes`,
      );
    }
  } catch (error) {
    total.problems.push(String(error));
  } finally {
    total.acknowledged += writers.ledger.acknowledged;
    await site.end('SIGKILL');
  }
}

async function backUp({ author }: Writers): Promise<void> {
  const download = author
    .fetch('GET', '/api/admin/backup/database')
    .then((response) => response.arrayBuffer());
  await download.catch(() => undefined);
}

/** A clean stop that is not let finish. */
async function killWhileStopping(site: SiteProcess, writers: Writers, total: Outcome): Promise<void> {
  process.kill(site.pid, 'SIGTERM');
  await delay(Math.random() * 60);
  const gone = site.end('SIGKILL');
  writers.stop();
  await gone;
  total.killedTwice++;
}

async function killWhileStarting(site: SiteProcess, total: Outcome): Promise<void> {
  await site.spawn();
  await delay(Math.random() * 600);
  await site.end('SIGKILL');
  total.killedTwice++;
}
