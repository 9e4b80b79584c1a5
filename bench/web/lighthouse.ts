import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../harness/report.ts';
import { blockingTime } from './blocking.ts';

interface Item {
  resourceType?: string;
  transferSize?: number;
  statusCode?: number;
}

interface Report {
  finalDisplayedUrl: string;
  /** Read from the trace beside it. */
  tbtOfProcessor: number;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: Item[] } }>;
  environment: { benchmarkIndex: number };
}

export type PageAudit = ReturnType<typeof auditPage>;

/**
 * Lighthouse over one address, as many times as asked, each in a browser of its own; `folder` is for its files.
 *
 * @returns the medians: scores of 100, times in milliseconds, compressed bytes
 */
export function auditPage(url: string, runs: number, chromium: string, folder: string) {
  const reports = Array.from({ length: runs }, () => auditOnce(url, join(folder, 'report.json'), chromium));
  const middle = (pick: (report: Report) => number) => median(reports.map(pick));
  const score = (category: string) =>
    Math.round(middle(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const value = (audit: string) => middle(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
  const requests = ({ audits }: Report) => audits['network-requests']?.details?.items ?? [];
  const scriptBytes = (report: Report) =>
    requests(report)
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  return {
    status: middle((report) => requests(report)[0]?.statusCode ?? 0),
    scores: ['performance', 'accessibility', 'best-practices', 'seo'].map(score),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    /** The same by the processor's time of each task. */
    tbtOfProcessor: middle((report) => report.tbtOfProcessor),
    cls: value('cumulative-layout-shift'),
    scriptBytes: middle(scriptBytes),
    /** Lighthouse's own measure of the machine while it ran: a busy one makes TBT worse than it is. */
    machine: middle(({ environment }) => environment.benchmarkIndex),
  };
}

/** @param attempts how often it is tried: now and then the browser records no trace, which is no page's fault */
function auditOnce(url: string, output: string, chromium: string, attempts = 3): Report {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      'bench/node_modules/lighthouse/cli/index.js',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      '--save-assets',
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
      // A page that is not found is measured like the others.
      '--ignore-status-code',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, encoding: 'utf8' },
  );
  if (status !== 0 && attempts > 1) return auditOnce(url, output, chromium, attempts - 1);
  if (status !== 0) throw new Error(`lighthouse ${url}: ${stderr}`);
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const trace = output.replace(/\.json$/, '-0.trace.json');
  return { ...report, tbtOfProcessor: blockingTime(trace, report.finalDisplayedUrl) };
}
