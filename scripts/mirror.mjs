// npm run mirror -- verify [--dry-run]: compares the uploads with their copies in the bucket, and mends what differs.
import { ensureBuilt, ensureInstalled, loadDotEnv } from './setup.mjs';

ensureInstalled();
ensureBuilt();
loadDotEnv();
await import('../dist/server/mirror.js');
