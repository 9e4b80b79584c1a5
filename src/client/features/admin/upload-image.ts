import { uploadLimits, type StoredUpload } from '../../../shared/contracts/uploads.ts';
import { ApiError } from '../../api-error.ts';

/** Why a file cannot be an image of the gallery, in Italian; the server judges again, by its bytes. */
export function refuseImage(file: { type: string; size: number }): string | undefined {
  if (!file.type.startsWith('image/')) return 'Il file scelto non è un’immagine.';
  if (file.type === 'image/svg+xml')
    return 'Le immagini SVG non sono ammesse: usa JPEG, PNG, WebP, AVIF o GIF.';
  if (file.size > uploadLimits.imageBytes) return 'L’immagine supera i 25 MB.';
  return undefined;
}

/**
 * Sends an image to the uploads. XMLHttpRequest, because fetch does not tell how much has been sent.
 *
 * @param onProgress called with the share sent so far, from 0 to 1
 * @throws ApiError when the answer is not a success; TypeError when there is no answer
 */
export function uploadImage(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoredUpload> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', '/api/admin/uploads');
    call.withCredentials = true;
    call.responseType = 'text';
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) resolve(JSON.parse(call.responseText) as StoredUpload);
      else reject(new ApiError(call.status, call.statusText, call.responseText));
    };
    call.onerror = () => reject(new TypeError('The upload got no answer'));
    call.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    const body = new FormData();
    body.append('file', file);
    call.send(body);
  });
}
