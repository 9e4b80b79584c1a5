/** What was opened, to be closed in the opposite order. */
export type Shutdown = ReturnType<typeof createShutdown>;

export function createShutdown() {
  const steps: (() => unknown)[] = [];
  let closed: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    add: (close: () => unknown) => void steps.push(close),
    /** Closes each, the last one opened first; one that fails does not keep the others open. @throws the first failure */
    close: () => (closed ??= closeAll()),
  };
}
