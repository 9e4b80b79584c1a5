// Programs of the system that tests use where they are there. Tests install none of them: npm run test:programs does (Debian, as root).
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program, or undefined. Debian keeps some in the administrator's folders.
 *
 * @param {string} program
 */
export function findProgram(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The Chromium to test with: CHROMIUM_PATH, then Debian's build without windows, which needs half the processor, then others'. */
export async function findBrowser() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return existsSync(configured) ? configured : undefined;
  const { chromium } = await import('playwright');
  const own = chromium.executablePath();
  return (
    findProgram('chromium-headless-shell') ?? findProgram('chromium') ?? (existsSync(own) ? own : undefined)
  );
}
