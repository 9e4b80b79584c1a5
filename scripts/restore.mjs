// npm run restore -- <database.json> [files.tar.gz]: puts a downloaded backup back; -- s3: rebuilds from the bucket.
import { ensureBuilt, ensureInstalled, loadDotEnv } from './setup.mjs';

ensureInstalled();
ensureBuilt();
loadDotEnv();
await import('../dist/server/restore.js');
