import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** A mistake that somebody could make, a row of faults.json. */
export interface Fault {
  name: string;
  room: string;
  /** What it breaks. */
  breaks: string;
  file: string;
  /** Stands in the file exactly once; `to` takes its place. */
  from: string;
  to: string;
}

/** What the site's own code gets in the place of a module of Node's or a package, and of a file of its own. */
const modules: Readonly<Record<string, string>> = {
  'node:crypto': 'crypto.ts',
  'node:fs': 'fs.ts',
  'node:fs/promises': 'fs-promises.ts',
  'node:perf_hooks': 'site.ts',
  'node:timers/promises': 'timers-promises.ts',
  yaml: 'yaml.ts',
};
const files = ['storage/bucket/s3.ts', 'model/hosted.ts', 'text/lexicon.ts', 'help/detect.ts'];

/** The text of a file with the fault in it. @throws Error unless what it replaces stands there exactly once */
export function plantFault(text: string, { file, from, to }: Fault): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file}: found ${parts.length - 1} times, not once: ${from}`);
  return parts.join(to);
}

/** Bundles the site over the simulated world, with a fault planted in it or none; no file of the checkout is touched. */
export function simulatedWorld(root: string, fault?: Fault): Plugin {
  const doubles = join(root, 'bench/simulation/doubles');
  const server = join(root, 'src/server');
  const isSites = (importer: string) =>
    importer.startsWith(join(root, 'src/')) || importer.includes('/node_modules/srvx/');
  return {
    name: 'simulated-world',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (!isSites(importer)) return undefined;
      if (modules[source]) return join(doubles, modules[source]);
      // The doubles get the real ones through the bench's door.
      const isOwn = source.startsWith('.') && importer !== join(server, 'main/bench-api.ts');
      const isDoubled = isOwn && files.some((file) => join(server, file) === join(dirname(importer), source));
      return isDoubled ? join(doubles, 'site.ts') : undefined;
    },
    transform: (code, id) => (fault && id === join(root, fault.file) ? plantFault(code, fault) : undefined),
  };
}
