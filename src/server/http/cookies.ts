import { randomUUID } from 'node:crypto';
import { parseCookies, type H3Event } from 'h3';
import type { Sealer } from './seal.ts';

/** A year and a month: the longest that browsers keep a cookie. */
const longestSeconds = 400 * 24 * 60 * 60;
const adminSeconds = 14 * 24 * 60 * 60;
const challengeSeconds = 5 * 60;

type CookieName = 'reader' | 'admin' | 'device' | 'challenge';

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
 * which a neighbour subdomain cannot set. A class, and nothing made before it is asked for: there is one for every call.
 */
export class SessionCookies {
  private readonly event: H3Event;
  private readonly sealer: Sealer;
  private readonly secure: boolean;
  private sent: Record<string, string> | undefined;

  constructor(event: H3Event, sealer: Sealer, secure: boolean) {
    this.event = event;
    this.sealer = sealer;
    this.secure = secure;
  }

  /** Who the reader is, and on which device: `features/readers/devices.ts` reads it. */
  get reader(): string | undefined {
    return this.unseal('reader', (reader) => this.rememberReader(reader));
  }

  /** Whether there is a reader's cookie that no key opens. */
  get isUnrecognised(): boolean {
    return this.reader === undefined && Boolean(this.sent?.[this.nameOf('reader')]);
  }

  /** The id of the administrator's session; whether it is still open its keeper knows. */
  get adminSession(): string | undefined {
    return this.unseal('admin');
  }

  /** The device's id, where the author has signed in before; it outlives the session and opens nothing. */
  get deviceId(): string | undefined {
    return this.unseal('device', (deviceId) => this.put('device', deviceId, longestSeconds, 'Strict'));
  }

  /** What a passkey of this browser was asked to sign. */
  get challenge(): string | undefined {
    return this.unseal('challenge');
  }

  rememberReader(reader: string): void {
    this.put('reader', reader, longestSeconds, 'Lax');
  }

  forgetReader(): void {
    this.put('reader', undefined, 0, 'Lax');
  }

  rememberAdmin(session: string): void {
    this.put('admin', session, adminSeconds, 'Strict');
    this.put('device', this.deviceId ?? randomUUID(), longestSeconds, 'Strict');
  }

  forgetAdmin(): void {
    this.put('admin', undefined, 0, 'Strict');
  }

  /** `undefined` takes the cookie away. */
  rememberChallenge(challenge: string | undefined): void {
    this.put('challenge', challenge, challenge === undefined ? 0 : challengeSeconds, 'Strict');
  }

  /** @param sealAnew called for a cookie that a key which was rotated away had sealed */
  private unseal(of: CookieName, sealAnew?: (value: string) => void): string | undefined {
    this.sent ??= parseCookies(this.event) as Record<string, string>;
    const name = this.nameOf(of);
    const sealed = this.sent[name];
    if (sealed === undefined) return undefined;
    const value = this.sealer.unseal(name, sealed);
    const isSet = linesOf(this.event)?.has(name) ?? false;
    if (value !== undefined && !isSet && this.sealer.isOutdated(name, sealed)) sealAnew?.(value);
    return value;
  }

  private put(of: CookieName, value: string | undefined, maxAge: number, sameSite: 'Lax' | 'Strict'): void {
    const name = this.nameOf(of);
    const sealed = value === undefined ? '' : this.sealer.seal(name, value);
    const line = `${name}=${sealed}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=${sameSite}${this.secure ? '; Secure' : ''}`;
    const lines = linesOf(this.event) ?? new Map<string, string>();
    // Of two settings of one cookie the last is sent.
    this.event.context[linesKey] = lines.set(name, line);
  }

  private nameOf(of: CookieName): string {
    return this.secure ? `__Host-${of}` : of;
  }
}
