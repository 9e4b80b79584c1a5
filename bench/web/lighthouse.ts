import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockingTime } from './blocking.ts';
import { median } from './median.ts';

/** The medians of some runs of Lighthouse: scores of 100, times in milliseconds, compressed bytes. */
export interface PageAudit {
  status: number;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  /** The same by the processor's time of each task. */
  tbtOfProcessor: number;
  cls: number;
  scriptBytes: number;
  /** Lighthouse's own measure of the machine while it ran: a busy one makes TBT worse than it is. */
  machine: number;
}

interface Report {
  finalDisplayedUrl: string;
  /** Read from the trace beside it. */
  tbtOfProcessor: number;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: Item[] } }>;
  environment: { benchmarkIndex: number };
}

interface Item {
  resourceType?: string;
  transferSize?: number;
  statusCode?: number;
}

const command = 'bench/node_modules/lighthouse/cli/index.js';

/** Lighthouse over one address, as many times as asked, each in a browser of its own. */
export function auditPage(url: string, runs: number, chromium: string): PageAudit {
  const folder = mkdtempSync(join(tmpdir(), 'ferro-lighthouse-'));
  try {
    const reports = Array.from({ length: runs }, () => auditOnce(url, join(folder, 'report.json'), chromium));
    const middle = (pick: (report: Report) => number) => median(reports.map(pick));
    const score = (category: string) => middle(({ categories }) => (categories[category]?.score ?? 0) * 100);
    const value = (audit: string) => middle(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
    return {
      status: middle((report) => requests(report)[0]?.statusCode ?? 0),
      performance: Math.round(score('performance')),
      accessibility: Math.round(score('accessibility')),
      bestPractices: Math.round(score('best-practices')),
      seo: Math.round(score('seo')),
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      tbtOfProcessor: middle((report) => report.tbtOfProcessor),
      cls: value('cumulative-layout-shift'),
      scriptBytes: middle((report) =>
        requests(report)
          .filter(({ resourceType }) => resourceType === 'Script')
          .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
      ),
      machine: middle(({ environment }) => environment.benchmarkIndex),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function requests({ audits }: Report): Item[] {
  return audits['network-requests']?.details?.items ?? [];
}

/** @param attempts how often it is tried: now and then the browser records no trace, which is no page's fault */
function auditOnce(url: string, output: string, chromium: string, attempts = 3): Report {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      command,
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
