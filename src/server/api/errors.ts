import { TRPCError } from '@trpc/server';
import { HTTPError } from 'h3';
import { z } from 'zod';
import { AppError, errors, type ErrorCode } from '#shared/errors.ts';

const inWords: Partial<Record<string, string>> = {
  string: 'un testo',
  number: 'un numero',
  int: 'un numero intero',
  boolean: 'un sì o un no (true, false)',
  object: 'un oggetto',
  record: 'un oggetto',
  array: 'un elenco',
};

// What a contract has no sentence of its own for is said in zod's Italian, but for its types, which have English names there.
const { localeError } = z.locales.it();
z.config({
  localeError: (issue) =>
    issue.code === 'invalid_type'
      ? `Input non valido: serve ${inWords[issue.expected] ?? 'un altro valore'}.`
      : localeError(issue),
});

type TRPCCode = TRPCError['code'];

const trpcCodes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<(typeof errors)[ErrorCode]['status'], TRPCCode>;

/** The tRPC code with the same HTTP status. */
export function toTRPCCode(code: ErrorCode): TRPCCode {
  return trpcCodes[errors[code].status];
}

const byStatus = new Map<number, ErrorCode>([
  [400, 'INVALID'],
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN_ORIGIN'],
  [404, 'UNKNOWN_PATH'],
  [405, 'METHOD_NOT_ALLOWED'],
  [413, 'TOO_LARGE'],
  [415, 'WRONG_TYPE'],
  [429, 'TOO_MANY_REQUESTS'],
]);

function fromZod(error: z.core.$ZodError): AppError {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return new AppError('INVALID', issues[0]?.message, { issues, cause: error });
}

/**
 * The one translation of whatever was thrown into a refusal of the closed list. What is not a refusal
 * becomes `INTERNAL` with no detail; the original stays in `cause` for the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.cause instanceof z.core.$ZodError && error.code === 'BAD_REQUEST') return fromZod(error.cause);
    const status = Object.entries(trpcCodes).find(([, code]) => code === error.code)?.[0];
    // Input that is not JSON (PARSE_ERROR) is the caller's mistake too.
    const code = error.code === 'PARSE_ERROR' ? 'INVALID' : byStatus.get(Number(status));
    return code ? new AppError(code, undefined, { cause: error }) : internalError(error.cause ?? error);
  }
  if (HTTPError.isError(error)) {
    const code = byStatus.get(error.status);
    return code ? new AppError(code, undefined, { cause: error }) : internalError(error.cause ?? error);
  }
  return internalError(error);
}

function internalError(cause: unknown): AppError {
  return new AppError('INTERNAL', undefined, { cause });
}
