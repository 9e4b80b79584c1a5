import { isIPv6 } from 'node:net';
import { getRequestIP, type H3Event } from 'h3';

/**
 * The caller's address for the rate limits.
 *
 * Each of our proxies appends the address it saw to `X-Forwarded-For`, so the last `trustedProxies`
 * entries are theirs and the rest is whatever the caller wrote. An IPv6 subscriber owns a /64: the first
 * four groups are one person.
 */
export function callerAddress(event: H3Event, trustedProxies: number): string {
  const direct = getRequestIP(event) ?? 'unknown';
  const forwarded = event.req.headers.get('x-forwarded-for')?.split(',') ?? [];
  const address = trustedProxies > 0 ? (forwarded.at(-trustedProxies)?.trim() ?? direct) : direct;
  return address.includes(':') && !address.startsWith('::ffff:') && isIPv6(address)
    ? firstGroups(address)
    : address.replace('::ffff:', '');
}

function firstGroups(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
