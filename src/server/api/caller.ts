import type { H3Event } from 'h3';
import { ageOf } from '#shared/age-of.ts';
import type { Entrance } from '#shared/contracts/auth.ts';
import type { User } from '#shared/contracts/readers.ts';
import type { LimitedAction } from '#shared/limited-actions.ts';
import { callerAddress, isLocal } from '#server/http/address.ts';
import { SessionCookies } from '#server/http/cookies.ts';
import type { Limits, Sender } from '#server/http/limits.ts';
import type { RefusalWatch } from '#server/http/refusal-watch.ts';
import type { Sealer } from '#server/http/seal.ts';
import type { Store } from '#server/storage/store/types.ts';
import { describeDevice } from '../features/auth/device.ts';
import type { SiteAddress } from '../features/auth/relying-party.ts';
import type { Sessions } from '../features/auth/sessions.ts';
import { readDeviceSession, type DeviceSession } from '../features/readers/devices.ts';

export interface Entry {
  store: Pick<Store, 'users'>;
  sessions: Pick<Sessions, 'isOpen' | 'recentEntrance'>;
  refusals: Pick<RefusalWatch, 'signedIn'>;
  limits: Limits;
  sealer: Sealer;
  publicUrl: string | undefined;
  trustedProxies: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A reader who has redeemed a code, or was here a day ago. */
function isKnown(reader: User | undefined): boolean {
  return reader !== undefined && (reader.maxSection > 0 || ageOf(reader.createdAt) > dayMs);
}

/** Who is calling: the sealed cookies decide, never what the request says of itself. Nothing is opened before it is asked for. */
export class RequestCaller {
  readonly cookies: SessionCookies;
  private readonly event: H3Event;
  private readonly entry: Entry;

  constructor(event: H3Event, entry: Entry) {
    this.event = event;
    this.entry = entry;
    this.cookies = new SessionCookies(event, entry.sealer, entry.publicUrl?.startsWith('https:') ?? false);
  }

  /** The reader's id, when its sealed cookie came with the request. */
  get readerId(): string | undefined {
    return this.deviceSession?.readerId;
  }

  /** The same, with which of the reader's devices this browser is. */
  get deviceSession(): DeviceSession | undefined {
    return readDeviceSession(this.entry.store, this.cookies.reader);
  }

  get isAdmin(): boolean {
    return this.sessionId !== undefined;
  }

  /** The administrator's session, while it is open. */
  get sessionId(): string | undefined {
    const { adminSession } = this.cookies;
    return adminSession !== undefined && this.entry.sessions.isOpen(adminSession) ? adminSession : undefined;
  }

  /** How the administrator came in, when that was within the last ten minutes. */
  get recentEntrance(): Entrance | undefined {
    const { adminSession } = this.cookies;
    return adminSession === undefined ? undefined : this.entry.sessions.recentEntrance(adminSession);
  }

  /** The browser in words, as «Firefox su Windows». */
  get device(): string {
    return describeDevice(this.event.req.headers.get('user-agent'));
  }

  /** How the site is called in this request. */
  get site(): SiteAddress {
    return { publicUrl: this.entry.publicUrl, host: this.event.req.headers.get('host') ?? '' };
  }

  /** Asks from this very machine, without a proxy in between: the command that shows the site's state. */
  get isLocal(): boolean {
    return isLocal(this.event);
  }

  /** Gives the browser the sealed cookie of this reader from now on. */
  rememberReader(readerId: string): void {
    const { reader } = this.cookies;
    // The cookie of a device that has joined says more than who the reader is: it is renewed as it came.
    this.cookies.rememberReader(reader !== undefined && this.readerId === readerId ? reader : readerId);
  }

  /** @param by for the log */
  rememberAdmin(session: string, by: Entrance): void {
    this.cookies.rememberAdmin(session);
    this.entry.refusals.signedIn(this.address(), by);
  }

  /** Counts one attempt. Rejects with `TOO_MANY_REQUESTS` when the allowance is used up. */
  limit(action: LimitedAction): Promise<void> {
    return this.entry.limits.limit(action, this.sender());
  }

  /**
   * Tries a password or a code. Wrong ones have a much smaller allowance: its point is taken before the attempt and given back
   * when it was right. Rejects with `TOO_MANY_REQUESTS`, and with what the attempt throws.
   */
  guess<T>(action: LimitedAction, attempt: () => T | Promise<T>): Promise<T> {
    return this.entry.limits.guess(action, this.sender(), attempt);
  }

  private sender(): Sender {
    const { readerId } = this;
    const isKnownReader = readerId !== undefined && isKnown(this.entry.store.users.get(readerId));
    return { address: this.address(), readerId, deviceId: this.cookies.deviceId, isKnownReader };
  }

  private address(): string {
    return callerAddress(this.event, this.entry.trustedProxies);
  }
}
