import fs from 'node:fs/promises';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { Visitor } from './visitor.ts';

/** What a killed server left: its data folder, and the names in it that the trials change. */
export interface KilledSite {
  dataDir: string;
  /** The segment that was not folded into db.json when it was killed. */
  older: string;
  /** The segment of the start after. */
  newest: string;
  /** As the one after would be called. */
  next: string;
}

const segmentName = (number: number) => `db.json.journal.${number}`;
const attempts = 10;

/**
 * A small database as `kill -9` leaves it: db.json, the segment that was not folded into it, and the one of the start
 * after.
 */
export async function killedSite(folder: string): Promise<KilledSite> {
  for (let attempt = 1; ; attempt++) {
    const dataDir = await killedOnce(folder);
    const names = await fs.readdir(dataDir);
    const numbers = names
      .map((name) => Number(/^db\.json\.journal\.(\d+)$/.exec(name)?.[1]))
      .filter((number) => number > 0)
      .sort((one, other) => one - other);
    const [older, newest = 0] = numbers;
    // On a busy machine the site may have been idle for long enough to fold by itself: then there is too little to damage.
    if (older !== undefined && numbers.length === 2)
      return {
        dataDir,
        older: segmentName(older),
        newest: segmentName(newest),
        next: segmentName(newest + 1),
      };
    if (attempt === attempts) throw new Error(`no two segments are left: ${names.join(', ')}`);
    await fs.rm(folder, { recursive: true });
  }
}

async function killedOnce(folder: string): Promise<string> {
  const site = new SiteProcess(folder);
  const author = new Visitor(() => site.url);
  const write = async (number: number): Promise<void> => {
    await author.fetch('POST', '/api/sections', {
      sectionNumber: number,
      title: `Neve ${number} — perché?`,
      content: 'La neve cadeva sul mercato. '.repeat(8),
    });
    await author.fetch('POST', '/api/unlock-codes', { code: `codice-${number}`, maxSection: number });
    const reader = new Visitor(() => site.url);
    await reader.fetch('POST', '/api/redeem-code', { code: `codice-${number}` });
    await reader.fetch('POST', '/api/chat', { message: `Che cosa ricordi? (${number})` });
  };
  await site.start(firstStart);
  await author.fetch('POST', '/api/admin/login', { password: adminPassword });
  await write(1);
  // Folds.
  await (await author.fetch('GET', '/api/admin/backup/database')).arrayBuffer();
  await write(2);
  await site.end('SIGKILL');
  await site.start();
  await write(3);
  await site.end('SIGKILL');
  return site.dataDir;
}
