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
  const site = event.req.headers.get('sec-fetch-site');
  const origin = event.req.headers.get('origin');
  // A neighbour under the same domain is another site too.
  if (site === 'cross-site' || (site === 'same-site' && origin === null))
    throw new AppError('FORBIDDEN_ORIGIN');
  if (origin === null) return;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (origin === own?.origin) return;
  const { host, protocol } = URL.canParse(origin) ? new URL(origin) : { host: undefined, protocol: '' };
  // The site's own name with another scheme is not the site; by another name (an address of the local net) it may be called.
  const isOther = host !== event.req.headers.get('host') || host === own?.host;
  if (isOther || !/^https?:$/.test(protocol)) throw new AppError('FORBIDDEN_ORIGIN');
}
