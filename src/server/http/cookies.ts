import { parseCookies } from 'h3';
import type { Asked } from './asked.ts';
import type { Sealer } from './seal.ts';

/** A year and a month: the longest that browsers keep a cookie. */
const readerSeconds = 400 * 24 * 60 * 60;
const adminSeconds = 14 * 24 * 60 * 60;

export interface SessionCookies {
  readonly readerId: string | undefined;
  /** The epoch of a signed-in administrator's session that has not run out. */
  readonly adminEpoch: number | undefined;
  rememberReader(readerId: string): void;
  rememberAdmin(epoch: number): void;
  forgetAdmin(): void;
}

/** Where the lines are kept in an event's context. */
const linesKey = 'cookiesToSet';

/** The `Set-Cookie` lines that the call behind this request asked for. */
export function cookiesToSet(event: Asked): string[] {
  return [...(linesOf(event)?.values() ?? [])];
}

function linesOf(event: Asked): Map<string, string> | undefined {
  return event.context[linesKey] as Map<string, string> | undefined;
}

/**
 * The two sealed cookies of a request, opened when somebody asks for them. Over https they carry the `__Host-` prefix,
 * which a neighbour subdomain cannot set.
 */
export function sessionCookies(event: Asked, sealer: Sealer, secure: boolean): SessionCookies {
  const prefix = secure ? '__Host-' : '';
  const readerName = `${prefix}reader`;
  const adminName = `${prefix}admin`;
  const opened = new Map<string, string | undefined>();
  const unseal = (name: string) => {
    if (!opened.has(name)) {
      const sealed = parseCookies(event)[name];
      opened.set(name, sealed === undefined ? undefined : sealer.unseal(name, sealed));
    }
    return opened.get(name);
  };
  const put = (name: string, value: string, maxAge: number, sameSite: 'Lax' | 'Strict') => {
    const line = `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
    const lines = linesOf(event) ?? new Map<string, string>();
    // Of two settings of one cookie the last is sent.
    event.context[linesKey] = lines.set(name, line);
  };

  return {
    get readerId() {
      return unseal(readerName);
    },
    get adminEpoch() {
      return readEpoch(unseal(adminName));
    },
    rememberReader: (readerId) => put(readerName, sealer.seal(readerName, readerId), readerSeconds, 'Lax'),
    rememberAdmin: (epoch) => {
      const value = `${epoch}.${Date.now() + adminSeconds * 1000}`;
      put(adminName, sealer.seal(adminName, value), adminSeconds, 'Strict');
    },
    forgetAdmin: () => put(adminName, '', 0, 'Strict'),
  };
}

/** `<epoch>.<end in ms>`: the end is sealed in, since a browser's expiry is only a courtesy. */
function readEpoch(value: string | undefined): number | undefined {
  const [epoch, end] = value?.split('.').map(Number) ?? [];
  return epoch !== undefined && end !== undefined && Date.now() < end ? epoch : undefined;
}
