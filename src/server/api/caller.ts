import type { H3Event } from 'h3';
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
import { readSeat, type Seat } from '../features/readers/devices.ts';
import type { Caller } from './context.ts';

/** What a request is looked at with. */
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
  return reader !== undefined && (reader.maxSection > 0 || Date.now() - Date.parse(reader.createdAt) > dayMs);
}

/** Who is calling: the sealed cookies decide, never what the request says of itself. Nothing is opened before it is asked for. */
export class RequestCaller implements Caller {
  readonly cookies: SessionCookies;
  private readonly event: H3Event;
  private readonly entry: Entry;

  constructor(event: H3Event, entry: Entry) {
    this.event = event;
    this.entry = entry;
    this.cookies = new SessionCookies(event, entry.sealer, entry.publicUrl?.startsWith('https:') ?? false);
  }

  get readerId(): string | undefined {
    return this.seat?.readerId;
  }

  get seat(): Seat | undefined {
    return readSeat(this.entry.store, this.cookies.reader);
  }

  get isAdmin(): boolean {
    return this.sessionId !== undefined;
  }

  get sessionId(): string | undefined {
    const { adminSession } = this.cookies;
    return adminSession !== undefined && this.entry.sessions.isOpen(adminSession) ? adminSession : undefined;
  }

  get recentEntrance(): Entrance | undefined {
    const { adminSession } = this.cookies;
    return adminSession === undefined ? undefined : this.entry.sessions.recentEntrance(adminSession);
  }

  get device(): string {
    return describeDevice(this.event.req.headers.get('user-agent'));
  }

  get site(): SiteAddress {
    return { publicUrl: this.entry.publicUrl, host: this.event.req.headers.get('host') ?? '' };
  }

  get isLocal(): boolean {
    return isLocal(this.event);
  }

  rememberReader(readerId: string): void {
    const { reader } = this.cookies;
    // The cookie of a device that has joined says more than who the reader is: it is renewed as it came.
    this.cookies.rememberReader(reader !== undefined && this.readerId === readerId ? reader : readerId);
  }

  rememberAdmin(session: string, by: Entrance): void {
    this.cookies.rememberAdmin(session);
    this.entry.refusals.signedIn(this.address(), by);
  }

  limit(action: LimitedAction): Promise<void> {
    return this.entry.limits.limit(action, this.sender());
  }

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
