import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'groq-sdk';
import { ModelError, type ModelFailure } from './types.ts';

/** What an error of the client or of the service means to whoever asked. */
export function asModelError(error: unknown, model: string): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIConnectionTimeoutError) {
    return new ModelError('interrupted', 'no answer from the service in time', { cause: error });
  }
  if (error instanceof APIConnectionError) {
    return new ModelError('unreachable', 'the service cannot be reached', { cause: error });
  }
  if (error instanceof APIError) {
    const { code, type, message } = details(error.error);
    const failure = failureOf(error.status as number | undefined, `${code} ${type}`, message);
    const seconds = secondsToWait((error.headers as Headers | undefined)?.get('retry-after'));
    return new ModelError(failure, `${model}: ${error.status ?? 'stream'} ${code || type}`.trim(), {
      cause: error,
      ...(seconds >= 0 && { retryAfterMs: seconds * 1000 }),
    });
  }
  return new ModelError('interrupted', 'the stream broke off', { cause: error });
}

/** The body of a refusal is `{ error: { message, type, code } }`, that inner object alone, or a text in its place. */
function details(body: unknown): { code: string; type: string; message: string } {
  const outer = (typeof body === 'object' && body !== null ? body : { error: body }) as Record<
    string,
    unknown
  >;
  const inner = (
    typeof outer.error === 'object' && outer.error !== null ? outer.error : { message: outer.error, ...outer }
  ) as Record<string, unknown>;
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? '');
  return { code: text(inner.code), type: text(inner.type), message: text(inner.message ?? inner.detail) };
}

/** `Retry-After` as RFC 9110 has it: seconds, or a date. */
function secondsToWait(header: string | null | undefined): number {
  if (!header?.trim()) return NaN;
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Math.max(0, (Date.parse(header) - Date.now()) / 1000) : seconds;
}

/** Fields of a refusal that repeat what was sent or written: words of readers, which name no parameter. */
const echoedFields = new Set(['input', 'failed_generation']);

/** What a refusal says, as one text: to look for the names of parameters. */
export function refusalText({ error, message }: { error: unknown; message: string }): string {
  return JSON.stringify(error ?? message, (name, value: unknown) =>
    echoedFields.has(name) ? undefined : value,
  );
}

/**
 * A request larger than the plan's tokens a minute is refused with 413, or with 429 and the code of the rate
 * limit while its message says the request itself is too large: waiting would never help.
 */
function failureOf(status: number | undefined, code: string, message: string): ModelFailure {
  if (/model_not_found|model_decommissioned|model_terms_required/.test(code)) return 'retired';
  if (/decommissioned/i.test(message) && (status === 400 || status === 404)) return 'retired';
  if (
    status === 413 ||
    /context_length_exceeded|exceed_context_size/.test(code) ||
    /request too large|reduce (the length|your message)|\bcontext (size|length|window)\b|too large for model/i.test(
      message,
    )
  ) {
    return 'too-large';
  }
  if (isUnknownCall(status, message)) return 'wrong-address';
  if (status === 404) return 'retired';
  if (status === 402 || /blocked_api_access|insufficient_quota|billing/.test(code)) return 'exhausted';
  if (status === 401 || /invalid_api_key/.test(code)) return 'bad-key';
  // What the model wrote could not be read: it writes otherwise the next time.
  if (/_failed\b/.test(code)) return 'interrupted';
  // A template that cannot take the request takes it no better a moment later.
  if (/template|jinja|roles must alternate|system role/i.test(message)) return 'refused';
  if (status === 403) return 'refused';
  if (status === 429 || /rate_limit/.test(code)) {
    // What is counted by the day is not back in a minute: the plan is used up.
    return /per day|\b[TR]PD\b|spend/i.test(message) ? 'exhausted' : 'rate-limited';
  }
  if (status === undefined) return 'interrupted';
  return status >= 500 ? 'unreachable' : 'refused';
}

/** Whether nothing answers at the path; a 404 may also be about the model, which it then names. */
function isUnknownCall(status: number | undefined, message: string): boolean {
  if (/unexpected endpoint|unknown request url|invalid url/i.test(message)) return true;
  return status === 405 || (status === 404 && !/model|endpoints found/i.test(message));
}
