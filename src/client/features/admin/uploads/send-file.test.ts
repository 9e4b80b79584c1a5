import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInPrompt } from '../session/sign-in-prompt.ts';
import { refuseRecording, sendFile } from './send-file.ts';

class FakeCall {
  static made: FakeCall[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number; lengthComputable: boolean }) => void } = {};
  status = 0;
  statusText = '';
  responseText = '';
  url = '';
  body: FormData | undefined;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  open = (_method: string, url: string) => void (this.url = url);
  send(body: FormData): void {
    this.body = body;
    FakeCall.made.push(this);
  }
  abort = () => this.onabort?.();
  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}

beforeEach(() => {
  FakeCall.made = [];
  vi.stubGlobal('XMLHttpRequest', FakeCall);
});
afterEach(() => vi.unstubAllGlobals());

const file = new File(['neve'], 'neve.png', { type: 'image/png' });
const sending = () => ({
  onProgress: vi.fn<(share: number) => void>(),
  signal: new AbortController().signal,
});
const call = (index: number) => {
  const made = FakeCall.made[index];
  if (!made) throw new Error(`call ${index} was not made`);
  return made;
};

test('goes to the procedure’s address as one file, and tells how far it is', async () => {
  const progress = sending();
  const sent = sendFile('media.replace', file, progress, { id: 'estratto-ferro' });
  expect(call(0).url).toBe('/api/admin/media/estratto-ferro');
  expect(call(0).body?.get('file')).toBeInstanceOf(File);
  call(0).upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true });
  call(0).upload.onprogress?.({ loaded: 1, total: 0, lengthComputable: false });
  expect(progress.onProgress.mock.calls).toEqual([[0.25]]);
  call(0).answer(200, { id: 'estratto-ferro' });
  expect(await sent).toEqual({ id: 'estratto-ferro' });
});

test('is sent again from its start once the author has signed in again', async () => {
  const sent = sendFile('uploads.create', file, sending());
  call(0).answer(401, { code: 'UNAUTHORIZED', message: 'Accedi.' });
  await vi.waitFor(() => expect(signInPrompt.isOpen.get()).toBe(true));
  signInPrompt.answer(true);
  await vi.waitFor(() => expect(FakeCall.made).toHaveLength(2));
  call(1).answer(201, { url: '/uploads/a.png' });
  expect(await sent).toEqual({ url: '/uploads/a.png' });
});

test('fails with the refusal, with no answer, or given up', async () => {
  const refused = sendFile('uploads.create', file, sending());
  call(0).answer(415, { code: 'UNSUPPORTED', message: 'No.' });
  await expect(refused).rejects.toMatchObject({ status: 415, serverMessage: 'No.' });
  const lost = sendFile('uploads.create', file, sending());
  call(1).onerror?.();
  await expect(lost).rejects.toBeInstanceOf(TypeError);
  const giving = new AbortController();
  const given = sendFile('uploads.create', file, { ...sending(), signal: giving.signal });
  giving.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  const before = sendFile('uploads.create', file, { ...sending(), signal: giving.signal });
  await expect(before).rejects.toMatchObject({ name: 'AbortError' });
  expect(FakeCall.made).toHaveLength(3);
});

test.each([
  ['audio', 'image/png', 10, 'Il file scelto non è un audio.'],
  ['video', 'audio/mpeg', 10, 'Il file scelto non è un video.'],
  ['audio', 'video/mp4', 10, undefined],
  ['audio', '', 10, undefined],
  ['audio', 'audio/mpeg', 3_000_000_000, 'L’audio supera i 2 GB.'],
  ['video', 'video/mp4', 600_000_000, 'Il video supera i 500 MB.'],
] as const)('as %s a file of type %j and %i bytes: %j', (kind, type, size, reason) => {
  expect(refuseRecording(kind, { type, size })).toBe(reason);
});
