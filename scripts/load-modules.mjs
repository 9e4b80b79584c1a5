import { ensureInstalled, root } from './setup.mjs';

/**
 * Runs `use` with a function that loads TypeScript modules of the project, and ends the process.
 *
 * @param {(load: (path: string) => Promise<Record<string, any>>) => Promise<void>} use paths begin with `/`, the project's folder
 */
export async function loadModules(use) {
  ensureInstalled();
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true },
  });
  await use((path) => vite.ssrLoadModule(path));
  await vite.close();
  process.exit(0);
}
