import { expect, test } from 'vitest';
import { CollectionSet } from '#server/storage/store/collections.ts';
import { collectionViews } from '#server/storage/store/collection-views.ts';
import type { Operation } from '#server/storage/store/types.ts';
import { put } from '#tests/support/records.ts';
import { keepAtRestore } from './backup-settings.ts';

/** What a backup of `then` is once it has been restored where `now` was. */
function restored(now: Operation[], then: Operation[]) {
  const [here, collections] = [new CollectionSet(), new CollectionSet()];
  here.apply(now);
  collections.apply(then);
  const next = collectionViews({ collections });
  collections.apply(keepAtRestore(next, collectionViews({ collections: here })));
  return next;
}

test('a restore brings the book back with the backup, and leaves the password of now', () => {
  const { settings } = restored(
    [
      put.setting('admin', 'di adesso'),
      put.setting('restore', {}),
      put.setting('book:draft', 'bozza di adesso'),
      put.setting('book:version:2', 'versione di adesso'),
    ],
    [
      put.setting('admin', 'di allora'),
      put.setting('backup', 'di allora'),
      put.setting('book:draft', 'bozza di allora'),
      put.setting('media:audiolibro', 'registrazione di allora'),
    ],
  );
  expect(Object.fromEntries([...settings.values()].map(({ id, value }) => [id, value]))).toEqual({
    admin: 'di adesso',
    'book:draft': 'bozza di allora',
    'media:audiolibro': 'registrazione di allora',
  });
});

test('the sessions of now stay, and those of the backup do not come back', () => {
  const { sessions } = restored(
    [put.session('a', 'di adesso'), put.session('b')],
    [put.session('a', 'di allora'), put.session('c')],
  );
  expect([...sessions.values()].map(({ id, device }) => [id, device])).toEqual([
    ['a', 'di adesso'],
    ['b', 'Firefox'],
  ]);
});

test('the bin and the versions are those of both, in their order: what was deleted in either can come back', () => {
  const { binEntries, sectionVersions } = restored(
    [put.binEntry('a', 'di adesso'), put.version('s', '1', 'di adesso'), put.version('s', '3', 'di adesso')],
    [
      put.binEntry('a', 'di allora'),
      put.binEntry('b', 'di allora'),
      put.version('s', '1', 'di allora'),
      put.version('s', '2', 'di allora'),
    ],
  );
  expect([...binEntries.values()].map(({ id, name }) => [id, name])).toEqual([
    ['a', 'di adesso'],
    ['b', 'di allora'],
  ]);
  expect([...sectionVersions.values()].map(({ id, title }) => [id, title])).toEqual([
    ['s:1', 'di adesso'],
    ['s:2', 'di allora'],
    ['s:3', 'di adesso'],
  ]);
});
