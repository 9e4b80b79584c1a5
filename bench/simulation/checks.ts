import {
  type CodeFacts,
  forget,
  hourMs,
  keeping,
  levelOf,
  type ReaderFacts,
  require,
  sessionRules,
} from './facts.ts';
import type { Life } from './life.ts';

/** What is read of the downloaded database. */
interface Dump {
  users: { id: string; maxSection: number; redeemed?: string[]; updatedAt: string }[];
  chatMessages: { id: string; readerId: string; role: string; content: string; timestamp: string }[];
  unlockCodes: { id: string; uses?: number; usedCount?: number; maxSection: number }[];
}

/** A sweep comes once a day; a start delays the first by a minute. */
const sweepMs = 26 * hourMs;
const isoTime = (time: number) => new Date(time).toISOString();

/** Compares the whole site with what was promised, through its own calls and the downloaded database. */
export async function checkAll(life: Life): Promise<void> {
  await checkSessions(life);
  const answer = await life.ask(await life.author(), { path: '/api/admin/backup/database' });
  require(answer?.status === 200, `the database cannot be downloaded: ${answer?.text.slice(0, 200)}`);
  const dump = answer.json as Dump;
  checkMessages(life, dump);
  for (const reader of life.facts.records.readers.values()) await checkReader(life, reader, dump);
  checkUsers(life, dump);
  for (const code of life.facts.records.codes.values()) checkCode(code, dump);
  await checkUploads(life);
  life.checkBill();
}

function checkMessages({ facts }: Life, { chatMessages }: Dump): void {
  const expected = new Set([...facts.records.readers.values()].flatMap(textsOf));
  const texts = new Set<string>();
  for (const { content } of chatMessages.filter(({ role }) => role === 'user')) {
    require(!texts.has(content), `«${content}» is there twice`);
    require(!facts.refused.has(content), `«${content}» was refused and is there`);
    const isExpected = expected.has(content) || facts.unknown.has(content);
    require(isExpected, `«${content}» is there: it was deleted, or never said`);
    texts.add(content);
  }
}

const textsOf = ({ messages }: ReaderFacts) => messages.map(({ text }) => text);

async function checkReader(life: Life, reader: ReaderFacts, dump: Dump): Promise<void> {
  const { name } = reader;
  const person = life.person(name);
  if (person.cookies.size === 0) return adoptMessages(life, reader, dump);
  const jsonAt = async (path: string) => (await life.ask(person, { path }))?.json;
  const { identifier } = ((await jsonAt('/api/user/identifier')) ?? {}) as { identifier?: string };
  if (identifier !== undefined) reader.identifier = identifier;
  checkKeeping(life, reader, identifier !== undefined);
  adoptMessages(life, reader, dump);
  const progress = (await jsonAt('/api/user/progress')) as { maxSection: number; reached?: number };
  const reached = progress.reached ?? progress.maxSection;
  const levels = [...reader.levels];
  require(levels.includes(reached), `${name} is at level ${reached}, not ${levels.join(' or ')}`);
  reader.levels = new Set([reached]);
  if (reader.chosen === 'perhaps')
    reader.chosen = progress.reached === undefined ? undefined : progress.maxSection;
  const level = levelOf(reader);
  require(progress.maxSection === level, `${name} reads at ${progress.maxSection}, not ${level}`);
  checkRecord(reader, dump);
  await checkHistory(life, reader);
}

/** Who is over is gone a day later; who is not is there. */
function checkKeeping(life: Life, reader: ReaderFacts, isThere: boolean): void {
  const { name, levels, seen } = reader;
  if (!seen) return;
  const { clockSlackMs, healthySince } = life.facts;
  const shortest = levels.has(0) ? keeping.strangerMs : keeping.readerMs;
  const longest = Math.max(...levels) > 0 ? keeping.readerMs : keeping.strangerMs;
  const isDue = life.now - Math.max(seen.to + longest, healthySince) > sweepMs + clockSlackMs;
  const mayBeGone = life.now + clockSlackMs - seen.slackMs - seen.from > shortest;
  require(!isThere || !isDue, `${name} should have been deleted: last seen ${isoTime(seen.to)}`);
  require(isThere || mayBeGone || !seen.isSure, `${name} is gone: last seen ${isoTime(seen.from)}`);
  if (isThere || !mayBeGone) return;
  for (const text of textsOf(reader)) life.facts.refused.add(text);
  forget(reader, 'all');
}

/** Of what nobody could know it is known from here on whether it is there. */
function adoptMessages(life: Life, reader: ReaderFacts, { chatMessages }: Dump): void {
  const stored = new Map(chatMessages.map((message) => [message.content, message]));
  const readerId = textsOf(reader)
    .map((text) => stored.get(text)?.readerId)
    .find((id) => id !== undefined);
  const count = chatMessages.filter((message) => message.readerId === readerId).length;
  // Where as many are there as are kept, the oldest have gone.
  let mayBeOld = count >= keeping.mostMessages - 1;
  reader.messages = reader.messages.filter((message) => {
    const isThere = stored.has(message.text);
    if (isThere) mayBeOld = false;
    const isExcused = isThere || mayBeOld || message.state !== 'stored';
    require(isExcused, `«${message.text}» of ${reader.name} is lost`);
    if (!isThere) life.facts.refused.add(message.text);
    message.state = 'stored';
    return isThere;
  });
}

function checkRecord(reader: ReaderFacts, { users, chatMessages }: Dump): void {
  const { name, identifier, perhapsRedeemed, messages } = reader;
  const flat = (id: string) => id.replaceAll('-', '').toLowerCase();
  const user = users.find(({ id }) => identifier !== undefined && flat(id).startsWith(flat(identifier)));
  if (!user) return;
  const redeemed = new Set(user.redeemed);
  for (const id of reader.redeemed) require(redeemed.has(id), `${name} lost a code`);
  for (const id of redeemed)
    require(reader.redeemed.has(id) || perhapsRedeemed.has(id), `${name} has a code they never redeemed`);
  reader.redeemed = redeemed;
  perhapsRedeemed.clear();
  const own = chatMessages.filter(({ readerId }) => readerId === user.id);
  const contents = (role: string) => own.filter((one) => one.role === role).map(({ content }) => content);
  const [questions, expected] = [contents('user').join(' '), textsOf(reader).join(' ')];
  require(questions === expected, `${name} said ${questions}, not ${expected}`);
  const replies = contents('assistant');
  for (const { reply } of messages)
    require(reply === undefined || replies.includes(reply), `an answer to ${name} is lost: ${reply}`);
  require(own.length <= keeping.mostMessages, `${own.length} messages are kept of ${name}`);
}

async function checkHistory(life: Life, reader: ReaderFacts): Promise<void> {
  const { name } = reader;
  const answer = await life.ask(life.person(name), { path: '/api/chat/history' });
  if (answer?.status === 429) return;
  const { messages } = answer?.json as { messages: { role: string; content: string }[] };
  const history = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const current = levelOf(reader);
  for (const { text, level } of reader.messages)
    require(level <= current || !history.includes(text), `${name} is shown «${text}» at level ${current}`);
  if (reader.chosen !== undefined) return;
  const expected = textsOf(reader).slice(-history.length || reader.messages.length);
  require(history.join('|') === expected.join('|'), `${name} is shown another history`);
}

/** By what stands in the records: nobody is above the beginning without a code of that level, nor there for too long. */
function checkUsers(life: Life, { users, chatMessages, unlockCodes }: Dump): void {
  const levels = new Map(unlockCodes.map(({ id, maxSection }) => [id, maxSection]));
  for (const { id, maxSection, redeemed = [], updatedAt } of users) {
    // A code that was deleted opened what it opened.
    const isDeleted = redeemed.some((code) => !levels.has(code));
    const best = Math.max(0, ...redeemed.map((code) => levels.get(code) ?? 0));
    require(isDeleted || maxSection === best, `${id} is at level ${maxSection} with codes of ${best}`);
    const times = chatMessages.filter(({ readerId }) => readerId === id).map(({ timestamp }) => timestamp);
    const lastSeen = Math.max(...[updatedAt, ...times].map((at) => Date.parse(at)));
    const stays = maxSection > 0 || redeemed.length > 0 ? keeping.readerMs : keeping.strangerMs;
    const since = Math.max(lastSeen + stays, life.facts.healthySince);
    require(life.now - since <= sweepMs, `${id}, last seen ${isoTime(lastSeen)}, is still there`);
  }
}

/** Each browser is signed in exactly when it must be. */
async function checkSessions(life: Life): Promise<void> {
  for (const [name, session] of life.facts.sessions) {
    const answer = await life.ask(life.person(name), { path: '/api/admin/session' });
    const isOpen = (answer?.json as { authenticated: boolean }).authenticated;
    // A moment ahead of a clock that was set back is as old as it is ahead.
    const [idle, age] = [session.lastUse, session.since].map((at) => Math.abs(life.now - at)) as [
      number,
      number,
    ];
    const { idleMs, longestMs, noteMs } = sessionRules;
    // A use of the last minutes may not be noted, or a crash may have forgotten it.
    const isOver = idle >= idleMs + (session.lastUse > life.now ? noteMs : 0) || age >= longestMs;
    const mayBeOver = isOver || idle >= idleMs - 2 * noteMs;
    if (isOpen) {
      require(session.state !== 'closed' && !isOver, `${name} is signed in and must not be`);
      session.lastUse = life.now;
    } else {
      require(session.state !== 'open' || mayBeOver, `${name} was signed out`);
      // One that is over may count again where the clock is set back.
      if (session.state === 'open') session.state = 'perhaps';
    }
  }
}

function checkCode(code: CodeFacts, { unlockCodes }: Dump): void {
  const { text, exists } = code;
  const stored = unlockCodes.find(({ id }) => id === code.id);
  code.exists = stored !== undefined;
  require(exists === 'perhaps' || exists === code.exists, `the code ${text} is ${stored ? 'there' : 'lost'}`);
  if (!stored) return;
  const { usedCount = 0, uses = Infinity } = stored;
  const [least, most] = code.used;
  const isCounted = usedCount >= least && usedCount <= most;
  require(isCounted, `${text} counts ${usedCount} uses, not ${least} to ${most}`);
  require(usedCount <= uses, `${text} was used ${usedCount} times of ${uses}`);
  code.used = [usedCount, usedCount];
}

async function checkUploads(life: Life): Promise<void> {
  for (const [path, content] of life.facts.uploads) {
    const answer = await life.ask(life.person('autore'), { path });
    const isWhole = answer?.status === 200 && answer.text === content.toString();
    require(isWhole, `${path} is not what was uploaded: ${answer?.status}`);
  }
}
