import { observable } from '@trpc/server/observable';
import { TRPCClientError } from '@trpc/client';
import type { ServerLink } from '#client/trpc.ts';

/** Allows for the longest text on a slow connection. */
const answerMs = 30_000;
const calls = /^(?:sections|unlockCodes|musicCodes|gallery|memoryCards)\.(?:list|create|update)$/;

/**
 * Timeout: the call fails as if offline, and the saving code checks the result. Long operations such as backups are
 * excluded.
 */
export const answerInTimeLink: ServerLink =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      if (!calls.test(op.path)) return next(op).subscribe(observer);
      const subscription = next(op).subscribe({
        next: (result) => observer.next(result),
        error(error) {
          clearTimeout(timer);
          observer.error(error);
        },
        complete() {
          clearTimeout(timer);
          observer.complete();
        },
      });
      const timer = setTimeout(() => {
        subscription.unsubscribe();
        observer.error(TRPCClientError.from(new TypeError('no answer in time')));
      }, answerMs);
      return () => {
        clearTimeout(timer);
        subscription.unsubscribe();
      };
    });
