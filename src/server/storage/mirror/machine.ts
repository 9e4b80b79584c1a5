import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { privateFile } from '../store/private-file.ts';
import { parseNote, runOrigin } from './layout.ts';

/** `sequence` is absent where the database here has all that this run has. */
const continuedRun = runOrigin.partial({ sequence: true });
type Continued = z.infer<typeof continuedRun>;

/** This machine with this data folder, as the bucket knows it. */
export interface Machine {
  readonly id: string;
  /** The run that the database here goes on from: the last one of this folder, or the one it was rebuilt from. */
  readonly continues: Continued | undefined;
  setContinues(continues: Continued): Promise<void>;
}

const machineFile = z.object({ id: z.uuid(), continues: continuedRun.optional() });

/**
 * The id is made of a random one in the data folder, which no backup and no bucket takes along, and of systemd's where there is
 * one (machine-id(5), which asks that it be hashed). So a volume is the same machine in whatever container, and a folder that was
 * copied to another machine is not the same as the one that it was copied from.
 */
export async function openMachine(dataDir: string, systemFile = '/etc/machine-id'): Promise<Machine> {
  const file = privateFile(join(dataDir, 'machine.json'));
  // Not there, or not whole: it is made again, and the machine counts as another.
  let content = parseNote(machineFile, await file.read());
  const write = async (next: z.infer<typeof machineFile>) => {
    await file.write(`${JSON.stringify(next)}\n`);
    content = next;
  };
  if (!content) await write({ id: randomUUID() });
  const { id = '' } = content ?? {};
  const systemId = await readFile(systemFile, 'utf8').catch(() => '');
  return {
    id: createHash('sha256').update(`${id} ${systemId.trim()}`).digest('hex').slice(0, 32),
    get continues() {
      return content?.continues;
    },
    setContinues: (continues) => write({ id, continues }),
  };
}
