import type { Operation } from '../store/types.ts';
import { deletion } from './deletion.ts';

/** Settings with this prefix are the author's book: a restore brings them back, and the uploads they speak of are in use. */
export const bookPrefix = 'book:';

export const putSetting = (id: string, value: unknown): Operation => ({
  type: 'put',
  collection: 'settings',
  record: { id, value },
});

export const deleteSetting = (id: string) => deletion('settings', id);
