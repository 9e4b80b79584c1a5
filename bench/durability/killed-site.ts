import fs from 'node:fs/promises';
import path from 'node:path';
import { adminPassword } from '../../tests/support/admin-password.ts';
import { firstStart, SiteProcess } from './site-process.ts';
import { Visitor } from './visitor.ts';

export const journal = 'db.json.journal';
const attempts = 10;
/** What one start and the writes after it leave: with more the journal is of both. */
const fewLines = 7;

/**
 * A small database as `kill -9` leaves it: db.json, and the journal of two starts that was not folded into it.
 *
 * @returns its data folder
 */
export async function killedSite(folder: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const dataDir = await killedOnce(folder);
    const lines = (await fs.readFile(path.join(dataDir, journal), 'utf8')).split('\n').length - 1;
    // On a busy machine the site may have been idle for long enough to fold by itself: then there is too little to damage.
    if (lines > fewLines) return dataDir;
    if (attempt === attempts) throw new Error(`only ${lines} lines are left in the journal`);
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
