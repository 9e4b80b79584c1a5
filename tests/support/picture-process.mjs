// In the place of the built picture-process.js: each "picture" says what happens to the process that opens it.
import workerpool from 'workerpool';

const refusal = Object.assign(new Error('L’immagine è danneggiata.'), { code: 'IMPOSSIBLE' });
const diskError = Object.assign(new Error('i/o error, read'), { code: 'EIO', syscall: 'read' });

workerpool.worker({
  checkImage(path) {
    if (path === 'damaged') throw refusal;
    if (path === 'unreadable') throw diskError;
    if (path === 'deadly') process.kill(process.pid, 'SIGKILL');
    if (path === 'endless') return new Promise(() => undefined);
    return { name: path, type: JSON.stringify(process.env), width: process.pid, height: 1 };
  },
  shrinkImage: (path, width, format) => new TextEncoder().encode(`${path} ${width} ${format}`),
});
