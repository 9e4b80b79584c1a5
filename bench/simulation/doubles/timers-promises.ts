/* What the site's code gets for `node:timers/promises`: the timers of the simulated time. */
const abortError = () =>
  Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' });

function wait<T>(milliseconds = 0, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError());
    const leave = () => {
      clearTimeout(timer);
      reject(abortError());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve(value as T);
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

const immediate = <T>(value?: T) => new Promise<T>((resolve) => void setImmediate(resolve, value as T));

export { immediate as setImmediate, wait as setTimeout };
