// Builds the browser's application and the server into dist/, and compresses what browsers will ask for.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './setup.mjs';

await build({ root, logLevel: 'warn' });
await build({ root, logLevel: 'warn', build: { ssr: true } });

const compressible = /\.(?:js|css|svg|json|webmanifest|txt|xml)$/;
const worthwhile = 1024;

for (const name of readdirSync('dist/client', { recursive: true })) {
  const path = `dist/client/${name}`;
  if (!compressible.test(path)) continue;
  const bytes = readFileSync(path);
  if (bytes.length < worthwhile) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}
