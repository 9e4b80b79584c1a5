import { monitorEventLoopDelay } from 'node:perf_hooks';
import { statfs } from 'node:fs/promises';

/** How this process and its disk are doing. */
interface Vitals {
  /** 99th percentile, in milliseconds, of how late timers ran: the worse of this window and the last one. */
  eventLoopDelayMs: number;
  /** Resident memory of the process. */
  memoryBytes: number;
  /** `low`: little room left where the data are, writes will be refused soon. `unknown`: the system does not say. */
  disk: 'ok' | 'low' | 'unknown';
}

export interface Monitor {
  read(): Promise<Vitals>;
  close(): void;
}

const windowMs = 30_000;
const resolutionMs = 20;
/** Everybody may ask, so the system is asked this often at most. */
const freshMs = 1_000;
/** Room for the largest upload and for db.json to be written anew beside itself, with some to spare. */
const lowBytes = 256 * 1024 * 1024;
const nanoseconds = 1e6;

/** Watches the event loop from now on. @param folder where the data are */
export function startMonitor(folder: string): Monitor {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  // What is measured is the time between two ticks, the pause that was asked for included.
  const delayPercentile = () => Math.max(0, Math.round(delays.percentile(99) / nanoseconds) - resolutionMs);
  let lastWindow = 0;
  let lastRead: { at: number; vitals: Promise<Vitals> } | undefined;
  const windowTimer = setInterval(() => {
    lastWindow = delayPercentile();
    delays.reset();
  }, windowMs);
  windowTimer.unref();

  async function readVitals(): Promise<Vitals> {
    return {
      eventLoopDelayMs: delays.count > 0 ? Math.max(lastWindow, delayPercentile()) : lastWindow,
      memoryBytes: process.memoryUsage.rss(),
      disk: await roomIn(folder),
    };
  }

  return {
    read() {
      const now = performance.now();
      if (!lastRead || now - lastRead.at > freshMs) lastRead = { at: now, vitals: readVitals() };
      return lastRead.vitals;
    },
    close() {
      clearInterval(windowTimer);
      delays.disable();
    },
  };
}

async function roomIn(folder: string): Promise<Vitals['disk']> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < lowBytes ? 'low' : 'ok';
  } catch {
    return 'unknown';
  }
}
