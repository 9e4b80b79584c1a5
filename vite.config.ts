import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { bookFiles } from './src/content/book-plugin.ts';
import { pageFiles } from './src/content/page-files.ts';
import { articles } from './src/content/compile/article-plugin.ts';

/** Rolldown's advice on where the build's seconds go is for its authors, not for whoever starts the site. */
const checks = { pluginTimings: false };

/** Two builds from one file: the browser's application and, with `--ssr`, the server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [bookFiles(), articles(), react(), tailwindcss(), pageFiles()],
  // Bundled files of the book (src/content/media) are served by the server at /public-objects.
  publicDir: isSsrBuild ? false : 'src/client/public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node20',
        sourcemap: true,
        rolldownOptions: { checks, input: { server: 'server.ts', restore: 'src/server/restore-command.ts' } },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        target: 'baseline-widely-available',
        sourcemap: false,
        rolldownOptions: { checks },
      },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/api/**/*.test.ts', 'tests/deploy/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'tests/e2e/**'],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 20_000,
  },
}));
