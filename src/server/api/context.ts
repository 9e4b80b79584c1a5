import type { SessionCookies } from '#server/http/cookies.ts';
import type { RequestCaller } from './caller.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';

/** The person behind one request. Of what the cookies claim, only what the caller has checked may be seen. */
export type Caller = Omit<RequestCaller, 'cookies'> & {
  cookies: Pick<
    SessionCookies,
    | 'isUnrecognised'
    | 'deviceId'
    | 'challenge'
    | 'rememberReader'
    | 'forgetReader'
    | 'forgetAdmin'
    | 'rememberChallenge'
  >;
};

/** What every call has: who calls, and the gate that it passes. What it works with, its router was made with. */
export interface Context {
  caller: Caller;
  gate: Pick<MaintenanceGate, 'enter'>;
  /** Takes the calls of this request as they begin: who answers before they have ended must know when their cookies are set. */
  begun?: Promise<unknown>[];
}
