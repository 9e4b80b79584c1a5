/*
 * npm run bench:web [-- --runs=3] [--only=/codex,/chat]: Lighthouse 12 (mobile, simulated slow 4G) over every page, the
 * compressed scripts of each page's first load against their budget, the time until the chat can be used over slow 4G, and
 * how long what a reader does takes to be seen (Event Timing). Builds the site, starts it on a folder of its own, prints two
 * tables; fails when a budget is missed. `--only=` alone measures no page, only what comes after the pages.
 */
import { cpus } from 'node:os';
import { demoBook } from '../src/content/demo.ts';
import { chatReadySeconds } from './web/chat-ready.ts';
import { chromiumPath } from './web/chromium.ts';
import { longestEvents } from './web/interactions.ts';
import { auditPage, type PageAudit } from './web/lighthouse.ts';
import { startBuiltSite } from './web/site.ts';

const routes = [
  '/',
  '/chat',
  '/sato-lenz',
  '/codex',
  '/quantum-age',
  '/w01f-grizzly-warden',
  '/b03-arctic-seeder',
  '/l72-ironwind',
  '/una-pagina-che-non-esiste',
];

/** The least of each score, the longest blocking and the longest wait for an interaction's paint in milliseconds, for the chat in seconds. */
const budgets = { performance: 98, others: 100, blocking: 60, chatReadySeconds: 5, interaction: 80 };

/** The most compressed script of a first load, in bytes. */
const scriptBudget = (route: string) => ({ '/': 110_000, '/chat': 130_000 })[route] ?? 105_000;

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
}

/** What the page misses. A page that does not exist is not for search engines: its status says so. */
function missed(route: string, audit: PageAudit): string[] {
  const scores: [string, number, number][] = [
    ['performance', audit.performance, budgets.performance],
    ['accessibility', audit.accessibility, budgets.others],
    ['best practices', audit.bestPractices, audit.status === 404 ? 0 : budgets.others],
    ['SEO', audit.seo, audit.status === 404 ? 0 : budgets.others],
  ];
  return [
    ...scores
      .filter(([, score, least]) => score < least)
      .map(([name, score]) => `${route}: ${name} ${score}`),
    ...(audit.tbtOfProcessor > budgets.blocking
      ? [`${route}: ${audit.tbtOfProcessor.toFixed(0)} ms of blocking`]
      : []),
    ...(audit.scriptBytes > scriptBudget(route) ? [`${route}: ${audit.scriptBytes} bytes of script`] : []),
  ];
}

const runs = Number(option('runs') ?? 3);
const only = option('only')?.split(',');
const wanted = routes.filter((route) => only?.includes(route) ?? true);
const chromium = await chromiumPath();
const site = await startBuiltSite();
const failures: string[] = [];

try {
  console.log(`${cpus()[0]?.model ?? 'CPU'}, ${cpus().length} cores; median of ${runs}\n`);
  console.log(
    '| page | perf | a11y | best | SEO | FCP s | LCP s | TBT ms | of processor | CLS | script kB | machine |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |');
  for (const route of wanted) {
    const audit = auditPage(site.url + route, runs, chromium);
    const {
      performance,
      accessibility,
      bestPractices,
      seo,
      fcp,
      lcp,
      tbt,
      tbtOfProcessor,
      cls,
      scriptBytes,
      machine,
    } = audit;
    const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
    const scores = [performance, accessibility, bestPractices, seo].join(' | ');
    const times = [
      seconds(fcp),
      seconds(lcp),
      tbt.toFixed(0),
      tbtOfProcessor.toFixed(0),
      cls.toFixed(3),
    ].join(' | ');
    console.log(
      `| ${route} | ${scores} | ${times} | ${(scriptBytes / 1000).toFixed(1)} | ${machine.toFixed(0)} |`,
    );
    failures.push(...missed(route, audit));
  }
  const ready = await chatReadySeconds(`${site.url}/chat`, runs, chromium);
  console.log(
    `\nThe chat can be used ${ready.toFixed(2)} s after it is asked for over slow 4G (median of ${runs}).`,
  );
  if (ready > budgets.chatReadySeconds) failures.push(`/chat: ready after ${ready.toFixed(2)} s`);
  console.log('\n| interaction (processor slowed four times) | longest event ms |');
  console.log('| --- | --: |');
  for (const { name, milliseconds } of await longestEvents(
    site.url,
    demoBook().unlockCodes[0]?.code ?? '',
    runs,
    chromium,
  )) {
    console.log(`| ${name} | ${milliseconds} |`);
    if (milliseconds > budgets.interaction) failures.push(`${name}: ${milliseconds} ms`);
  }
} finally {
  await site.stop();
}

console.log(failures.length === 0 ? '\nWithin every budget.' : `\nOver budget:\n${failures.join('\n')}`);
process.exit(failures.length === 0 ? 0 : 1);
