import type { AppError } from '#shared/errors.ts';
import { PlainResponse } from './plain-response.ts';

/** The answer to a refused request: the contract's JSON body, with `Retry-After` when there is a wait. */
export function refusalResponse(error: AppError, headers: Record<string, string> = {}): Response {
  return new PlainResponse(JSON.stringify(error.toBody()), {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
      ...headers,
    },
  });
}
