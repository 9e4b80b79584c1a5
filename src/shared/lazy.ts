/** Computes `make` on first use and caches the value. A `make` that throws is called again next time. */
export function lazy<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let value: Made | undefined;
  return () => (value ??= make());
}
