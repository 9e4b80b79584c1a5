import type { Collections, Operation } from '#server/storage/store/types.ts';

const at = '2003-12-21T12:03:00.000Z';

/** Small valid records for tests of the store, as the operations that put them. */
export const put = {
  user: (id: string, maxSection = 0): Operation => ({
    type: 'put',
    collection: 'users',
    record: { id, maxSection, email: null, createdAt: at, updatedAt: at },
  }),
  section: (id: string, sectionNumber: number): Operation => ({
    type: 'put',
    collection: 'sections',
    record: { id, sectionNumber, title: 'Il mercato', content: 'Nevicava.', createdAt: at, updatedAt: at },
  }),
  unlockCode: (id: string, code: string): Operation => ({
    type: 'put',
    collection: 'unlockCodes',
    record: { id, code, maxSection: 2, createdAt: at, updatedAt: at },
  }),
  message: (id: string, readerId: string, content = `Ciao — ${id}`): Operation => ({
    type: 'put',
    collection: 'chatMessages',
    record: { id, readerId, role: 'user', content, level: 1, timestamp: at },
  }),
  setting: (id: string, value: Collections['settings']['value']): Operation => ({
    type: 'put',
    collection: 'settings',
    record: { id, value },
  }),
  binEntry: (id: string, name = 'Il mercato'): Operation => ({
    type: 'put',
    collection: 'binEntries',
    record: { id, kind: 'sections', name, count: 1, deletedAt: at, addresses: [], packed: 'eJw=' },
  }),
  version: (sectionId: string, moment: string, title = 'Il mercato'): Operation => ({
    type: 'put',
    collection: 'sectionVersions',
    record: {
      id: `${sectionId}:${moment}`,
      sectionId,
      title,
      words: 1,
      writtenAt: at,
      replacedAt: at,
      addresses: [],
      packed: 'eJw=',
    },
  }),
  session: (id: string, device = 'Firefox'): Operation => ({
    type: 'put',
    collection: 'sessions',
    record: { id, epoch: 1, device, by: 'password', since: at, lastUsed: at },
  }),
};

export function remove(collection: Operation['collection'], id: string): Operation {
  return { type: 'delete', collection, id };
}

/** For a database that is put in the place of another: its records stay as they are. */
export const asItIs = (): Operation[] => [];
