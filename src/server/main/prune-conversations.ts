import { keepingPolicy, usedBytes } from '../features/keeping/policy.ts';
import { sweep, type Swept } from '../features/keeping/sweep.ts';
import { openStore } from '../storage/store/store.ts';
import { type Env, keepingEnvironment } from './env.ts';

interface Pruned extends Swept {
  before: { messages: number; readers: number; bytes: number };
  /** Bytes of memory that are left in use. */
  after: number;
  ceilingBytes: number;
}

/**
 * The daily sweep with the site stopped.
 *
 * @param strangerDays in the place of what is decided
 * @throws StoreError while the site runs, or when the database is damaged
 */
export async function pruneConversations(
  env: Env,
  { dryRun, strangerDays }: { dryRun: boolean; strangerDays: number | undefined },
): Promise<Pruned> {
  const { environment, ceilingBytes } = keepingEnvironment(env);
  const store = await openStore({ dataDir: env.DATA_DIR });
  try {
    const before = {
      messages: store.chatMessages.size,
      readers: store.users.size,
      bytes: usedBytes(store),
    };
    const own = keepingPolicy(store, environment);
    const policy = { ...own, strangerDays: strangerDays ?? own.strangerDays };
    const swept = await sweep({ store, policy, ceilingBytes, now: Date.now(), dryRun });
    return { ...swept, before, after: usedBytes(store), ceilingBytes };
  } finally {
    await store.close();
  }
}
