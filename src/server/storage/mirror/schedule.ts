export type MirrorPart = 'journal' | 'snapshot' | 'sign' | 'files' | 'cleaning';

export interface Job {
  part: MirrorPart;
  everyMs: number;
  work: () => Promise<void>;
  /** Whether it also works while nothing else may. */
  always?: boolean;
}

interface ScheduleOptions {
  mayWork: () => boolean;
  onEvent: (event: Record<string, unknown>, message: string) => void;
}

/** How often is looked whether a job may work. */
const lookEveryMs = 1_000;
/** After failures a job waits longer and longer, at most this. */
const longestWaitMs = 60_000;

/**
 * Does each job again and again, beside the others and never twice at once. A job that fails is reported once, and once when it no longer does.
 */
export function startJobs(jobs: readonly Job[], { mayWork, onEvent }: ScheduleOptions) {
  const errors = new Map<MirrorPart, unknown>();
  const timers = new Map<MirrorPart, NodeJS.Timeout>();
  const running = new Map<MirrorPart, Promise<void>>();
  let lastSuccess: Date | undefined;
  let isStopped = false;

  function turnIn(job: Job, milliseconds: number, failures: number): void {
    if (isStopped) return;
    const begin = () => running.set(job.part, turn(job, failures));
    timers.set(job.part, setTimeout(begin, milliseconds).unref());
  }

  async function turn(job: Job, failures: number): Promise<void> {
    const { part, everyMs, work, always = false } = job;
    if (!always && !mayWork()) return turnIn(job, Math.min(everyMs, lookEveryMs), 0);
    try {
      await work();
      // A turn without permission to write does nothing.
      if (mayWork()) lastSuccess = new Date();
      if (errors.delete(part)) onEvent({ part }, 'the mirror is well again');
      turnIn(job, everyMs, 0);
    } catch (err) {
      if (!errors.has(part)) onEvent({ part, err }, 'the mirror is in trouble');
      errors.set(part, err);
      turnIn(job, Math.min(longestWaitMs, 1_000 * 2 ** failures), failures + 1);
    }
  }

  for (const job of jobs) turnIn(job, 0, 0);
  return {
    /** The last errors of the jobs that fail, that of the first to fail first. */
    errors: () => [...errors.values()],
    lastSuccess: () => lastSuccess,
    /** Begins nothing more; resolves when what is under way is over. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
