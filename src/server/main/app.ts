import { H3, type H3Event } from 'h3';
import type { Logger } from 'pino';
import type { Entrance } from '#shared/contracts/auth.ts';
import type { User } from '#shared/contracts/readers.ts';
import { AppError } from '#shared/errors.ts';
import type { LimitedAction } from '#shared/limited-actions.ts';
import { manifestOf, manifestPath } from '#shared/manifest.ts';
import type { Caller, Context, Services } from '../api/context.ts';
import { toAppError } from '../api/errors.ts';
import { describeDevice } from '../features/auth/device.ts';
import type { SiteAddress } from '../features/auth/relying-party.ts';
import { readSeat, seatCookie, type Seat } from '../features/readers/devices.ts';
import { isReplaceable, replacementAt } from '../features/media/media.service.ts';
import { callerAddress, isLocal, refuseForeignOrigin } from '../http/address.ts';
import { createBodyBudget } from '../http/body.ts';
import { serveFromBucket } from '../http/bucket-files.ts';
import { cookiesToSet, SessionCookies } from '../http/cookies.ts';
import { completeHeaders } from '../http/headers.ts';
import type { Limits, Sender } from '../http/limits.ts';
import { originsOfImages } from '../features/gallery/gallery.service.ts';
import { answerPage, type RenderPage } from '../http/pages.ts';
import type { RefusalWatch } from '../http/refusal-watch.ts';
import { PlainResponse, refusalResponse, setHeader } from '../http/plain-response.ts';
import type { Sealer } from '../http/seal.ts';
import { serveClient, servePublicObjects, serveUploads } from '../http/static.ts';
import { createExposure } from '../storage/files/exposure.ts';
import type { Mirror } from '../storage/mirror/mirror.ts';
import { mountRest } from '../api/rest/adapter.ts';
import { mountTrpc } from '../api/trpc-mount.ts';

/** What procedures need, and what serves files from the bucket. */
type AppServices = Services & { mirror: Pick<Mirror, 'open'>; refusals: RefusalWatch };

interface AppOptions {
  services: AppServices;
  limits: Limits;
  sealer: Sealer;
  log: Logger;
  renderPage: RenderPage;
  publicUrl: string | undefined;
  trustedProxies: number;
  development: boolean;
  folders: { client: string; uploads: string; media: string | undefined };
}

/** The whole site as one h3 application: every mount, in order. */
export function createApp(options: AppOptions): H3 {
  const { services, log } = options;
  const secure = options.publicUrl?.startsWith('https:') ?? false;
  // A malformed escape is refused by whoever decodes it, in our own words.
  const app = new H3({ silent: true, allowMalformedURL: true });

  const createContext = (event: H3Event): Context => ({
    caller: new RequestCaller(event, options, secure),
    services,
  });
  /** What is not the caller's mistake goes to the log, whole; the caller gets the refusal alone. */
  const report = (error: unknown, event: H3Event): AppError => {
    const refusal = toAppError(error);
    const { method } = event.req;
    // A refusal for want of room is an answer, not a failure, and there are many of them at once.
    const isFull = refusal.code === 'UNAVAILABLE' && refusal.cause === undefined;
    if (refusal.status >= 500 && !isFull) {
      log.error({ err: refusal.cause ?? refusal, method, path: event.url.pathname }, 'request failed');
    }
    const { pathname } = event.url;
    services.refusals.refused(refusal.code, callerAddress(event, options.trustedProxies), pathname);
    return refusal;
  };
  const refuse = (error: unknown, event: H3Event) => refusalResponse(report(error, event));

  const answer = async (event: H3Event, next: () => unknown): Promise<Response> => {
    try {
      refuseForeignOrigin(event, options.publicUrl);
      const response = await next();
      if (response instanceof Response) return response;
      throw new TypeError('a handler did not give a Response');
    } catch (error) {
      return refuse(error, event);
    }
  };
  app.use(async (event, next) => {
    const isLogged = log.isLevelEnabled('debug');
    const started = isLogged ? performance.now() : 0;
    const response = await answer(event, next);
    completeHeaders(response, secure, options.development, cookiesToSet(event));
    if (!isLogged) return response;
    log.debug(
      {
        method: event.req.method,
        // Never the query: only the path is known to hold nothing private.
        path: event.url.pathname,
        status: response.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
    return response;
  });

  const budget = createBodyBudget();
  mountTrpc(app, createContext, report, budget);
  mountRest(app, createContext, refuse, budget);
  mountFiles(app, options, secure);
  return app;
}

/** Uploads, the book's recordings, the client's files; any other address is a page's. */
function mountFiles(app: H3, options: AppOptions, secure: boolean): void {
  const { services, folders, renderPage } = options;
  const uploads = serveUploads(folders.uploads);
  const { mirror } = services;
  const fromBucket = serveFromBucket((name, range) => mirror.open(name, range));
  const replacements = {
    at: (address: string) => replacementAt(services.store, address),
    isReplaceable,
  };
  const publicObjects = servePublicObjects(folders.uploads, folders.media, replacements, fromBucket);
  const client = serveClient(folders.client);
  const imageSites = (path: string) =>
    path === '/admin' ? ['https:'] : originsOfImages(services.store.galleryImages.values());
  const files = async (event: H3Event, serve: typeof uploads) => {
    if (event.req.method !== 'GET' && event.req.method !== 'HEAD') {
      return refusalResponse(new AppError('METHOD_NOT_ALLOWED'), { Allow: 'GET, HEAD' });
    }
    return (await serve(event)) ?? answerPage(event, renderPage, imageSites);
  };
  const orFromBucket = (serve: typeof uploads) => async (event: H3Event) =>
    (await serve(event)) ?? (await fromBucket(event));
  app.get(manifestPath, () => {
    const headers = { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' };
    return new PlainResponse(manifestOf(services.book.publicBook.book), { status: 200, headers });
  });
  const exposure = createExposure({ store: services.store, published: () => services.book.published });
  /** What readers do not have yet is for the author alone; to others it is as if it were not there. */
  const exposed = (serve: typeof uploads) => async (event: H3Event) => {
    if (exposure.isPublic(event.url.pathname)) return serve(event);
    if (!new RequestCaller(event, options, secure).isAdmin) return undefined;
    const response = await serve(event);
    if (response) setHeader(response, 'Cache-Control', 'private, no-cache');
    return response;
  };
  app.all('/uploads/**', (event) => files(event, exposed(orFromBucket(uploads))));
  app.all('/public-objects/**', (event) => files(event, exposed(orFromBucket(publicObjects))));
  app.all('/**', (event) => files(event, client));
}

const dayMs = 24 * 60 * 60 * 1000;

/** A reader who has redeemed a code, or was here a day ago. */
function isKnown(reader: User | undefined): boolean {
  return reader !== undefined && (reader.maxSection > 0 || Date.now() - Date.parse(reader.createdAt) > dayMs);
}

/** Who is calling: the sealed cookies decide, never what the request says of itself. */
class RequestCaller implements Caller {
  private readonly event: H3Event;
  private readonly options: AppOptions;
  private readonly cookies: SessionCookies;

  constructor(event: H3Event, options: AppOptions, secure: boolean) {
    this.event = event;
    this.options = options;
    this.cookies = new SessionCookies(event, options.sealer, secure);
  }

  get readerId(): string | undefined {
    return this.seat?.readerId;
  }

  get seat(): Seat | undefined {
    return readSeat(this.options.services.store, this.cookies.reader);
  }

  get isUnrecognised(): boolean {
    return this.cookies.isUnrecognised;
  }

  get isAdmin(): boolean {
    return this.sessionId !== undefined;
  }

  get sessionId(): string | undefined {
    const { adminSession } = this.cookies;
    const isOpen = adminSession !== undefined && this.options.services.sessions.isOpen(adminSession);
    return isOpen ? adminSession : undefined;
  }

  get recentEntrance(): Entrance | undefined {
    const { adminSession } = this.cookies;
    if (adminSession === undefined) return undefined;
    return this.options.services.sessions.recentEntrance(adminSession);
  }

  get device(): string {
    return describeDevice(this.event.req.headers.get('user-agent'));
  }

  get site(): SiteAddress {
    return { publicUrl: this.options.publicUrl, host: this.event.req.headers.get('host') ?? '' };
  }

  get challenge(): string | undefined {
    return this.cookies.challenge;
  }

  rememberReader(readerId: string): void {
    const { reader } = this.cookies;
    // The cookie of a device that has joined says more than who the reader is: it is renewed as it came.
    this.cookies.rememberReader(reader !== undefined && this.readerId === readerId ? reader : readerId);
  }

  takeSeat(seat: Seat): void {
    this.cookies.rememberReader(seatCookie(seat));
  }

  leaveSeat({ previous }: Seat): void {
    if (previous === undefined) this.cookies.forgetReader();
    else this.cookies.rememberReader(previous);
  }

  rememberAdmin(session: string, by: Entrance): void {
    this.cookies.rememberAdmin(session);
    this.options.services.refusals.signedIn(this.address(), by);
  }

  forgetAdmin(): void {
    this.cookies.forgetAdmin();
  }

  rememberChallenge(challenge: string | undefined): void {
    this.cookies.rememberChallenge(challenge);
  }

  get isLocal(): boolean {
    return isLocal(this.event);
  }

  get isKnownDevice(): boolean {
    return this.cookies.deviceId !== undefined;
  }

  limit(action: LimitedAction): Promise<void> {
    return this.options.limits.limit(action, this.sender());
  }

  guess<T>(action: LimitedAction, attempt: () => T | Promise<T>): Promise<T> {
    return this.options.limits.guess(action, this.sender(), attempt);
  }

  private sender(): Sender {
    const { deviceId } = this.cookies;
    const { readerId } = this;
    const isKnownReader = readerId !== undefined && isKnown(this.options.services.store.users.get(readerId));
    return { address: this.address(), readerId, deviceId, isKnownReader };
  }

  private address(): string {
    return callerAddress(this.event, this.options.trustedProxies);
  }
}
