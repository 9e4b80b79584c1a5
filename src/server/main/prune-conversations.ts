import { keepingPolicy, usedBytes } from '../features/keeping/policy.ts';
import { sweep } from '../features/keeping/sweep.ts';
import { openStore } from '../storage/store/store.ts';
import { type Env, keepingEnvironment } from './env.ts';

/**
 * The daily sweep with the site stopped.
 *
 * @param strangerDays in the place of what is decided
 * @returns what went, and the bytes of memory that are in use before and after
 * @throws StoreError while the site runs, or when the database is damaged
 */
export async function pruneConversations(
  env: Env,
  { dryRun, strangerDays }: { dryRun: boolean; strangerDays: number | undefined },
) {
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
