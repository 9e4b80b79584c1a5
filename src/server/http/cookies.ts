import { randomUUID } from 'node:crypto';
import { parseCookies, type H3Event } from 'h3';
import type { Sealer } from './seal.ts';

/** A year and a month: the longest that browsers keep a cookie. */
const longestSeconds = 400 * 24 * 60 * 60;
const adminSeconds = 14 * 24 * 60 * 60;

export interface SessionCookies {
  readonly readerId: string | undefined;
  /** The epoch of a signed-in administrator's session that has not run out. */
  readonly adminEpoch: number | undefined;
  /** The device's id, where the author has signed in before; it outlives the session and opens nothing. */
  readonly deviceId: string | undefined;
  rememberReader(readerId: string): void;
  rememberAdmin(epoch: number): void;
  forgetAdmin(): void;
}

/** Where the lines are kept in an event's context. */
const linesKey = 'cookiesToSet';

const none: readonly string[] = [];

/** The `Set-Cookie` lines that the call behind this request asked for. */
export function cookiesToSet(event: H3Event): readonly string[] {
  const lines = linesOf(event);
  return lines ? [...lines.values()] : none;
}

function linesOf(event: H3Event): Map<string, string> | undefined {
  return event.context[linesKey] as Map<string, string> | undefined;
}

/**
 * The sealed cookies of a request, opened when somebody asks for them. Over https they carry the `__Host-` prefix,
 * which a neighbour subdomain cannot set.
 */
export function sessionCookies(event: H3Event, sealer: Sealer, secure: boolean): SessionCookies {
  return new SealedCookies(event, sealer, secure);
}

// A class, and nothing made before it is asked for: there is one for every call.
class SealedCookies implements SessionCookies {
  private readonly event: H3Event;
  private readonly sealer: Sealer;
  private readonly secure: boolean;
  private sent: Record<string, string> | undefined;

  constructor(event: H3Event, sealer: Sealer, secure: boolean) {
    this.event = event;
    this.sealer = sealer;
    this.secure = secure;
  }

  get readerId(): string | undefined {
    return this.unseal(this.secure ? '__Host-reader' : 'reader');
  }

  get adminEpoch(): number | undefined {
    return readEpoch(this.unseal(this.secure ? '__Host-admin' : 'admin'));
  }

  get deviceId(): string | undefined {
    return this.unseal(this.secure ? '__Host-device' : 'device');
  }

  rememberReader(readerId: string): void {
    this.put('reader', readerId, longestSeconds, 'Lax');
  }

  rememberAdmin(epoch: number): void {
    this.put('admin', `${epoch}.${Date.now() + adminSeconds * 1000}`, adminSeconds, 'Strict');
    this.put('device', this.deviceId ?? randomUUID(), longestSeconds, 'Strict');
  }

  forgetAdmin(): void {
    this.put('admin', undefined, 0, 'Strict');
  }

  private unseal(name: string): string | undefined {
    this.sent ??= parseCookies(this.event) as Record<string, string>;
    const sealed = this.sent[name];
    return sealed === undefined ? undefined : this.sealer.unseal(name, sealed);
  }

  private put(of: string, value: string | undefined, maxAge: number, sameSite: 'Lax' | 'Strict'): void {
    const name = this.secure ? `__Host-${of}` : of;
    const sealed = value === undefined ? '' : this.sealer.seal(name, value);
    const line = `${name}=${sealed}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=${sameSite}${this.secure ? '; Secure' : ''}`;
    const lines = linesOf(this.event) ?? new Map<string, string>();
    // Of two settings of one cookie the last is sent.
    this.event.context[linesKey] = lines.set(name, line);
  }
}

/** `<epoch>.<end in ms>`: the end is sealed in, since a browser's expiry is only a courtesy. */
function readEpoch(value: string | undefined): number | undefined {
  const [epoch, end] = value?.split('.').map(Number) ?? [];
  return epoch !== undefined && end !== undefined && Date.now() < end ? epoch : undefined;
}
