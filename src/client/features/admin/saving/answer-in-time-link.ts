import { observable } from '@trpc/server/observable';
import { TRPCClientError } from '@trpc/client';
import type { ServerLink } from '#client/trpc.ts';

/** How long a server may take for an entry: its longest text on the slowest of lines. */
const answerMs = 30_000;
const calls = /^(?:sections|unlockCodes|musicCodes|gallery|memoryCards)\.(?:list|create|update)$/;

/**
 * Gives up an answer that does not come: the call fails as without a line, and whoever saves looks up what became of it. What
 * takes its time by itself, such as a backup, is left alone.
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
