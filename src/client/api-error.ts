import type { ErrorBody, ErrorCode, Issue } from '../shared/errors.ts';

/** Message: status, colon, space, then the body or, if it is empty, the status text (specification, section 8). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly issues: Issue[];
  /** With `CHANGED`: the entity as stored now. */
  readonly current: unknown;
  /** From `Retry-After`, in milliseconds since the epoch. */
  readonly retryAt: number | undefined;

  constructor(status: number, statusText: string, body: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`);
    const refusal = parseRefusal(body);
    this.status = status;
    this.serverMessage = refusal?.message;
    this.code = refusal?.code;
    this.issues = refusal?.issues ?? [];
    this.current = refusal?.current;
    // Seconds, or a date.
    const seconds = Number(retryAfter ?? NaN);
    this.retryAt = (seconds >= 0 ? Date.now() + seconds * 1_000 : Date.parse(retryAfter ?? '')) || undefined;
  }
}

function parseRefusal(body: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isRefusal = typeof value === 'object' && value !== null && 'message' in value && 'code' in value;
    return isRefusal ? (value as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}

/** The {@link ApiError} that a query or mutation failed with; `undefined` without a response. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : undefined;
}

/** User-facing message: the server's sentence, or `fallback`. Never raw JSON. */
export function errorMessage(error: unknown, fallback: string): string {
  return toApiError(error)?.serverMessage ?? fallback;
}

/** @throws ApiError when the response is not a success */
export async function refuseFailure(response: Response): Promise<void> {
  if (response.ok) return;
  const { status, statusText, headers } = response;
  throw new ApiError(status, statusText, await response.text(), headers.get('Retry-After'));
}
