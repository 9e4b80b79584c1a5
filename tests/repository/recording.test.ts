import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/programs.mjs';
import { measureLoudness, prepareRecording } from '../../scripts/recording.mjs';

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

/** Two seconds of nothing, six of a voice far too low, two of nothing. */
const reading = Array.from({ length: rate * 10 }, (_, place) => {
  const second = place / rate;
  return second < 2 || second > 8 ? 0 : 0.02 * Math.sin(2 * Math.PI * 220 * second);
});

test.skipIf(!findProgram('ffmpeg'))('a reading is cut, levelled and labelled', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const input = join(folder, 'lettura.wav');
  const output = join(folder, 'lettura.mp3');
  writeFileSync(input, wavOf(reading));
  prepareRecording(input, output, { title: 'Capitolo 2', artist: 'Anna Neri', synthetic: true });
  expect(measureLoudness(['-i', output])).toBeCloseTo(-18, 0);
  const file = readFileSync(output);
  // 80 kb/s: of ten seconds six stay, and some tenths before and after.
  expect((file.length * 8) / 80_000).toBeGreaterThan(6.3);
  expect((file.length * 8) / 80_000).toBeLessThan(7.5);
  for (const tag of ['Capitolo 2', 'Anna Neri', 'Voce sintetica']) expect(file.includes(tag)).toBe(true);

  prepareRecording(input, output, { from: '0:03', to: '5', 'keep-ends': true });
  expect((readFileSync(output).length * 8) / 80_000).toBeCloseTo(2, 0);
  writeFileSync(input, wavOf(reading.map(() => 0)));
  expect(() => prepareRecording(input, output)).toThrow('non si sente niente');
  expect(() => prepareRecording(input, 'lettura.wav')).toThrow('.mp3');
});

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
