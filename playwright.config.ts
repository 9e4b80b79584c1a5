import { defineConfig } from 'playwright/test';

/** Browser tests over the built site; `npm test` builds it first and says which Chromium to use. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/support/prepared-site.ts',
  fullyParallel: false,
  // On two processors: a test waits for a notice to go, a poll, a timer, while the others work.
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // On a shared machine a browser test may miss its moment once; what fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    // It would answer instead of the routes that tests set up; the test of reading without a network allows it.
    serviceWorkers: 'block',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // Recording one each time takes an eighth of the time; `npx playwright test --trace on` shows what a failure looks like.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
