import type { ErrorBody, ErrorCode, Issue } from '../shared/errors.ts';

/**
 * An unsuccessful response. Its message is the status, a colon and a space, then the body's text, or the
 * status text when the body is empty (specification, section 8).
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** The server's Italian sentence, when the body was one of its refusals. */
  readonly serverMessage: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly issues: Issue[];
  /** Of `CHANGED`: the entity as the server has it now. */
  readonly current: unknown;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    const refusal = parseRefusal(body);
    this.status = status;
    this.serverMessage = refusal?.message;
    this.code = refusal?.code;
    this.issues = refusal?.issues ?? [];
    this.current = refusal?.current;
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

/** The {@link ApiError} inside whatever a query or a mutation failed with, if the server answered at all. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  return error instanceof Error && error.cause instanceof ApiError ? error.cause : undefined;
}

/** What the reader or the author is told: the server's sentence, or `fallback` when there is none. Never raw JSON. */
export function errorMessage(error: unknown, fallback: string): string {
  return toApiError(error)?.serverMessage ?? fallback;
}

/** @throws ApiError when the answer is not a success */
export async function refuseFailure(response: Response): Promise<void> {
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
}
