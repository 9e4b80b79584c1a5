/** Calls `work` for every item, at most so many at once; the first that fails ends it, when those under way are done. */
export async function runConcurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  // Every worker takes the next one from the same generator, which ends for all as soon as one leaves it.
  async function* next() {
    yield* items;
  }
  const left = next();
  const worker = async () => {
    for await (const item of left) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
