import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, toApiError } from '#client/api-error.ts';
import { restTable } from '#shared/rest.ts';
import { createServerCalls } from '#client/trpc.ts';
import {
  asksToSignIn,
  isSignedOut,
  neverAsksToSignIn,
  repeatAfterSignIn,
  signInAgainLink,
} from './sign-in-link.ts';

const signedOut = () => Response.json({ code: 'UNAUTHORIZED', message: 'Accedi.' }, { status: 401 });

describe('a call of the author’s', () => {
  const fetched = vi.fn<typeof fetch>();
  const ask = vi.fn<() => Promise<boolean>>();
  const calls = createServerCalls(restTable, signInAgainLink(ask));
  beforeEach(() => void vi.stubGlobal('fetch', fetched));
  afterEach(() => {
    vi.unstubAllGlobals();
    fetched.mockReset();
    ask.mockReset();
  });

  test('waits for the password and is then made again, with all that was typed', async () => {
    let answer: (signedIn: boolean) => void = () => undefined;
    ask.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    fetched
      .mockResolvedValueOnce(signedOut())
      .mockResolvedValueOnce(Response.json({ id: 'x', title: 'Due' }));
    const saved = calls.sections.update.mutate({ id: 'x', title: 'Due' });
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    expect(fetched).toHaveBeenCalledOnce();
    answer(true);
    expect(await saved).toEqual({ id: 'x', title: 'Due' });
    const bodies = fetched.mock.calls.map(([, init]) => init?.body);
    expect(bodies).toEqual([JSON.stringify({ title: 'Due' }), JSON.stringify({ title: 'Due' })]);
  });

  test('fails with the refusal when the author declines, and is not made again', async () => {
    ask.mockResolvedValue(false);
    fetched.mockResolvedValueOnce(signedOut());
    const error: unknown = await calls.sections.delete.mutate({ id: 'x' }).catch((caught: unknown) => caught);
    expect(toApiError(error)).toMatchObject({ status: 401, serverMessage: 'Accedi.' });
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('is repeated once: a second refusal is the answer', async () => {
    ask.mockResolvedValue(true);
    fetched.mockImplementation(() => Promise.resolve(signedOut()));
    await expect(calls.sections.delete.mutate({ id: 'x' })).rejects.toThrow('401');
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenCalledOnce();
  });

  test('asks for nothing when it is refused for another reason, or a password was wrong', async () => {
    fetched.mockResolvedValueOnce(
      Response.json({ code: 'DUPLICATE', message: 'Esiste già.' }, { status: 409 }),
    );
    await expect(calls.sections.delete.mutate({ id: 'x' })).rejects.toThrow('409');
    fetched.mockResolvedValueOnce(
      Response.json({ code: 'WRONG_PASSWORD', message: 'Password errata.' }, { status: 401 }),
    );
    await expect(calls.auth.login.mutate({ password: 'x' })).rejects.toThrow('401');
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(calls.sections.delete.mutate({ id: 'x' })).rejects.toThrow('Failed to fetch');
    expect(ask).not.toHaveBeenCalled();
  });

  test('a query fails by itself, unless it says that it asks; a change may say that it does not', async () => {
    ask.mockResolvedValue(true);
    fetched.mockResolvedValueOnce(signedOut());
    await expect(calls.sections.list.query()).rejects.toThrow('401');
    fetched.mockResolvedValueOnce(signedOut());
    await expect(calls.restore.discard.mutate({ id: 'p' }, { context: neverAsksToSignIn })).rejects.toThrow(
      '401',
    );
    expect(ask).not.toHaveBeenCalled();
    fetched.mockResolvedValueOnce(signedOut()).mockResolvedValueOnce(Response.json([]));
    expect(await calls.sections.list.query(undefined, { context: asksToSignIn })).toEqual([]);
    expect(ask).toHaveBeenCalledOnce();
  });

  test('given up while the dialog is open, it is not sent again', async () => {
    let answer: (signedIn: boolean) => void = () => undefined;
    ask.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const sent = vi.fn();
    fetched.mockImplementation(async (_url, init) => {
      init?.signal?.throwIfAborted();
      sent();
      return signedOut();
    });
    const giving = new AbortController();
    const call = calls.sections.delete.mutate({ id: 'x' }, { signal: giving.signal });
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    giving.abort();
    answer(true);
    await expect(call).rejects.toThrow();
    expect(sent).toHaveBeenCalledOnce();
  });
});

describe('a call that is none of tRPC’s', () => {
  const refusal = new ApiError(401, '', '');

  test('is repeated after signing in', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refusal).mockResolvedValueOnce('fatto');
    expect(await repeatAfterSignIn(call, () => Promise.resolve(true))).toBe('fatto');
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('fails as it did when the author declines, and asks nothing about other failures', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValue(refusal);
    await expect(repeatAfterSignIn(call, () => Promise.resolve(false))).rejects.toBe(refusal);
    expect(call).toHaveBeenCalledOnce();
    const ask = vi.fn<() => Promise<boolean>>();
    await expect(repeatAfterSignIn(() => Promise.reject(new Error('rotta')), ask)).rejects.toThrow('rotta');
    expect(ask).not.toHaveBeenCalled();
  });
});

test.each([
  [new ApiError(401, '', ''), true],
  [new ApiError(401, '', '{"code":"WRONG_PASSWORD","message":"Password errata."}'), false],
  [new ApiError(403, '', ''), false],
  [new Error('', { cause: new ApiError(401, '', '') }), true],
  [new TypeError('Failed to fetch'), false],
])('%s counts as signed out: %s', (error, expected) => expect(isSignedOut(error)).toBe(expected));
