import { ApiError } from './api-error.ts';

/**
 * One call to the server, with credentials. The JSON answer is parsed, except after DELETE or a 204.
 *
 * @throws ApiError when the answer is not a success; TypeError when there is no answer
 */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    signal: signal ?? null,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  await refuseFailure(response);
  return method === 'DELETE' || response.status === 204 ? undefined : response.json();
}

/** @throws ApiError when the answer is not a success */
export async function refuseFailure(response: Response): Promise<void> {
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
}
