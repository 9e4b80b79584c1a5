// A process that writes for as long as it lives, for tests that kill it: `<folder>` in, one line `<writer> <number>` out for
// every message that it was promised is on the disk.
import { writeSync } from 'node:fs';
import { openStore } from '#server/storage/store/store.ts';
import { put } from './records.ts';

const [dataDir = '', firstNumber = '0'] = process.argv.slice(2);
const store = await openStore({ dataDir });
writeSync(1, 'open\n');

async function write(writer: number): Promise<never> {
  for (let number = Number(firstNumber); ; number++) {
    await store.mutate([put.message(`${writer}-${number}`, `reader-${writer}`)]);
    writeSync(1, `${writer} ${number}\n`);
  }
}

async function fold(): Promise<never> {
  for (;;) await store.fold();
}

await Promise.all([fold(), ...Array.from({ length: 8 }, (_, writer) => write(writer))]);
