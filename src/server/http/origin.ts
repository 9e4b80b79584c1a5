import type { H3Event } from 'h3';
import { AppError } from '#shared/errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site's page asked the reader's browser to make. Browsers always send
 * `Origin` with such requests; programs that send none have no cookie to abuse.
 *
 * @throws AppError FORBIDDEN_ORIGIN
 */
export function refuseForeignOrigin(event: H3Event, publicUrl: string | undefined): void {
  if (safeMethods.has(event.req.method)) return;
  if (event.req.headers.get('sec-fetch-site') === 'cross-site') throw new AppError('FORBIDDEN_ORIGIN');
  const origin = event.req.headers.get('origin');
  if (origin === null) return;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  if (host === undefined || host !== event.req.headers.get('host')) throw new AppError('FORBIDDEN_ORIGIN');
}
