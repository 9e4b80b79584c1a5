/**
 * The result of `promise`, or of `onLate` after `ms` milliseconds: a value, or an error it throws.
 *
 * The promise is not cancelled, though `onLate` may do that; its later rejection is handled and ignored.
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
