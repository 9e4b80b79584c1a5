import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that goes away once the test is over, and all that was to be done after it: from a test or its `beforeEach`. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferro-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
