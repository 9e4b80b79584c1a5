import { z } from 'zod';
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

const dump = z.object({
  users: z.array(
    z.object({
      id: z.string(),
      maxSection: z.number(),
      redeemed: z.array(z.string()).optional(),
      updatedAt: z.string(),
    }),
  ),
  chatMessages: z.array(
    z.object({
      id: z.string(),
      readerId: z.string(),
      role: z.string(),
      content: z.string(),
      timestamp: z.string(),
    }),
  ),
  unlockCodes: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      uses: z.number().optional(),
      usedCount: z.number().optional(),
      maxSection: z.number(),
    }),
  ),
});
type Dump = z.infer<typeof dump>;

/** A sweep comes once a day; a start delays the first by a minute. */
const sweepMs = 26 * hourMs;

/** Compares the whole site with what was promised, through its own calls and the downloaded database. */
export async function checkAll(life: Life): Promise<void> {
  await checkSessions(life);
  const author = await life.author();
  const answer = await life.ask(author, { path: '/api/admin/backup/database' });
  require(answer?.status === 200, `the database cannot be downloaded: ${answer?.text.slice(0, 200)}`);
  const found = dump.parse(answer.json);
  checkMessages(life, found);
  for (const reader of life.facts.records.readers.values()) await checkReader(life, reader, found);
  checkStrangers(found);
  checkAges(life, found);
  for (const code of life.facts.records.codes.values()) checkCode(code, found);
  await checkUploads(life);
  life.checkBill();
}

const idPrefix = (identifier: string) => identifier.replaceAll('-', '').toLowerCase();
const userOf = ({ users }: Dump, { identifier }: ReaderFacts) =>
  identifier === undefined
    ? undefined
    : users.find(({ id }) => id.replaceAll('-', '').startsWith(idPrefix(identifier)));

function checkMessages(life: Life, { chatMessages }: Dump): void {
  const said = chatMessages.filter(({ role }) => role === 'user');
  const texts = new Set<string>();
  for (const { content } of said) {
    require(!texts.has(content), `«${content}» is there twice`);
    require(!life.facts.refused.has(content), `«${content}» was refused and is there`);
    texts.add(content);
  }
  const expected = new Map<string, ReaderFacts>();
  for (const reader of life.facts.records.readers.values())
    for (const message of reader.messages) expected.set(message.text, reader);
  for (const text of texts)
    require(expected.has(text) ||
      life.facts.unknown.has(text), `«${text}» is there: it was deleted, or never said`);
}

async function checkReader(life: Life, reader: ReaderFacts, found: Dump): Promise<void> {
  const person = life.person(reader.name);
  if (person.cookies.size === 0) return adopt(life, reader, found);
  const identified = await life.ask(person, { path: '/api/user/identifier' });
  const { identifier } = (identified?.json ?? {}) as { identifier?: string };
  if (identifier !== undefined) reader.identifier = identifier;
  checkKeeping(life, reader, identifier !== undefined);
  adopt(life, reader, found);
  const progress = (await life.ask(person, { path: '/api/user/progress' }))?.json as {
    maxSection: number;
    reached?: number;
  };
  const reached = progress.reached ?? progress.maxSection;
  require(reader.levels.has(
    reached,
  ), `${reader.name} is at level ${reached}, not ${[...reader.levels].join(' or ')}`);
  reader.levels = new Set([reached]);
  if (reader.chosen === 'perhaps')
    reader.chosen = progress.reached === undefined ? undefined : progress.maxSection;
  require(progress.maxSection ===
    levelOf(reader), `${reader.name} reads at ${progress.maxSection}, not ${levelOf(reader)}`);
  checkRecord(reader, found);
  await checkHistory(life, reader);
}

/** Who is over is gone a day later; who is not is there. */
function checkKeeping(life: Life, reader: ReaderFacts, isThere: boolean): void {
  if (!reader.seen) return;
  const stays = Math.max(...reader.levels) > 0 ? keeping.readerMs : keeping.strangerMs;
  const longest = reader.levels.size > 1 ? keeping.readerMs : stays;
  const since = Math.max(reader.seen.to + longest, life.facts.healthySince);
  const { clockSlackMs } = life.facts;
  const isDue = life.now - since > sweepMs + clockSlackMs;
  const { from, isSure, slackMs } = reader.seen;
  const mayBeGone =
    life.now + clockSlackMs - slackMs - from > (reader.levels.has(0) ? keeping.strangerMs : stays);
  if (isThere)
    require(!isDue, `${reader.name} should have been deleted: last seen ${new Date(reader.seen.to).toISOString()}`);
  else require(mayBeGone || !isSure, `${reader.name} is gone: last seen ${new Date(from).toISOString()}`);
  if (isThere || !mayBeGone) return;
  for (const { text } of reader.messages) life.facts.refused.add(text);
  forget(reader, 'all');
}

/** What nobody could know is known now. */
function adopt(life: Life, reader: ReaderFacts, { chatMessages }: Dump): void {
  const byText = new Map(chatMessages.map((message) => [message.content, message]));
  const readerId = reader.messages
    .map(({ text }) => byText.get(text)?.readerId)
    .find((id) => id !== undefined);
  const count = chatMessages.filter((message) => message.readerId === readerId).length;
  // As many as are kept: the oldest have gone.
  let mayBeOld = count >= keeping.mostMessages - 1;
  reader.messages = reader.messages.filter((message) => {
    const isThere = byText.has(message.text);
    if (isThere) mayBeOld = false;
    require(isThere || mayBeOld || message.state !== 'kept', `«${message.text}» of ${reader.name} is lost`);
    if (!isThere) life.facts.refused.add(message.text);
    message.state = 'kept';
    return isThere;
  });
}

function checkRecord(reader: ReaderFacts, found: Dump): void {
  const user = userOf(found, reader);
  if (!user) return;
  const redeemed = new Set(user.redeemed);
  for (const id of reader.redeemed) require(redeemed.has(id), `${reader.name} lost a code`);
  for (const id of redeemed)
    require(reader.redeemed.has(id) ||
      reader.perhapsRedeemed.has(id), `${reader.name} has a code they never redeemed`);
  reader.redeemed = redeemed;
  reader.perhapsRedeemed.clear();
  const own = found.chatMessages.filter(({ readerId }) => readerId === user.id);
  const said = own.filter(({ role }) => role === 'user').map(({ content }) => content);
  const expected = reader.messages.map(({ text }) => text);
  require(said.join('|') ===
    expected.join('|'), `${reader.name} said ${said.join(' ')}, not ${expected.join(' ')}`);
  const answered = own.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  for (const { reply } of reader.messages)
    require(reply === undefined || answered.includes(reply), `an answer to ${reader.name} is lost: ${reply}`);
  require(own.length <= keeping.mostMessages, `${own.length} messages are kept of ${reader.name}`);
}

async function checkHistory(life: Life, reader: ReaderFacts): Promise<void> {
  const answer = await life.ask(life.person(reader.name), { path: '/api/chat/history' });
  if (answer?.status === 429) return;
  const { messages } = answer?.json as { messages: { role: string; content: string }[] };
  const shown = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const inForce = levelOf(reader);
  for (const { text, level } of reader.messages)
    require(level <= inForce ||
      !shown.includes(text), `${reader.name} is shown «${text}», said at ${level}, at level ${inForce}`);
  if (reader.chosen !== undefined) return;
  const expected = reader.messages.map(({ text }) => text);
  require(shown.join('|') ===
    expected.slice(-shown.length || expected.length).join('|'), `${reader.name} is shown another history`);
}

/** Nobody is above the beginning without a code of that level. */
function checkStrangers({ users, unlockCodes }: Dump): void {
  const levels = new Map(unlockCodes.map(({ id, maxSection }) => [id, maxSection]));
  for (const { id, maxSection, redeemed = [] } of users) {
    // A code that was deleted opened what it opened.
    const isDeleted = redeemed.some((code) => !levels.has(code));
    const best = Math.max(0, ...redeemed.map((code) => levels.get(code) ?? 0));
    require(isDeleted || maxSection === best, `${id} is at level ${maxSection} with codes of ${best}`);
  }
}

/** What has been over for longer than a day on which the site ran is not there any more, by the times that stand in it. */
function checkAges(life: Life, { users, chatMessages }: Dump): void {
  for (const { id, maxSection, redeemed = [], updatedAt } of users) {
    const own = chatMessages.filter(({ readerId }) => readerId === id);
    const seen = Math.max(
      ...[updatedAt, ...own.map(({ timestamp }) => timestamp)].map((at) => Date.parse(at)),
    );
    const stays = maxSection > 0 || redeemed.length > 0 ? keeping.readerMs : keeping.strangerMs;
    const since = Math.max(seen + stays, life.facts.healthySince);
    require(life.now - since <= sweepMs, `${id}, last seen ${new Date(seen).toISOString()}, is still there`);
  }
}

/** Each browser is signed in exactly when it must be. */
async function checkSessions(life: Life): Promise<void> {
  for (const [name, session] of life.facts.sessions) {
    const answer = await life.ask(life.person(name), { path: '/api/admin/session' });
    const isOpen = (answer?.json as { authenticated: boolean }).authenticated;
    const idle = life.now - session.lastUse;
    const isOver = idle >= sessionRules.idleMs || life.now - session.since >= sessionRules.longestMs;
    // A crash may have forgotten a use of the last minutes.
    const mayBeOver = isOver || idle >= sessionRules.idleMs - 2 * sessionRules.noteMs;
    if (isOpen) require(session.state !== 'closed' && !isOver, `${name} is signed in and must not be`);
    else require(session.state !== 'open' || mayBeOver, `${name} was signed out`);
    if (isOpen) session.lastUse = Math.max(session.lastUse, life.now);
    // One that is over may count again where the clock is set back.
    else if (session.state === 'open') session.state = 'perhaps';
  }
}

function checkCode(code: CodeFacts, { unlockCodes }: Dump): void {
  const there = unlockCodes.find(({ id }) => id === code.id);
  require(code.exists === 'perhaps' ||
    (there !== undefined) === code.exists, `the code ${code.text} is ${there ? 'there' : 'lost'}`);
  code.exists = there !== undefined;
  if (!there) return;
  const { usedCount = 0, uses = Infinity } = there;
  const [least, most] = code.used;
  require(usedCount >= least &&
    usedCount <= most, `${code.text} counts ${usedCount} uses, not ${least} to ${most}`);
  require(usedCount <= uses, `${code.text} was used ${usedCount} times of ${uses}`);
  code.used = [usedCount, usedCount];
}

async function checkUploads(life: Life): Promise<void> {
  const author = life.person('autore');
  for (const [url, content] of life.facts.uploads) {
    const answer = await life.ask(author, { path: url });
    require(answer?.status === 200 &&
      answer.text === content.toString(), `${url} is not what was uploaded: ${answer?.status}`);
  }
}
