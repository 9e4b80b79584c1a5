/** `make`, computed when it is first asked for, and kept. A `make` that throws keeps nothing. */
export function onDemand<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let value: Made | undefined;
  return () => (value ??= make());
}
