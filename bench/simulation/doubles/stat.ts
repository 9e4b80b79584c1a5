import { systemError } from '../world/disk.ts';
import { theWorld } from '../world/world.ts';

export type SimulatedStat = ReturnType<typeof statOf>;

/** @throws ENOENT */
export function statOf(path: string) {
  const { disk } = theWorld();
  const isFolder = disk.isFolder(path);
  if (!isFolder && !disk.has(path)) throw systemError('ENOENT', path);
  const { content, mode, modified } = isFolder
    ? { content: Buffer.alloc(0), mode: 0o755, modified: 0 }
    : disk.inode(path);
  return {
    size: content.length,
    mode,
    mtimeMs: modified,
    mtime: new Date(modified),
    isFile: () => !isFolder,
    isDirectory: () => isFolder,
  };
}
