import { expect } from 'vitest';

/** The answer's JSON; what it says instead when its status is another. */
export async function json<T>(response: Response, status = 200): Promise<T> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return JSON.parse(text) as T;
}

/** One file as a browser's form sends it. */
export function fileForm(bytes: BlobPart | Uint8Array, name: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([bytes as BlobPart]), name);
  return form;
}
