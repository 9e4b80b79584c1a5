import { describe, expect, test } from 'vitest';
import type { Folders } from './folders.ts';
import { replacedMark, swapFiles } from './swap.ts';

/** Folders in memory that fail at one call; a file is a name whose content is its own first place. */
function memoryFolders(paths: readonly string[]) {
  let files = new Map(paths.map((path) => [path, path]));
  let folders = new Set(['/base']);
  let calls = 0;
  let failAt = Infinity;
  const count = () => {
    if (++calls === failAt) throw new Error(`call ${calls} failed`);
  };
  const children = (path: string) => {
    const below = [...files.keys(), ...folders].filter((name) => name.startsWith(`${path}/`));
    return [...new Set(below.map((name) => name.slice(path.length + 1).split('/')[0] ?? ''))];
  };
  const isThere = (path: string) => files.has(path) || folders.has(path) || children(path).length > 0;
  const real: Folders = {
    list: (path) => Promise.resolve(children(path)),
    make: (path) => Promise.resolve(void folders.add(path)),
    move(from, to) {
      if (!isThere(from)) throw new Error(`ENOENT ${from}`);
      if (isThere(to)) throw new Error(`${to} is there already`);
      const moved = (name: string) =>
        name === from || name.startsWith(`${from}/`) ? to + name.slice(from.length) : name;
      files = new Map([...files].map(([name, content]) => [moved(name), content]));
      folders = new Set([...folders].map(moved));
      return Promise.resolve();
    },
    remove(path) {
      const stays = (name: string) => name !== path && !name.startsWith(`${path}/`);
      files = new Map([...files].filter(([name]) => stays(name)));
      folders = new Set([...folders].filter(stays));
      return Promise.resolve();
    },
    sync: () => Promise.resolve(),
  };
  const folders_: Folders = {
    list: async (path) => (count(), real.list(path)),
    make: async (path) => (count(), real.make(path)),
    move: async (from, to) => (count(), real.move(from, to)),
    remove: async (path) => (count(), real.remove(path)),
    sync: async (path) => (count(), real.sync(path)),
  };
  return {
    folders: folders_,
    failAt: (call: number) => {
      calls = 0;
      failAt = call;
    },
    calls: () => calls,
    /** Where every file is now: its present place, by its first. */
    places: () => Object.fromEntries([...files].map(([path, content]) => [content, path])),
    names: () => children('/base').sort(),
  };
}

const swap = { from: '.staged', keepAs: '.kept' };
const before = [
  '/base/a.mp3',
  '/base/images/b.webp',
  '/base/.incoming/x',
  '/base/.staged/a.mp3',
  '/base/.staged/images/c.webp',
];
const after = {
  '/base/a.mp3': '/base/.kept/a.mp3',
  '/base/images/b.webp': '/base/.kept/images/b.webp',
  '/base/.incoming/x': '/base/.incoming/x',
  '/base/.staged/a.mp3': '/base/a.mp3',
  '/base/.staged/images/c.webp': '/base/images/c.webp',
};

describe('all the uploads at once', () => {
  test('give their place to the new ones and stay beside; what is hidden stays where it is', async () => {
    const disk = memoryFolders(before);
    await swapFiles('/base', swap, disk.folders);
    expect(disk.places()).toEqual(after);
    expect(disk.names()).toEqual(['.incoming', '.kept', replacedMark, 'a.mp3', 'images']);
  });

  test('stopped at any call, the same call again goes on to the same end', async () => {
    const whole = memoryFolders(before);
    await swapFiles('/base', swap, whole.folders);
    expect(whole.calls()).toBeGreaterThan(12);
    for (let call = 1; call <= whole.calls(); call++) {
      const disk = memoryFolders(before);
      disk.failAt(call);
      await expect(swapFiles('/base', swap, disk.folders)).rejects.toThrow(`call ${call} failed`);
      expect(Object.keys(disk.places()).sort(), `call ${call}`).toEqual([...before].sort());
      disk.failAt(Infinity);
      await swapFiles('/base', swap, disk.folders);
      expect(disk.places(), `call ${call}`).toEqual(after);
      expect(disk.names()).toEqual(['.incoming', '.kept', replacedMark, 'a.mp3', 'images']);
    }
  });

  test('done already, the same call does nothing', async () => {
    const disk = memoryFolders(before);
    await swapFiles('/base', swap, disk.folders);
    await swapFiles('/base', swap, disk.folders);
    expect(disk.places()).toEqual(after);
  });

  test('replaced by none, all of them stay beside', async () => {
    const disk = memoryFolders(['/base/a.mp3']);
    await disk.folders.make('/base/.staged');
    await swapFiles('/base', swap, disk.folders);
    expect(disk.places()).toEqual({ '/base/a.mp3': '/base/.kept/a.mp3' });
  });
});
