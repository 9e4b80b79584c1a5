import fs from 'node:fs/promises';
import { adminPassword, SiteProcess } from './site-process.ts';
import { Visitor } from './visitor.ts';

/**
 * A small database as `kill -9` leaves it: db.json, the segment that was not folded into it, and the one of the start
 * after.
 *
 * @returns the data folder
 */
export async function killedSite(folder: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const dataDir = await killedOnce(folder);
    const names = await fs.readdir(dataDir);
    // On a busy machine the site may have been idle for long enough to fold by itself: then there is too little to damage.
    if (['db.json.journal.2', 'db.json.journal.3'].every((name) => names.includes(name))) return dataDir;
    if (attempt === 5) throw new Error(`no two segments are left: ${names.join(', ')}`);
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
  await site.start(adminPassword);
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
