import { deleteCookie, parseCookies, setCookie, type H3Event } from 'h3';
import type { Sealer } from './seal.ts';

/** A year and a month: the longest that browsers keep a cookie. */
const readerSeconds = 400 * 24 * 60 * 60;
const adminSeconds = 14 * 24 * 60 * 60;

export interface SessionCookies {
  readerId: string | undefined;
  /** The epoch of a signed-in administrator's session that has not run out. */
  adminEpoch: number | undefined;
  rememberReader(readerId: string): void;
  rememberAdmin(epoch: number): void;
  forgetAdmin(): void;
}

/**
 * The two sealed cookies of a request. Over https they carry the `__Host-` prefix, which a neighbour
 * subdomain cannot set.
 */
export function sessionCookies(event: H3Event, sealer: Sealer, secure: boolean): SessionCookies {
  const prefix = secure ? '__Host-' : '';
  const readerName = `${prefix}reader`;
  const adminName = `${prefix}admin`;
  const cookies = parseCookies(event);
  const unseal = (name: string) => {
    const sealed = cookies[name];
    return sealed === undefined ? undefined : sealer.unseal(name, sealed);
  };
  const set = (name: string, value: string, maxAge: number, sameSite: 'lax' | 'strict') =>
    setCookie(event, name, sealer.seal(name, value), { httpOnly: true, path: '/', sameSite, secure, maxAge });

  return {
    readerId: unseal(readerName),
    adminEpoch: readEpoch(unseal(adminName)),
    rememberReader: (readerId) => set(readerName, readerId, readerSeconds, 'lax'),
    rememberAdmin: (epoch) =>
      set(adminName, `${epoch}.${Date.now() + adminSeconds * 1000}`, adminSeconds, 'strict'),
    forgetAdmin: () =>
      deleteCookie(event, adminName, { httpOnly: true, path: '/', sameSite: 'strict', secure }),
  };
}

/** `<epoch>.<end in ms>`: the end is sealed in, since a browser's expiry is only a courtesy. */
function readEpoch(value: string | undefined): number | undefined {
  const [epoch, end] = value?.split('.').map(Number) ?? [];
  return epoch !== undefined && end !== undefined && Date.now() < end ? epoch : undefined;
}
