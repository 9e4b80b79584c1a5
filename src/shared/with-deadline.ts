/**
 * The result of `promise`, or of `onLate` once `ms` milliseconds have gone by without one: a value to go on with, or an error
 * it throws. `onLate` is not called when the promise settles in time.
 *
 * The promise itself is not cancelled: `onLate` may do that. Its own failure, should it come later, is nobody's any more
 * and never unhandled.
 */
export async function withDeadline<Result, Late>(
  promise: Promise<Result>,
  ms: number,
  onLate: () => Late | Promise<Late>,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(onLate);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
