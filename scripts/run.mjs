// npm start, npm run restore, mirror, prune: node scripts/run.mjs <entry> installs and builds what is missing or stale, then
// runs dist/server/<entry>.js.
import { ensureBuilt, ensureInstalled, loadDotEnv } from './setup.mjs';

const [entry = 'server'] = process.argv.splice(2, 1);
ensureInstalled();
ensureBuilt();
loadDotEnv();
if (entry === 'server') process.env.NODE_ENV ??= 'production';
await import(new URL(`../dist/server/${entry}.js`, import.meta.url).href);
