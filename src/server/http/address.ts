import { isIP, SocketAddress } from 'node:net';
import { getRequestIP, type H3Event } from 'h3';
import { AppError } from '#shared/errors.ts';

/**
 * The caller's address for the rate limits.
 *
 * Each of our proxies appends the address it saw to `X-Forwarded-For`, so the last `trustedProxies`
 * entries are theirs and the rest is whatever the caller wrote. An IPv6 subscriber owns a /64: the first
 * four groups are one person.
 */
export function callerAddress(event: H3Event, trustedProxies: number): string {
  const direct = getRequestIP(event);
  const forwarded =
    trustedProxies > 0 ? event.req.headers.get('x-forwarded-for')?.split(',').at(-trustedProxies) : undefined;
  return oneSpelling(forwarded) ?? oneSpelling(direct) ?? 'unknown';
}

/** Whether the request comes from this very machine and no proxy has passed it on. */
export function isLocal(event: H3Event): boolean {
  const { headers } = event.req;
  const isPassedOn = headers.has('x-forwarded-for') || headers.has('forwarded') || headers.has('via');
  return !isPassedOn && /^(?:127\.|0:0:0:0$)/.test(oneSpelling(getRequestIP(event)) ?? '');
}

/** However an address is written, with a port behind it or not: `undefined` for what is none. */
function oneSpelling(written = ''): string | undefined {
  const text = written.trim();
  const bare = /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1');
  const [address = ''] = bare.split('%');
  if (isIP(address) === 4) return address;
  if (isIP(address) === 0) return undefined;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  return mapped ?? firstGroups(canonical);
}

function firstGroups(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const leftGroups = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - leftGroups.length - right.length)).fill('0')
    : [];
  return [...leftGroups, ...zeros, ...right].slice(0, 4).join(':');
}

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
