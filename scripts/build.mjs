// Builds the browser's application and the server into dist/, sets the pages into their files, and compresses
// what browsers will ask for. The pages themselves are compressed by the server, which completes them.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { carryAssets, readSince } from './earlier-assets.mjs';
import { root } from './setup.mjs';

// Whoever starts it (a test has another): the server draws pages with the production React, and its pages must be for that one.
process.env.NODE_ENV = 'production';

const before = 'dist/before';
rmSync(before, { recursive: true, force: true });
if (existsSync('dist/client/assets')) {
  cpSync('dist/client/assets', `${before}/client/assets`, { recursive: true });
  // Built again and again in one place, the build before is enough.
  for (const name of Object.keys(readSince('dist')))
    rmSync(`${before}/client/assets/${name}`, { force: true });
}

await build({ root, logLevel: 'warn' });
await build({ root, logLevel: 'warn', build: { ssr: true } });

await build({ root, logLevel: 'warn', mode: 'prerender', build: { ssr: true } });

const { builtInPublicBook, drawSite } = await import(
  new URL('../dist/prerender/prerender.js', import.meta.url).href
);
// Kept as they are for when the author publishes a book of their own: the server then draws them again.
for (const name of ['pages', 'offline.html', 'later.json', 'sw.js'])
  renameSync(`dist/client/${name}`, `dist/prerender/${name}`);
const pages = await drawSite(
  async (/** @type {string} */ file) => readFileSync(`dist/prerender/${file}`, 'utf8'),
  builtInPublicBook,
);
mkdirSync('dist/client/pages');
for (const [name, text] of Object.entries(pages))
  writeFileSync(`dist/client/pages/${name.includes('.') ? name : `${name}.html`}`, text);
rmSync('dist/client/index.html');

const compressible = /\.(?:js|css|svg|json|webmanifest|txt|xml)$/;
const worthwhile = 1024;

for (const name of readdirSync('dist/client', { recursive: true, encoding: 'utf8' })) {
  const path = `dist/client/${name}`;
  if (!compressible.test(path) || name.startsWith('pages')) continue;
  const bytes = readFileSync(path);
  if (bytes.length < worthwhile) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}

carryAssets(before, 'dist');
rmSync(before, { recursive: true, force: true });

// Rendered pages leave the timers of their caches behind.
process.exit(0);
