let previousTurn: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller shares. Replies that wait for the same sync of the journal would
 * otherwise all continue in one turn, and block every other request for as long as they take together.
 */
export function yieldToEventLoop(): Promise<void> {
  previousTurn = previousTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return previousTurn;
}
