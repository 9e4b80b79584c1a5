import { readFileSync } from 'node:fs';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Begin, length and the processor's time of it, in microseconds. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string; url?: string } };
}

/** As Lighthouse's simulation counts them: a task is four times slower on the phone, one with a layout in it twice. */
const slower = { script: 4, layout: 2 };
const longTask = 50;

/**
 * The blocking time of a load in milliseconds, as Lighthouse simulates it, but from the processor's time of each task: what other
 * programs take of a busy machine is not in it, and neither is waiting for the raster. Counts from the navigation on, not from
 * the first paint.
 *
 * @param path of a trace saved by `lighthouse --save-assets`
 */
export function blockingTime(path: string, url: string): number {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] };
  const start = traceEvents.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === url,
  );
  if (!start) return Number.NaN;
  const events = traceEvents.filter(
    ({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts,
  );
  return events
    .filter(({ name }) => name.endsWith('RunTask'))
    .map((task) => {
      const end = task.ts + (task.dur ?? 0);
      const inside = events.filter((event) => event !== task && event.ts >= task.ts && event.ts < end);
      // What Lighthouse itself runs in the page.
      if (inside.some(({ args }) => args?.data?.url?.includes('lighthouse'))) return 0;
      const rate = inside.some(({ name }) => name === 'Layout') ? slower.layout : slower.script;
      return Math.max(0, ((task.tdur ?? 0) / 1000) * rate - longTask);
    })
    .reduce((sum, blocked) => sum + blocked, 0);
}
