import { monitorEventLoopDelay } from 'node:perf_hooks';
import { statfs } from 'node:fs/promises';

export type Monitor = ReturnType<typeof startMonitor>;

const windowMs = 30_000;
const resolutionMs = 20;
/** Room for the largest upload and for db.json to be written anew beside itself, with some to spare. */
const lowBytes = 256 * 1024 * 1024;
const nanoseconds = 1e6;

/** Watches the event loop from now on. @param folder where the data are */
export function startMonitor(folder: string) {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  // What is measured is the time between two ticks, the pause that was asked for included.
  const delayPercentile = () => Math.max(0, Math.round(delays.percentile(99) / nanoseconds) - resolutionMs);
  let lastWindow = 0;
  const windowTimer = setInterval(() => {
    lastWindow = delayPercentile();
    delays.reset();
  }, windowMs);
  windowTimer.unref();

  return {
    /** How this process and its disk are doing. */
    read: async () => ({
      /** 99th percentile, in milliseconds, of how late timers ran: the worse of this window and the last one. */
      eventLoopDelayMs: delays.count > 0 ? Math.max(lastWindow, delayPercentile()) : lastWindow,
      /** Resident memory of the process. */
      memoryBytes: process.memoryUsage.rss(),
      disk: await roomIn(folder),
    }),
    close(): void {
      clearInterval(windowTimer);
      delays.disable();
    },
  };
}

/** `low`: little room left where the data are, writes will be refused soon. `unknown`: the system does not say. */
async function roomIn(folder: string): Promise<'ok' | 'low' | 'unknown'> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < lowBytes ? 'low' : 'ok';
  } catch {
    return 'unknown';
  }
}
