import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { restTable } from '#shared/rest.ts';
import { toApiError } from './api-error.ts';
import { createServerCalls, emptyWhenSignedOut, serverCalls, toRequest } from './trpc.ts';

describe('a procedure as a request', () => {
  test('takes its parameters out of the input, and leaves the input as it was', () => {
    const input = { id: 'a b', title: 'Uno' };
    expect(toRequest(restTable, 'sections.update', input)).toEqual({
      method: 'PATCH',
      url: '/api/sections/a%20b',
      body: { title: 'Uno' },
    });
    expect(input).toEqual({ id: 'a b', title: 'Uno' });
  });

  test('has a body only where the method takes one and there is an input', () => {
    expect(toRequest(restTable, 'sections.list', undefined).body).toBeUndefined();
    expect(toRequest(restTable, 'sections.delete', { id: 'x' }).body).toBeUndefined();
    expect(toRequest(restTable, 'auth.logout', undefined).body).toBeUndefined();
    expect(toRequest(restTable, 'summaries.retry', {}).body).toEqual({});
  });
});

describe('a call', () => {
  const fetched = vi.fn<typeof fetch>();
  beforeEach(() => void vi.stubGlobal('fetch', fetched));
  afterEach(() => {
    vi.unstubAllGlobals();
    fetched.mockReset();
  });
  const calls = createServerCalls(restTable);

  test('sends JSON with credentials and gives the parsed answer', async () => {
    fetched.mockResolvedValue(Response.json({ id: 's1' }, { status: 201 }));
    const fields = { sectionNumber: 1, title: 'Uno', content: 'Neve.' };
    expect(await calls.sections.create.mutate(fields)).toEqual({ id: 's1' });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/sections');
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: JSON.stringify(fields) });
    expect(init?.headers).toEqual({ 'Content-Type': 'application/json' });
  });

  test('of a reader’s page has no address of the author’s, and asks nothing', async () => {
    await expect(serverCalls.sections.list.query()).rejects.toThrow('No address of sections.list here');
    expect(fetched).not.toHaveBeenCalled();
  });

  test('reads nothing of an answer without a body', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await calls.sections.delete.mutate({ id: 'x' })).toBeUndefined();
    expect(await calls.auth.logout.mutate()).toBeUndefined();
  });

  test('fails with the server’s refusal, its sentence and its issues', async () => {
    const issues = [{ path: 'title', message: 'Il titolo manca.' }];
    const refusal = { code: 'INVALID_INPUT', message: 'Controlla i campi.', issues };
    fetched.mockResolvedValue(Response.json(refusal, { status: 400 }));
    const error: unknown = await calls.sections.update.mutate({ id: 'x' }).catch((caught: unknown) => caught);
    expect(toApiError(error)).toMatchObject({ status: 400, serverMessage: 'Controlla i campi.', issues });
  });

  test('is no refusal when there is no answer at all', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const error: unknown = await calls.sections.list.query().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(toApiError(error)).toBeUndefined();
  });

  test('turns a 401 into an empty result where that was asked for, and no other refusal', async () => {
    const options = { context: emptyWhenSignedOut };
    fetched.mockResolvedValueOnce(new Response('', { status: 401 }));
    expect(await calls.chat.history.query(undefined, options)).toBeNull();
    fetched.mockResolvedValueOnce(new Response('', { status: 403 }));
    await expect(calls.chat.history.query(undefined, options)).rejects.toThrow('403');
    fetched.mockResolvedValueOnce(new Response('', { status: 401, statusText: 'Unauthorized' }));
    await expect(calls.chat.history.query()).rejects.toThrow('401: Unauthorized');
  });

  test('can be given up', async () => {
    const giving = new AbortController();
    fetched.mockImplementation((_url, init) => {
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
      });
    });
    const call = calls.sections.list.query(undefined, { signal: giving.signal });
    giving.abort();
    await expect(call).rejects.toThrow();
  });
});
