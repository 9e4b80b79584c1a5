import { type Disk, realDisk } from '#server/storage/store/disk.ts';
import { systemError } from './memory-disk.ts';

interface FillableDisk {
  disk: Disk;
  /** Not a byte more is written, and no name is given; reading and removing go on. */
  full: boolean;
  /** There is room for lines of the journal, and for no further file. */
  nearlyFull: boolean;
}

/** The real disk, until it is told that there is no room on it. */
export function fillableDisk(): FillableDisk {
  const state = { full: false, nearlyFull: false, disk: realDisk };
  const checkRoom = () => {
    if (state.full) throw systemError('ENOSPC');
  };
  const checkRoomForFile = () => {
    if (state.full || state.nearlyFull) throw systemError('ENOSPC');
  };
  state.disk = {
    ...realDisk,
    async create(path, mode) {
      checkRoomForFile();
      const file = await realDisk.create(path, mode);
      return {
        append: async (bytes) => {
          checkRoom();
          await file.append(bytes);
        },
        appendSync(bytes) {
          // A real one takes what there is room for, and refuses the rest.
          if (state.full) file.appendSync(bytes.subarray(0, bytes.length >> 1));
          checkRoom();
          file.appendSync(bytes);
        },
        sync: () => file.sync(),
        truncate: (length) => file.truncate(length),
        truncateSync: (length) => file.truncateSync(length),
        close: () => file.close(),
      };
    },
    async makeDirectory(path) {
      checkRoomForFile();
      await realDisk.makeDirectory(path);
    },
  };
  return state;
}
