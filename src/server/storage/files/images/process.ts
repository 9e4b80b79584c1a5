import { writeFile } from 'node:fs/promises';
import workerpool from 'workerpool';
import { checkImage, measureImage, shrinkImage } from './work.ts';

// The process in which pictures are decoded, started and ended by picture-pool.ts.

// Ctrl-C reaches the whole group: what is being made is ended by the server, or with it.
process.on('SIGINT', () => undefined);

// On a machine without enough memory this process is to die of a picture, not the site. Linux alone has the file.
await writeFile('/proc/self/oom_score_adj', '800').catch(() => undefined);

workerpool.worker({ checkImage, measureImage, shrinkImage });
