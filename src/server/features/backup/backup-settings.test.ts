import { describe, expect, it } from 'vitest';
import { put } from '#tests/support/records.ts';
import { temporaryStore } from '#tests/support/temporary-store.ts';
import {
  forgetRestored,
  noteDownload,
  readDownloads,
  readRestored,
  settingsAfter,
} from './backup-settings.ts';

const last = {
  id: 'r1',
  at: '2004-01-01T12:00:00.000Z',
  keptDatabase: 'db.json.undo-r1',
  undone: false,
  uses: ['images/a.png'],
};

describe('the settings after a restore', () => {
  const password = { id: 'admin', value: { epoch: 3 } };
  const oldPassword = { id: 'admin', value: { epoch: 1 } };
  const clip = (name: string) => ({ id: 'media:estratto', value: { name } });

  it.each([
    ['keep the password of now', [password], [oldPassword], [password]],
    ['take no password from the backup', [], [oldPassword], []],
    ['take the recordings of the backup', [clip('nuovo')], [clip('vecchio')], [clip('vecchio')]],
    ['lose a recording that the backup does not have', [clip('nuovo')], [], []],
    ['forget the restore before', [{ id: 'restore', value: { ...last, id: 'r0' } }], [], []],
    ['take no restore from the backup', [], [{ id: 'restore', value: { ...last, id: 'r0' } }], []],
  ])('%s', (_, now, inFile, expected) => {
    const settings = settingsAfter(now, inFile, last);
    expect(settings).toEqual([...expected, { id: 'restore', value: last }]);
  });
});

describe('the last restore', () => {
  it.each([
    ['is read as it was written', last, last],
    [
      'with its files',
      { ...last, files: { from: 'a', keepAs: 'b' } },
      { ...last, files: { from: 'a', keepAs: 'b' } },
    ],
    ['is none where something else stands', { id: 'r1' }, undefined],
    ['is none where there is nothing', undefined, undefined],
  ])('%s', async (_, value, expected) => {
    const store = await temporaryStore(...(value ? [put.setting('restore', value)] : []));
    expect(readRestored(store)).toEqual(expected);
  });

  it('can be forgotten, which nothing else is', async () => {
    const store = await temporaryStore(put.setting('restore', last), put.setting('admin', { epoch: 1 }));
    await forgetRestored(store);
    expect(readRestored(store)).toBeUndefined();
    expect(store.settings.size).toBe(1);
  });
});

it('notes each download by itself', async () => {
  const store = await temporaryStore();
  expect(readDownloads(store)).toEqual({});
  await noteDownload(store, 'filesAt');
  const { filesAt } = readDownloads(store);
  expect(Math.abs(Date.parse(filesAt ?? '') - Date.now())).toBeLessThan(60_000);
  await noteDownload(store, 'databaseAt');
  expect(readDownloads(store)).toMatchObject({ filesAt, databaseAt: expect.any(String) as string });
});
