// npm start: installs and builds what is missing or stale, then serves the site.
import { ensureBuilt, ensureInstalled, loadDotEnv } from './setup.mjs';

ensureInstalled();
ensureBuilt();
loadDotEnv();
process.env.NODE_ENV ??= 'production';
await import('../dist/server/server.js');
