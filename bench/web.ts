/*
 * npm run bench:web [-- --runs=3] [--only=/codex,/chat]: Lighthouse 12 (mobile, simulated slow 4G) over every page, the
 * compressed scripts of each page's first load against their budget, the time until the chat can be used over slow 4G, and
 * how long what a reader does takes to be seen (Event Timing). Prints two tables; fails when a budget is missed. `--only=` alone
 * measures no page, only what comes after the pages.
 */
import { demoBook } from '../src/content/demo.ts';
import { findBrowser } from '../scripts/programs.mjs';
import { ServerProcess } from '../tests/support/server-process.ts';
import { numberOption, option } from './harness/options.ts';
import { inScratch } from './harness/processes.ts';
import { machine, type Row, table } from './harness/report.ts';
import { measureWaits } from './web/interactions.ts';
import { auditPage, type PageAudit } from './web/lighthouse.ts';

const articles = [
  'sato-lenz',
  'codex',
  'quantum-age',
  'w01f-grizzly-warden',
  'b03-arctic-seeder',
  'l72-ironwind',
];
const routes = ['/', '/chat', ...articles.map((slug) => `/${slug}`), '/una-pagina-che-non-esiste'];

/** The least of each score, the longest blocking and the longest wait for an interaction's paint in milliseconds, for the chat in seconds. */
const budgets = { scores: [98, 100, 100, 100], blocking: 60, chatReadySeconds: 5, interaction: 80 };

/** The most compressed script of a first load, in bytes. */
const scriptBudget = (route: string) => ({ '/': 110_000, '/chat': 130_000 })[route] ?? 105_000;

/** What the page misses. A page that does not exist is not for search engines: its status says so. */
function missesOf(route: string, { status, scores, tbtOfProcessor, scriptBytes }: PageAudit): string[] {
  const demanded = status === 404 ? 2 : 4;
  const isLow = scores.some((score, at) => at < demanded && score < (budgets.scores[at] ?? 0));
  return [
    ...(isLow ? [`${route}: scores ${scores.join(' ')}`] : []),
    ...(tbtOfProcessor > budgets.blocking ? [`${route}: ${tbtOfProcessor.toFixed(0)} ms of blocking`] : []),
    ...(scriptBytes > scriptBudget(route) ? [`${route}: ${scriptBytes} bytes of script`] : []),
  ];
}

const runs = numberOption('runs', 3);
const only = option('only')?.split(',');

const failures = await inScratch('web', async (folder) => {
  const chromium = await findBrowser();
  if (!chromium) throw new Error('No Chromium: install one, or name it in CHROMIUM_PATH.');
  const server = new ServerProcess(folder);
  await server.start();
  const url = server.url.replace('127.0.0.1', 'localhost');
  const misses: string[] = [];
  try {
    console.log(`${machine()}; median of ${runs}`);
    const rows: Row[] = [];
    for (const route of routes.filter((one) => only?.includes(one) ?? true)) {
      const audit = auditPage(url + route, runs, chromium, folder);
      const { scores, fcp, lcp, tbt, tbtOfProcessor, cls, scriptBytes, machine: index } = audit;
      const paints = [fcp, lcp].map((milliseconds) => (milliseconds / 1000).toFixed(2));
      const blocking = [tbt, tbtOfProcessor].map((milliseconds) => milliseconds.toFixed(0));
      const size = (scriptBytes / 1000).toFixed(1);
      rows.push([route, ...scores, ...paints, ...blocking, cls.toFixed(3), size, index.toFixed(0)]);
      misses.push(...missesOf(route, audit));
    }
    const head = 'page,perf,a11y,best,SEO,FCP s,LCP s,TBT ms,of processor,CLS,script kB,machine';
    if (rows.length > 0) table(head.split(','), rows);
    const code = demoBook().unlockCodes[0]?.code ?? '';
    const { chatReady, events } = await measureWaits(url, code, runs, chromium);
    const ready = `${chatReady.toFixed(2)} s after it is asked for over slow 4G`;
    console.log(`\nThe chat can be used ${ready} (median of ${runs}).`);
    if (chatReady > budgets.chatReadySeconds) misses.push(`/chat: ready ${ready}`);
    table(['interaction (processor slowed four times)', 'longest event ms'], events);
    for (const [name, milliseconds] of events)
      if (milliseconds > budgets.interaction) misses.push(`${name}: ${milliseconds} ms`);
  } finally {
    await server.end();
  }
  return misses;
});
console.log(failures.length === 0 ? '\nWithin every budget.' : `\nOver budget:\n${failures.join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);
