import { entityKinds, type Entity, keyOf, type Ledger, type Reader, settle } from './ledger.ts';
import type { Visitor } from './visitor.ts';

interface Downloaded {
  users: { id: string }[];
  chatMessages: { id: string; role: string; content: string }[];
}

/**
 * Compares what the site answers after a restart with what it had promised: every acknowledged write exactly once,
 * what was not answered whole or not at all, and nothing else.
 *
 * @param options `whole`: the database is downloaded too, which takes room on the disk for one more
 * @returns what is wrong, in a few words each
 */
export async function checkSite(
  author: Visitor,
  ledger: Ledger,
  { whole = true }: { whole?: boolean } = {},
): Promise<string[]> {
  const problems: string[] = [];
  const { store } = await author.json<{ store: string }>('GET', '/api/health');
  if (store !== 'open') problems.push(`the store is ${store}`);
  problems.push(...(await checkEntities(author, ledger)));
  for (const reader of ledger.readers) problems.push(...(await checkReader(reader)));
  if (whole) problems.push(...(await checkWhole(author, ledger)));
  for (const { url, bytes } of ledger.uploads) {
    const answer = await author.fetch('GET', url).catch(() => undefined);
    if (!answer || !Buffer.from(await answer.arrayBuffer()).equals(bytes))
      problems.push(`upload ${url} is not there`);
  }
  if (whole) ledger.readers = [];
  ledger.uploads = [];
  return problems;
}

async function checkEntities(author: Visitor, ledger: Ledger): Promise<string[]> {
  const problems: string[] = [];
  for (const kind of entityKinds) {
    const found = new Map<string, Entity[]>();
    for (const entity of await author.json<Entity[]>('GET', `/api/${kind}`)) {
      const key = keyOf(kind, entity);
      found.set(key, [...(found.get(key) ?? []), entity]);
    }
    for (const entry of ledger.entries.values()) {
      if (entry.kind !== kind) continue;
      const problem = settle(entry, found.get(entry.key) ?? []);
      if (problem !== undefined) problems.push(problem);
      found.delete(entry.key);
    }
    for (const key of found.keys()) problems.push(`${kind} ${key} was never written`);
  }
  return problems;
}

/** One reader's progress and history, as the reader sees them. */
async function checkReader(reader: Reader): Promise<string[]> {
  const problems: string[] = [];
  const { maxSection } = await reader.visitor.json<{ maxSection: number }>('GET', '/api/user/progress');
  if (maxSection !== reader.level && maxSection !== reader.pendingLevel)
    problems.push(`a reader of level ${reader.level} is at ${maxSection}`);
  const { messages } = await reader.visitor.json<{ messages: { content: string }[] }>(
    'GET',
    '/api/chat/history',
  );
  const said = messages.map(({ content }) => content);
  const promised = reader.said;
  const rest = said.slice(promised.length);
  const whole =
    promised.every((text, index) => said[index] === text) &&
    (rest.length === 0 || (rest[0] === reader.pending && rest.length <= 2 && rest[1] !== ''));
  if (!whole) problems.push(`a history of ${promised.length} messages has ${said.length}`);
  reader.said = said;
  return problems;
}

/** The database as downloaded: nobody and nothing said is missing, twice there or made up. */
async function checkWhole(author: Visitor, ledger: Ledger): Promise<string[]> {
  const problems: string[] = [];
  const { users, chatMessages } = await author.json<Downloaded>('GET', '/api/admin/backup/database');
  const readers = ledger.knownReaders + ledger.readers.length;
  if (users.length < readers || users.length > readers + ledger.lostRedeems)
    problems.push(`${users.length} readers instead of ${readers}`);
  ledger.knownReaders = users.length;
  ledger.lostRedeems = 0;
  for (const { said } of ledger.readers) ledger.knownMessages.push(...said);
  if (new Set(chatMessages.map(({ id }) => id)).size !== chatMessages.length)
    problems.push('a message is there twice');
  const found = chatMessages.map(({ content }) => content).toSorted();
  const expected = ledger.knownMessages.toSorted();
  if (found.length !== expected.length || found.some((content, index) => content !== expected[index]))
    problems.push(`${found.length} messages instead of ${expected.length}`);
  return problems;
}
