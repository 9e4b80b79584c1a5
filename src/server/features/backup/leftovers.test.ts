import { expect, it } from 'vitest';
import { removeLeftovers } from './leftovers.ts';

type Unfinished = Parameters<typeof removeLeftovers>[1];
type Backup = Parameters<typeof removeLeftovers>[2];

const data = [
  'db.json',
  'db.json.journal.1',
  'db.json.undo-r1',
  'db.json.undo-r0',
  'restore-p1.json',
  'restore-p0.json',
];
const uploads = [
  'images',
  '.staged-s1',
  '.staged-s0',
  '.undo-r1',
  '.undo-r0',
  '.undo-r0.placing',
  '.replaced',
  '.incoming',
];

const unfinished: Unfinished = { files: { from: '.staged-s1', keepAs: '.undo-r1' } };
const backup: Backup = {
  database: 'data/restore-p1.json',
  files: undefined,
};

async function removed(of: Unfinished, uploaded: Backup, failing: readonly string[] = []) {
  const gone: string[] = [];
  await removeLeftovers(
    {
      dataDir: 'data',
      uploadsDir: 'uploads',
      folders: {
        list: (path) =>
          failing.includes(path)
            ? Promise.reject(new Error(path))
            : Promise.resolve(path === 'data' ? data : uploads),
        remove: (path) => {
          if (failing.includes(path)) return Promise.reject(new Error(path));
          gone.push(path);
          return Promise.resolve();
        },
      },
    },
    of,
    uploaded,
  );
  return gone.sort();
}

const always = [
  'data/db.json.undo-r0',
  'data/db.json.undo-r1',
  'data/restore-p0.json',
  'uploads/.staged-s0',
  'uploads/.undo-r0',
];
const ofRestore = ['uploads/.staged-s1', 'uploads/.undo-r1'];

it.each<[string, Unfinished, Backup, string[]]>([
  ['keeps what an unfinished restore needs, and what waits for a decision', unfinished, backup, []],
  ['lets go of an uploaded backup that is given up', unfinished, undefined, ['data/restore-p1.json']],
  ['lets go of what a restore has replaced, once it is done', undefined, backup, ofRestore],
])('%s', async (_, of, uploaded, more) => {
  expect(await removed(of, uploaded)).toEqual([...always, ...more].sort());
});

it('never touches the database, the uploads, or files on their way to their places', async () => {
  const gone = await removed(undefined, undefined);
  for (const name of [
    'data/db.json',
    'data/db.json.journal.1',
    'uploads/images',
    'uploads/.undo-r0.placing',
    'uploads/.replaced',
    'uploads/.incoming',
  ])
    expect(gone).not.toContain(name);
});

it('goes on past what cannot be removed or read', async () => {
  expect(await removed(unfinished, backup, ['data/restore-p0.json'])).toEqual(
    always.filter((name) => name !== 'data/restore-p0.json'),
  );
  expect(await removed(unfinished, backup, ['data'])).toEqual(
    always.filter((name) => name.startsWith('uploads')),
  );
});
