// npm run clips: records the chat's four preview clips from the built site and its embedded model, with Chromium and ffmpeg.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { parse } from 'yaml';
import { findBrowser } from './programs.mjs';
import { ensureBuilt, ensureInstalled, run } from './setup.mjs';

/** @type {Record<string, { section: number, questions: string[] }>} */
const conversations = parse(readFileSync('src/content/demo/clips.yaml', 'utf8'));
const media = 'src/content/media/video';
const port = 4399;
const url = `http://127.0.0.1:${port}`;

ensureInstalled();
ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'clips-'));
const { unlockCodes } = JSON.parse(readFileSync('src/content/demo/codes.json', 'utf8'));
const settings = { DEMO: 'on', DEMO_CODES: 'published', RATE_LIMITS: 'off', PORT: String(port) };
const folders = { DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads') };
const server = spawn(process.execPath, ['dist/server/server.js'], {
  env: { ...process.env, ...settings, ...folders },
  stdio: 'ignore',
});
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
try {
  while (!(await fetch(url).catch(() => undefined))) await wait(200);
  for (const [name, { section, questions }] of Object.entries(conversations)) {
    const { code } = unlockCodes.find(
      (/** @type {{ maxSection: number }} */ one) => one.maxSection === section,
    );
    await record(name, code, questions);
    console.log(name);
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true });
}

/** Writes a clip in both formats and its poster. @param {string} name @param {string} code @param {string[]} questions */
async function record(name, code, questions) {
  const page = await browser.newPage({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
  });
  await page.goto(`${url}/chat`);
  await page.evaluate(
    (body) =>
      fetch('/api/redeem-code', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
    JSON.stringify({ code }),
  );
  await page.reload();
  await page.getByText(`SEC_0`).first().waitFor();
  await wait(1500);
  const frames = await filmed(page, async () => {
    for (const question of questions) {
      await page.getByRole('textbox').pressSequentially(question, { delay: 45 });
      await wait(250);
      await page.keyboard.press('Enter');
      await page.locator('.terminal-suggestions').waitFor({ state: 'detached' });
      // Back once the reply is whole.
      await page.locator('.terminal-suggestions').waitFor();
      await wait(1800);
    }
    await wait(1500);
  });
  await page.close();
  encode(name, frames);
  await sharp(frames.at(-1)?.file).webp({ quality: 80 }).toFile(`${media}/${name}.webp`);
}

/**
 * @param {import('playwright').Page} page @param {() => Promise<void>} act
 * @returns {Promise<{ file: string, at: number }[]>} what the page painted meanwhile, with its moment in seconds
 */
async function filmed(page, act) {
  /** @type {{ file: string, at: number }[]} */
  const frames = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${frames.length}.png`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    frames.push({ file, at: metadata.timestamp ?? 0 });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png', maxWidth: 720, maxHeight: 1280 });
  await act();
  await session.send('Page.stopScreencast');
  return frames;
}

/** @param {string} name @param {{ file: string, at: number }[]} frames */
function encode(name, frames) {
  const list = frames.map(({ file, at }, index) => {
    const until = frames[index + 1]?.at ?? at + 1.5;
    return `file '${file}'\nduration ${(until - at).toFixed(4)}`;
  });
  writeFileSync(join(folder, 'list.txt'), list.join('\n'));
  const input = ['-y', '-v', 'error', '-f', 'concat', '-safe', '0', '-i', join(folder, 'list.txt'), '-an'];
  const shape = ['-vf', 'fps=25,scale=720:1280', '-pix_fmt', 'yuv420p'];
  const h264 = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '30', '-movflags', '+faststart'];
  const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '46', '-b:v', '0', '-row-mt', '1', '-cpu-used', '2'];
  run('ffmpeg', [...input, ...shape, ...h264, `${media}/${name}.mp4`]);
  run('ffmpeg', [...input, ...shape, ...vp9, `${media}/${name}.webm`]);
}
