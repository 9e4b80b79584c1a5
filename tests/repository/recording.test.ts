import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/programs.mjs';

const rate = 16_000;

/** A WAV of one channel, 16 bits, with the given samples from -1 to 1. */
function wavOf(samples: readonly number[]): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  const body = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, place) => body.writeInt16LE(Math.round(sample * 32_767), place * 2));
  return Buffer.concat([header, body]);
}

/** Ten seconds of a voice far too low. */
const reading = Array.from(
  { length: rate * 10 },
  (_, place) => 0.02 * Math.sin((2 * Math.PI * 220 * place) / rate),
);

/** How loud a recording is (EBU R 128), in LUFS. */
function loudnessOf(cwd: string, file: string): number {
  const args = ['-hide_banner', '-i', file, '-af', 'ebur128=framelog=verbose', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { cwd, encoding: 'utf8' });
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary:')))?.[1]);
}

test.skipIf(!findProgram('ffmpeg'))(
  "the guide's line cuts, levels and labels a reading",
  { timeout: 60_000 },
  () => {
    const cwd = mkdtempSync(join(tmpdir(), 'recording-'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    writeFileSync(join(cwd, 'lettura.wav'), wavOf(reading));
    const command = /^ *(ffmpeg .*)$/m.exec(readFileSync('docs/guida.md', 'utf8'))?.[1] ?? '';
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(Math.abs(loudnessOf(cwd, 'capitolo-1.mp3') + 18)).toBeLessThan(1);
    const file = readFileSync(join(cwd, 'capitolo-1.mp3'));
    // 80 kb/s: of ten seconds the first four are cut.
    expect((file.length * 8) / 80_000).toBeCloseTo(6, 0);
    for (const tag of ['Capitolo 1', 'Anna Neri']) expect(file.includes(tag)).toBe(true);
  },
);

test.each([
  'capitolo-1-il-mercato',
  'estratto-bisonti-meccanici',
  'estratto-ferro',
  'estratto-il-kivgiq',
  'estratto-il-mercato',
])('%s says in the file that nobody read it', (name) => {
  const start = readFileSync(`src/content/media/audio/${name}.mp3`).subarray(0, 4_096);
  expect(start.includes('Voce sintetica')).toBe(true);
});
