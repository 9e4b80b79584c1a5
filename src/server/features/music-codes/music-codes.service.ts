import { isExpired } from '#shared/contracts/codes.ts';
import type { MusicCode, UnlockedTrack } from '#shared/contracts/music-codes.ts';
import { isVisible } from '#shared/contracts/visibility.ts';
import { AppError } from '#shared/errors.ts';
import type { Store } from '#server/storage/store/types.ts';
import { readTimeZone } from '#server/storage/records/time-zone.ts';

export type MusicCodesStore = Pick<Store, 'musicCodes' | 'unlockCodes' | 'settings' | 'mutate'>;

/** All music codes by track title. For the author only. */
export function listMusicCodes({ musicCodes }: Pick<Store, 'musicCodes'>): MusicCode[] {
  return [...musicCodes.values()].sort((a, b) => a.trackTitle.localeCompare(b.trackTitle, 'it'));
}

/** The track a reader's word opens. @throws AppError INVALID_CODE for a malformed, unknown, expired or hidden word alike */
export function findTrack(store: Pick<Store, 'musicCodes' | 'settings'>, code: string): UnlockedTrack {
  const musicCode = store.musicCodes.bySubmitted(code);
  const now = new Date();
  if (
    !musicCode ||
    !isVisible(musicCode, now.getTime()) ||
    isExpired(musicCode, now.toISOString(), readTimeZone(store))
  )
    throw new AppError('INVALID_CODE');
  const { trackTitle, artist, description, spotifyUrl } = musicCode;
  return { trackTitle, artist, description, spotifyUrl };
}
