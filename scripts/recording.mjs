// npm run recording -- <in> <out.mp3> [--from 0:12] [--to 6:20] [--title …] [--artist …] [--synthetic] [--consonants]
// [--keep-ends]: a reading made ready for the site with ffmpeg: cut, silent ends trimmed, -18 LUFS with peaks under -1.5 dB, mono MP3.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { findProgram } from './programs.mjs';

/** Loudness of speech on the web, in LUFS (EBU R 128), and the highest peak, in dB. */
const loudness = -18;
const peak = -2;

/** LAME writes every sample 0.95 as high. */
const encoderLoss = 20 * Math.log10(0.95);

/** Where nothing is heard for longer, 0.4 s of it stay. */
const trimStart = 'silenceremove=start_periods=1:start_silence=0.4:start_duration=0.05:start_threshold=-45dB';
const trimEnds = [trimStart, 'areverse', trimStart, 'areverse'];

/** A rumble that no voice has. */
const rumble = 'highpass=f=70';

/** Gives back what a narrow radio took from s, f and c: from 2 kHz, at most 17 dB at 6.5 kHz, nothing above 8.5. */
const consonants =
  "firequalizer=delay=0.04:gain_entry='entry(0,0);entry(1500,0);entry(2500,4);entry(3500,11);entry(5000,15);entry(6500,17);entry(7800,14);entry(8500,0);entry(12000,-6)'";

/**
 * Runs ffmpeg to its end.
 *
 * @param {string[]} args
 * @returns {string} what it says
 * @throws with ffmpeg's last line where it fails or is not installed
 */
function ffmpeg(args) {
  const program = findProgram('ffmpeg');
  if (!program) throw new Error('Serve ffmpeg: su Debian e Ubuntu «apt install ffmpeg».');
  const { status, stderr } = spawnSync(program, ['-hide_banner', '-nostdin', '-nostats', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr.trim().split('\n').at(-1)}`);
  return stderr;
}

/**
 * How loud a recording is after some filters (EBU R 128).
 *
 * @param {string[]} source arguments that name the recording
 * @param {string[]} [filters]
 * @returns {number} LUFS; silence is -70
 */
export function measureLoudness(source, filters = []) {
  const output = ffmpeg([
    ...source,
    '-af',
    [...filters, 'ebur128=framelog=verbose'].join(','),
    '-f',
    'null',
    '-',
  ]);
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(output.slice(output.lastIndexOf('Summary:')))?.[1]);
}

/**
 * Writes `output`: measured first, then levelled by one gain, so that whispers stay whispers; only peaks are held back.
 *
 * @param {string} input any recording that ffmpeg reads
 * @param {string} output an .mp3
 * @param {{ from?: string, to?: string, title?: string, artist?: string, synthetic?: boolean, consonants?: boolean,
 *   'keep-ends'?: boolean }} options `from` and `to` as 1:23 or seconds; `synthetic` writes into the file that nobody read it
 */
export function prepareRecording(input, output, options = {}) {
  if (!output.endsWith('.mp3')) throw new Error('Il secondo nome deve finire con .mp3.');
  const { from, to, title, artist } = options;
  const source = [...(from ? ['-ss', from] : []), ...(to ? ['-to', to] : []), '-i', input];
  const filters = [
    rumble,
    ...(options['keep-ends'] ? [] : trimEnds),
    ...(options.consonants ? [consonants] : []),
    'aresample=44100',
  ];
  const level = measureLoudness(source, filters);
  if (!(level > -70)) throw new Error(`In ${input} non si sente niente.`);
  const limit = `alimiter=level=false:limit=${(10 ** (peak / 20)).toFixed(3)}`;
  const tags = Object.entries({
    title,
    artist,
    comment: options.synthetic ? 'Voce sintetica: nessuna persona ha letto questo testo.' : undefined,
  }).flatMap(([name, value]) => (value ? ['-metadata', `${name}=${value}`] : []));
  ffmpeg([
    ...source,
    '-af',
    [...filters, `volume=${(loudness - encoderLoss - level).toFixed(2)}dB`, limit].join(','),
    ...['-vn', '-ac', '1', '-c:a', 'libmp3lame', '-b:a', '80k', '-id3v2_version', '3', ...tags, '-y', output],
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const flag = /** @type {const} */ ({ type: 'boolean' });
  const word = /** @type {const} */ ({ type: 'string' });
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        from: word,
        to: word,
        title: word,
        artist: word,
        synthetic: flag,
        consonants: flag,
        'keep-ends': flag,
      },
    });
    const [input, output] = positionals;
    if (!input || !output)
      throw new Error('npm run recording -- lettura.wav capitolo.mp3 [--from 0:12] [--to 6:20]');
    prepareRecording(input, output, values);
    console.log(`${output}: ${measureLoudness(['-i', output])} LUFS`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
