import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';

export type FileSystem = 'ext4' | 'xfs';

/** mkfs.xfs refuses less than 300 MB; the file is sparse. */
const imageBytes = 512 * 1024 * 1024;

/** The programs a power cut takes, and the Debian package of each. */
const programs = {
  'mkfs.ext4': 'e2fsprogs',
  'mkfs.xfs': 'xfsprogs',
  xfs_io: 'xfsprogs',
  mount: 'mount',
  unshare: 'util-linux',
};

/** Why no loop disk can be made here, in a few words; `undefined` when it can. */
export function loopDiskProblem(): string | undefined {
  if (process.platform !== 'linux') return 'it takes Linux';
  if (process.getuid?.() !== 0) return 'it takes root, to mount a disk made for it';
  const missing = Object.entries(programs).filter(
    ([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length === 0) return undefined;
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ');
  return `${missing.map(([program]) => program).join(', ')} missing: apt-get install ${packages}`;
}

/** A disk of its own in a file, which can lose its power. */
export class LoopDisk {
  readonly mountPoint: string;
  readonly #image: string;
  #mounted = false;

  private constructor(image: string) {
    this.#image = image;
    this.mountPoint = `${image}.mount`;
  }

  /** @throws the program's error where loop devices are not allowed */
  static async make(folder: string, type: FileSystem, name: string = type): Promise<LoopDisk> {
    const disk = new LoopDisk(path.join(folder, `${name}.img`));
    const file = await fs.open(disk.#image, 'w');
    await file.truncate(imageBytes);
    await file.close();
    await fs.mkdir(disk.mountPoint);
    run(`mkfs.${type}`, ['-q', disk.#image]);
    disk.mount();
    return disk;
  }

  /** What was in the page cache and in the log's memory is gone; every later call on the disk is an I/O error. */
  cutPower(): void {
    run('xfs_io', ['-x', '-c', 'shutdown', this.mountPoint]);
  }

  /** Once nobody holds a file open: the file system finds what really is on the disk. */
  async recover(): Promise<void> {
    await this.#unmount();
    this.mount();
  }

  mount(): void {
    run('mount', ['-o', 'loop', this.#image, this.mountPoint]);
    this.#mounted = true;
  }

  async discard(): Promise<void> {
    await this.#unmount();
    await fs.rm(this.#image, { force: true });
    await fs.rmdir(this.mountPoint);
  }

  async #unmount(): Promise<void> {
    for (let attempt = 0; this.#mounted; attempt++) {
      try {
        run('umount', [this.mountPoint]);
        this.#mounted = false;
      } catch (error) {
        // A process that has just died may hold it for a moment more.
        if (attempt >= 50) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}

function run(program: string, args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
