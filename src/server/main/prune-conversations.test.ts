import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openStore } from '../storage/store/store.ts';
import { readEnv } from './env.ts';
import { pruneConversations } from './prune-conversations.ts';

test('what is over goes with the site stopped, is told first, and is refused while it runs', async () => {
  const dataDir = await temporaryFolder();
  const env = readEnv({ DATA_DIR: dataDir });
  const running = await openStore({ dataDir });
  for (const days of [1, 3, 40]) {
    const timestamp = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    const [readerId, id] = [`lettore ${days}`, `messaggio ${days}`];
    await running.mutate([
      {
        type: 'put',
        collection: 'users',
        record: { id: readerId, maxSection: 0, email: null, createdAt: timestamp, updatedAt: timestamp },
      },
      {
        type: 'put',
        collection: 'chatMessages',
        record: { id, readerId, role: 'user', content: 'Ciao', level: 0, timestamp },
      },
    ]);
  }
  const prune = (dryRun: boolean, strangerDays?: number) => pruneConversations(env, { dryRun, strangerDays });
  await expect(prune(true)).rejects.toThrow('già aperto da un altro processo');
  await running.close();

  expect(await prune(true)).toMatchObject({ readers: 1, messages: 1, before: { messages: 3, readers: 3 } });
  expect(await prune(false)).toMatchObject({ readers: 1, messages: 1, before: { messages: 3, readers: 3 } });
  expect(await prune(false, 2)).toMatchObject({
    readers: 1,
    messages: 1,
    before: { messages: 2, readers: 2 },
  });
  const store = await openStore({ dataDir });
  expect([...store.chatMessages.values()].map(({ id }) => id)).toEqual(['messaggio 1']);
  await store.close();
});
