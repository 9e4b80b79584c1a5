import { demoBook } from '../../src/content/demo.ts';
import type { StoredChatMessage } from '../../src/shared/contracts/chat.ts';
import type { User } from '../../src/shared/contracts/readers.ts';
import { openStore, type Operation } from '../../src/server/main/bench-api.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const stamped = <T extends object>(id: string, fields: T) => ({
  id,
  ...fields,
  createdAt,
  updatedAt: createdAt,
});

/** The reader the bench reads as; everybody else is there to be many. */
export const benchReader = 'reader-0';
const benchMessages = 20;
const messagesOfOthers = 2;
const batch = 5_000;

/** The session the bench's author has; a first start is of epoch 1. */
export const benchSession = 'bench-session';

function openSessionRecord() {
  const now = new Date().toISOString();
  return { id: benchSession, epoch: 1, device: 'banco', by: 'password', since: now, lastUsed: now };
}

/** The demonstration book, with ids and times that are the same wherever it is put. */
export function book() {
  const { sections, unlockCodes, musicCodes, galleryImages } = demoBook();
  return {
    sections: sections.map((section) => stamped(`section-${section.sectionNumber}`, section)),
    unlockCodes: unlockCodes.map((code) => stamped(`unlock-${code.code}`, code)),
    musicCodes: musicCodes.map((code) => stamped(`music-${code.code}`, code)),
    galleryImages: galleryImages.map((image, index) =>
      stamped(`image-${index}`, { displayOrder: index, ...image }),
    ),
  };
}

/** `count` readers with what they wrote: the first a long conversation, the others two messages each. */
export function* readers(count: number): Generator<{ user: User; messages: StoredChatMessage[] }> {
  for (let index = 0; index < count; index++) {
    const id = `reader-${index}`;
    const maxSection = index % 13 === 0 ? 8 : index % 13;
    yield {
      user: stamped(id, { maxSection, email: null }),
      messages: Array.from({ length: index === 0 ? benchMessages : messagesOfOthers }, (_, turn) => ({
        id: `message-${index}-${turn}`,
        readerId: id,
        role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: turn % 2 === 0 ? `Che cosa vedi adesso, ${turn}?` : 'Neve. La neve sul tetto del mercato.',
        level: 0,
        timestamp: new Date(Date.parse(createdAt) + turn * 1_000).toISOString(),
      })),
    };
  }
}

/** Puts book and readers into a database of ours, through the store's own door. */
export async function seedSite(dataDir: string, count: number): Promise<void> {
  const store = await openStore({ dataDir });
  const put = (collection: string, record: object) => ({ type: 'put', collection, record }) as Operation;
  let operations = [
    ...Object.entries(book()).flatMap(([name, records]) => records.map((record) => put(name, record))),
    put('sessions', openSessionRecord()),
    put('settings', { id: 'admin-idle-hours', value: 168 }),
  ];
  for (const { user, messages } of readers(count)) {
    operations.push(put('users', user), ...messages.map((record) => put('chatMessages', record)));
    if (operations.length < batch) continue;
    await store.mutate(operations);
    operations = [];
  }
  await store.mutate(operations);
  await store.close();
}
