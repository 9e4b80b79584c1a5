import { heicRefusal, isHeic, uploadLimits } from '#shared/contracts/uploads.ts';
import { restTable } from '#shared/rest.ts';
import { fillPath, type AddressParams } from '#client/addresses.ts';
import { ApiError } from '#client/api-error.ts';
import type { RouterOutputs } from '#client/trpc.ts';
import { repeatAfterSignIn } from '../session/sign-in-link.ts';

/**
 * File types of image pickers. Includes HEIC, to explain the refusal; not in Safari, which converts to JPEG when the
 * type is not listed.
 */
export const pictureTypes = (vendor: string = navigator.vendor): string =>
  `image/jpeg,image/png,image/webp,image/avif,image/gif${vendor.startsWith('Apple') ? '' : ',.heic,.heics,.heif,.hif'}`;

/** Why a file is no valid image, in Italian; the server checks its bytes again. */
export function refuseImage(file: { type: string; size: number; name?: string }): string | undefined {
  if (isHeic(file.type, file.name)) return heicRefusal;
  if (!file.type.startsWith('image/')) return 'Il file scelto non è un’immagine.';
  if (file.type === 'image/svg+xml')
    return 'Le immagini SVG non sono ammesse: usa JPEG, PNG, WebP, AVIF o GIF.';
  if (file.size > uploadLimits.imageBytes) return 'L’immagine supera i 25 MB.';
  return undefined;
}

/** Why a file is no valid recording, in Italian; the server checks its bytes again. */
export function refuseRecording(
  kind: 'audio' | 'video',
  file: { type: string; size: number },
): string | undefined {
  // Some systems report M4A as video and OGG as application: refuses only certain mismatches.
  if (/^(?:image|text)\//.test(file.type) || (kind === 'video' && file.type.startsWith('audio/')))
    return kind === 'audio' ? 'Il file scelto non è un audio.' : 'Il file scelto non è un video.';
  if (kind === 'audio' && file.size > uploadLimits.audioBytes) return 'L’audio supera i 2 GB.';
  if (kind === 'video' && file.size > uploadLimits.videoBytes) return 'Il video supera i 500 MB.';
  return undefined;
}

export interface Sending {
  onProgress(share: number): void;
  signal: AbortSignal;
}

interface UploadAnswers {
  'uploads.create': RouterOutputs['uploads']['create'];
  'media.replace': RouterOutputs['media']['replace'];
  'book.addRecording': RouterOutputs['book']['addRecording'];
  'book.addVideo': RouterOutputs['book']['addVideo'];
  'bookPackage.check': RouterOutputs['bookPackage']['check'];
  'restore.check': RouterOutputs['restore']['check'];
  'restore.addFiles': RouterOutputs['restore']['addFiles'];
}

type ParamsOf<Name extends keyof UploadAnswers> = AddressParams<(typeof restTable)[Name]['path']>;

/**
 * Uploads a file to a procedure; repeats it after signing in again.
 *
 * @throws ApiError when the response is not a success; TypeError without a response; AbortError when cancelled
 */
export function sendFile<Name extends keyof UploadAnswers>(
  name: Name,
  file: File,
  sending: Sending,
  ...params: keyof ParamsOf<Name> extends never ? [] : [ParamsOf<Name>]
): Promise<UploadAnswers[Name]> {
  const url = fillPath(restTable[name].path, params[0] ?? {});
  return repeatAfterSignIn(async () => (await postFile(url, file, sending)) as UploadAnswers[Name]);
}

/** XMLHttpRequest, because fetch reports no upload progress. @returns the parsed response */
function postFile(url: string, file: File, { onProgress, signal }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', url);
    call.withCredentials = true;
    call.responseType = 'text';
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) resolve(JSON.parse(call.responseText));
      else reject(new ApiError(call.status, call.statusText, call.responseText));
    };
    call.onerror = () => reject(new TypeError('The upload got no answer'));
    call.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'));
    if (signal.aborted) return reject(new DOMException('The upload was given up', 'AbortError'));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    const body = new FormData();
    body.append('file', file);
    call.send(body);
  });
}
