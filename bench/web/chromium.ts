import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** CHROMIUM_PATH, then the system's, then Playwright's own. */
export async function chromiumPath(): Promise<string> {
  const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()];
  const found = candidates.find((path) => path !== undefined && existsSync(path));
  if (!found) throw new Error('No Chromium: install one, or name it in CHROMIUM_PATH.');
  return found;
}
