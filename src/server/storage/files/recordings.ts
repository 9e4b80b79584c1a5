import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileTypeFromFile } from 'file-type';
import { parseFile } from 'music-metadata';
import { uploadLimits } from '#shared/contracts/uploads.ts';
import { AppError } from '#shared/errors.ts';
import { diskRefusal } from './local.ts';
import { secondsOfMp4 } from './mp4-length.ts';
import { clearTags, secondsOfMp3 } from './recording-tags.ts';
import type { FileStore } from './types.ts';

type RecordingKind = 'audio' | 'video';

/** Containers told by their bytes, and the extension each is kept and served under. */
const containers: Record<RecordingKind, ReadonlyMap<string, { extension: string; type: string }>> = {
  audio: new Map([
    ['audio/mpeg', { extension: 'mp3', type: 'audio/mpeg' }],
    ['audio/x-m4a', { extension: 'm4a', type: 'audio/mp4' }],
    ['audio/mp4', { extension: 'm4a', type: 'audio/mp4' }],
    // Not every program writes what is inside an MP4: it is looked at below.
    ['video/mp4', { extension: 'm4a', type: 'audio/mp4' }],
    ['audio/ogg', { extension: 'ogg', type: 'audio/ogg' }],
    ['audio/ogg; codecs=opus', { extension: 'ogg', type: 'audio/ogg' }],
    ['audio/wav', { extension: 'wav', type: 'audio/wav' }],
    ['audio/flac', { extension: 'flac', type: 'audio/flac' }],
  ]),
  video: new Map([
    ['video/mp4', { extension: 'mp4', type: 'video/mp4' }],
    ['video/webm', { extension: 'webm', type: 'video/webm' }],
  ]),
};

const wrongTypeSentences: Record<RecordingKind, string> = {
  audio: 'Il file deve essere un audio MP3, M4A, OGG, Opus, WAV o FLAC.',
  video: 'Il file deve essere un video MP4 o WebM.',
};

const damagedSentences: Record<RecordingKind, string> = {
  audio: 'L’audio è danneggiato: il file non si può leggere.',
  video: 'Il video è danneggiato: il file non si può leggere.',
};

const byteLimits: Record<RecordingKind, number> = {
  audio: uploadLimits.audioBytes,
  video: uploadLimits.videoBytes,
};

/** Up to here a file that does not say how long it is is read to its end to find out. */
const readWholeBytes = 300 * 1024 * 1024;

interface StoredRecording {
  name: string;
  type: string;
  bytes: number;
  seconds: number | undefined;
}

/**
 * Keeps a recording under the hash of its content.
 *
 * @param options with `isKept`, bytes that a site has kept before: neither tags nor missing sound matter any more
 * @throws AppError TOO_LARGE, WRONG_TYPE (judged by its bytes), IMPOSSIBLE (damaged)
 */
export async function storeRecording(
  files: FileStore,
  stream: Readable,
  kind: RecordingKind,
  { isKept = false } = {},
): Promise<StoredRecording> {
  let looked: { type: string; seconds: number | undefined } | undefined;
  const { name, bytes } = await files.receive(stream, byteLimits[kind], async ({ path, sha256 }) => {
    const found = containers[kind].get((await fileTypeFromFile(path))?.mime ?? '');
    if (!found) throw new AppError('WRONG_TYPE', wrongTypeSentences[kind]);
    const { hasVideo, seconds } = await recordingAt(path).catch((cause: unknown) => {
      throw diskRefusal(cause) ?? new AppError('IMPOSSIBLE', damagedSentences[kind], { cause });
    });
    if (found.extension === 'm4a' && hasVideo) throw new AppError('WRONG_TYPE', wrongTypeSentences.audio);
    looked = { type: found.type, seconds };
    if (isKept) return `${kind}/${sha256.slice(0, 32)}.${found.extension}`;
    const { isChanged, length } = await cleanSound(path, found.extension, seconds).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw diskRefusal(cause) ?? new AppError('IMPOSSIBLE', cutSentence, { cause });
    });
    looked.seconds = length;
    // The name says the content as it is kept.
    const hash = isChanged ? await sha256Of(path) : sha256;
    return `${kind}/${hash.slice(0, 32)}.${found.extension}`;
  });
  if (!looked) throw new AppError('INTERNAL');
  return { name, bytes, ...looked };
}

const cutSentence =
  'L’audio è tagliato: manca una parte di quello che il file dice di avere. Esportalo o copialo di nuovo.';

/** Takes the tags out of a recording and counts how long it really is. @throws when it is cut */
async function cleanSound(path: string, extension: string, told: number | undefined) {
  const isChanged = await clearTags(path, extension);
  const counted = extension === 'mp3' ? roundToTenth(await secondsOfMp3(path)) : undefined;
  return { isChanged, length: counted ?? told };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** What is in a recording, and how long it is as far as it says. */
async function recordingAt(path: string): Promise<{ hasVideo: boolean; seconds: number | undefined }> {
  const { format } = await parseFile(path, { skipCovers: true });
  if (format.container === undefined && format.codec === undefined) throw new TypeError('nothing in it');
  const hasVideo = format.hasVideo ?? false;
  const told = format.duration ?? (await secondsOfMp4(path));
  if (told !== undefined) return { hasVideo, seconds: roundToTenth(told) };
  if ((await stat(path)).size > readWholeBytes) return { hasVideo, seconds: undefined };
  const whole = await parseFile(path, { skipCovers: true, duration: true });
  return { hasVideo, seconds: roundToTenth(whole.format.duration) };
}

const roundToTenth = (seconds: number | undefined) =>
  seconds === undefined ? undefined : Math.round(seconds * 10) / 10;

/** How long a recording of the book's own is; `undefined` when it does not say. */
export async function secondsOf(path: string): Promise<number | undefined> {
  return recordingAt(path).then(
    ({ seconds }) => seconds,
    () => undefined,
  );
}
