import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Fault } from './faults/fault.ts';

/** What the site's own code gets in the place of what it imports: by the import's words, or by the file that it means. */
const modules: Readonly<Record<string, string>> = {
  'node:crypto': 'crypto.ts',
  'node:fs': 'fs.ts',
  'node:fs/promises': 'fs-promises.ts',
  'node:perf_hooks': 'perf-hooks.ts',
  'node:timers/promises': 'timers-promises.ts',
  yaml: 'yaml.ts',
};
const files: Readonly<Record<string, string>> = {
  'src/server/storage/bucket/s3.ts': 's3.ts',
  'src/server/model/hosted.ts': 'hosted.ts',
  'src/server/text/lexicon.ts': 'lexicon.ts',
  'src/server/help/detect.ts': 'detect.ts',
};

/** The text of a file with the fault in it. @throws Error unless what it replaces stands there exactly once */
export function plantFault(text: string, { file, from, to }: Fault): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file}: found ${parts.length - 1} times, not once: ${from}`);
  return parts.join(to);
}

/** Bundles the site over the simulated world, with a fault planted in it or none; no file of the checkout is touched. */
export function simulatedWorld(root: string, fault?: Fault): Plugin {
  const doubles = join(root, 'bench/simulation/doubles');
  const door = join(root, 'src/server/main/lab.ts');
  const isSites = (importer: string) =>
    importer.startsWith(join(root, 'src/')) || importer.includes('/node_modules/srvx/');
  return {
    name: 'simulated-world',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (!isSites(importer)) return undefined;
      const meant = source.startsWith('.') ? join(dirname(importer), source).slice(root.length + 1) : '';
      // The doubles get the real ones through the bench's door.
      const double = modules[source] ?? (importer === door ? undefined : files[meant]);
      return double && join(doubles, double);
    },
    transform(code, id) {
      return fault && id === join(root, fault.file) ? plantFault(code, fault) : undefined;
    },
  };
}
