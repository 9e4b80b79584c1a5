import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { bookFiles } from './src/build/manifest-plugin.ts';
import { pageFiles } from './src/build/pages-plugin.ts';
import { articles } from './src/build/articles/article-plugin.ts';
import { yamlFiles } from './src/build/yaml-plugin.ts';

/** Rolldown's advice on where the build's seconds go is for its authors, not for whoever starts the site. */
const checks = { pluginTimings: false };

/**
 * tRPC from the sources in its package, so that the server's copy is compiled for this Node. As published it is compiled for
 * a language without object spread: the helper that stands in for it took a third of the time of a small call.
 */
const trpcFromSource = { '@trpc/server': resolve('node_modules/@trpc/server/src') };

/** As published for browsers it decodes with a `document`, which the worker that reads manuscripts has not. */
const withoutDocument = {
  'decode-named-character-reference': resolve('node_modules/decode-named-character-reference/index.js'),
};

/** What every page needs first, in one file: each file more is a turn more on a slow line. */
const framework = {
  name: 'framework',
  test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:react-router|router-core|history|store|react-store))\//,
};

/** What nearly every page has besides: a file each would be a request each, and compressed by itself. */
const common = {
  name: 'common',
  test: /src\/client\/(?:page-head|router|app|page-failed|admin-search|offline\/register|ui\/(?:toasts|toast-store|use-media-query|missing-part|kept-words|lazy-part|silent-line|page-pending))\.tsx?$|src\/shared\/(?:boot|pages)\.ts$/,
};

/** What asks the server: the chat's, the panel's and two dialogs'. */
const calls = {
  name: 'calls',
  test: /src\/client\/(?:trpc|server-provider|api-error|addresses)\.tsx?$|src\/shared\/(?:rest-route|reader-routes|errors)\.ts$/,
};

/** What a page shares with its own dialogs stays with the page: small files weigh as much in their headers as in themselves. */
const talk = {
  name: 'talk',
  test: /src\/client\/(?:routes\/chat|features\/chat\/format)\.tsx?$|src\/shared\/(?:code-link|quotes)\.ts$/,
};
const presentation = {
  name: 'presentation',
  test: /src\/client\/(?:routes\/landing|features\/landing\/(?:icons|soundtrack\/unlocked-tracks|audiobook\/saved-listening))\.tsx?$/,
};

/**
 * What the server loads as published: native code, what starts threads of its own, and what few sites use. Everything else is in
 * one file with it: read file by file, four hundred of them took a fifth of each start.
 */
const notInOneFile = [
  'sharp',
  'pino',
  'workerpool',
  '@aws-sdk/client-s3',
  'onnxruntime-node',
  '@huggingface/tokenizers',
];

const input = {
  server: 'server.ts',
  restore: 'src/server/commands/restore.ts',
  mirror: 'src/server/commands/mirror.ts',
  keys: 'src/server/commands/keys.ts',
  prune: 'src/server/commands/prune.ts',
  'picture-process': 'src/server/storage/files/images/process.ts',
  'encoder-thread': 'src/server/encoder/thread.mjs',
};

/** What draws the pages: when the site is built, and when the author publishes. */
const drawing = { prerender: 'src/client/prerender.tsx', 'draw-worker': 'src/client/draw-worker.tsx' };

/** A folder of tests that npm run test:full runs by itself: browsers, ceph, deploy. */
const testFolder = process.env.TEST_FOLDER;

/** Three builds from one file: the browser's application, the server and, in mode `prerender`, what draws the pages. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [yamlFiles(), bookFiles(), articles(), react(), tailwindcss(), pageFiles()],
  // Bundled files of the book (src/content/media) are served by the server at /public-objects.
  publicDir: isSsrBuild ? false : 'src/client/public',
  resolve: { alias: isSsrBuild ? trpcFromSource : withoutDocument },
  ssr:
    isSsrBuild && mode !== 'prerender'
      ? { noExternal: true, external: notInOneFile }
      : { noExternal: ['@trpc/server'] },
  build: isSsrBuild
    ? {
        outDir: mode === 'prerender' ? 'dist/prerender' : 'dist/server',
        emptyOutDir: true,
        target: 'node20',
        sourcemap: mode !== 'prerender',
        rolldownOptions: {
          checks,
          input: mode === 'prerender' ? drawing : input,
        },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        target: 'baseline-widely-available',
        sourcemap: false,
        rolldownOptions: {
          checks,
          output: { codeSplitting: { groups: [framework, common, calls, talk, presentation] } },
        },
      },
  test: {
    projects: testFolder
      ? [{ extends: true, test: { name: testFolder, include: [`tests/${testFolder}/**/*.test.ts`] } }]
      : [
          { extends: true, test: { name: 'units', include: ['src/**/*.test.{ts,tsx}'] } },
          {
            extends: true,
            test: {
              name: 'sites',
              include: ['tests/{api,repository}/**/*.test.ts'],
              globalSetup: 'tests/support/second-book.ts',
            },
          },
        ],
    exclude: [...configDefaults.exclude, 'tests/{e2e,sweep}/**'],
    // A worker keeps its modules from file to file: loading them again for each took a third of the time.
    isolate: false,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // Many tests wait for disks and processes: on two cores one worker would leave half of the machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  },
}));
