let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that is the caller's own. Replies that wait for one sync of the journal all go on when
 * it is done: one behind the other in a single turn they would hold up everybody else for as long as all of them take.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
