import { checkAll } from '../checks.ts';
import { type CodeFacts, hourMs, require, restored, type Records } from '../facts.ts';
import { type Answer, Person, type Question } from '../site.ts';
import type { Life } from '../life.ts';
import { topLevel } from '../book.ts';
import { eraseSelf, forgetTalk, noteErasure, pickCode, talk } from './readers.ts';

const post = (path: string, body: unknown = {}): Question => ({ method: 'POST', path, body });
const login = (password: unknown) => post('/api/admin/login', { password });

/** Three browsers of the author's, each at a new address for each try: the limits are tried elsewhere. */
function browser(life: Life, n: number): Person {
  const person = life.person(`autore-${n % 3}`);
  person.address = life.newAddress();
  return person;
}

export async function signIn(life: Life, _who: number, n: number): Promise<void> {
  const person = browser(life, n);
  const [password] = life.facts.passwords;
  const answer = await life.ask(person, login(password));
  const isIn = answer?.status === 204;
  require(isIn || life.facts.passwords.size > 1, `the author's password was refused: ${answer?.text}`);
  if (isIn) life.noteSignIn(person);
}

const closedBy = (life: Life, answer?: Answer) =>
  answer?.status === 204 && life.isSound ? 'closed' : 'perhaps';

export async function signOut(life: Life, who: number, n: number): Promise<void> {
  if (life.facts.sessions.get(browser(life, n).name)?.state !== 'open') await signIn(life, who, n);
  const person = browser(life, n);
  const cookies = [...person.cookies];
  const answer = await life.ask(person, post('/api/admin/logout'));
  const session = life.facts.sessions.get(person.name);
  if (session) session.state = closedBy(life, answer);
  // Somebody kept the cookie.
  for (const [name, value] of cookies) person.cookies.set(name, value);
}

export async function signOutEverywhere(life: Life): Promise<void> {
  const answer = await life.ask(await life.author(), post('/api/admin/sessions/end'));
  for (const session of life.facts.sessions.values()) session.state = closedBy(life, answer);
}

const words = 'pioppo sgabello tramontana vetriolo ranocchia cardigan meridiana zufolo'.split(' ');

/** While another browser is signed in, too. */
export async function changePassword(life: Life, who: number, n: number): Promise<void> {
  await signIn(life, who, n);
  const author = await life.author();
  author.address = life.newAddress();
  const [current] = life.facts.passwords;
  const password = [n, ...words.map(() => life.world.random.pick(words)).slice(0, 4)].join(' ');
  const outcome = life.outcome(await life.ask(author, post('/api/admin/password', { current, password })));
  if (outcome === 'refused') return;
  for (const session of life.facts.sessions.values())
    session.state = outcome === 'done' ? 'closed' : 'perhaps';
  if (outcome === 'perhaps') return void life.facts.passwords.add(password);
  life.facts.passwords = new Set([password]);
  life.noteSignIn(author);
  const stranger = new Person('autore-vecchio', life.newAddress());
  const old = await life.ask(stranger, login(current));
  require(old?.status !== 204, 'the old password still lets in');
}

export async function makeRecovery(life: Life, who: number, n: number): Promise<void> {
  await signIn(life, who, n);
  const answer = await life.ask(browser(life, n), post('/api/admin/recovery-codes'));
  const outcome = life.outcome(answer);
  if (outcome === 'refused') return;
  const { recovery } = life.facts;
  for (const code of recovery.keys()) recovery.set(code, outcome === 'done' ? 'used' : 'perhaps');
  const { codes = [] } = (answer?.json ?? {}) as { codes?: string[] };
  for (const code of codes) recovery.set(code, 'good');
}

/** Two who have the same code: one comes in. */
export async function useRecovery(life: Life, who: number, n: number): Promise<void> {
  const { recovery } = life.facts;
  if (![...recovery.values()].includes('good')) await makeRecovery(life, who, n);
  const [code, state] = [...recovery][n % Math.max(1, recovery.size)] ?? [];
  if (code === undefined || state === undefined) return;
  const pair = [browser(life, 0), browser(life, 1)];
  const question = post('/api/admin/login/code', { code });
  const answers = await life.askAll(pair.map((person) => ({ person, question })));
  const guests = pair.filter((_, index) => answers[index]?.status === 204);
  require(guests.length <= 1, 'a recovery code let two in');
  require(guests.length === 0 || state !== 'used', 'a used recovery code let somebody in');
  const isMissing = state === 'good' && guests.length === 0 && life.isSound;
  require(!isMissing, `a recovery code was refused: ${answers[0]?.text}`);
  const isUnsure = answers.some((answer) => life.outcome(answer) === 'perhaps');
  recovery.set(code, guests.length === 1 ? 'used' : isUnsure ? 'perhaps' : state);
  for (const guest of guests) life.noteSignIn(guest);
}

export async function newCode(life: Life, _who: number, n: number, text?: string) {
  const { random } = life.world;
  const code = {
    text: text ?? `cod${n}-${random.below(1e6)}`,
    maxSection: 1 + (n % topLevel),
    uses: random.chance(0.5) ? 1 + random.below(3) : undefined,
    expiresAt: random.chance(0.3) ? life.now + random.below(40) * hourMs : undefined,
  };
  const { text: word, maxSection, uses } = code;
  const expiresAt = code.expiresAt && new Date(code.expiresAt).toISOString();
  const body = { code: word, maxSection, uses, expiresAt };
  const answer = await life.ask(await life.author(), post('/api/unlock-codes', body));
  if (life.outcome(answer) !== 'done') return undefined;
  const { id } = answer?.json as { id: string };
  const facts: CodeFacts = { ...code, id, used: [0, 0], exists: true };
  life.facts.records.codes.set(id, facts);
  return facts;
}

export async function deleteCode(life: Life, _who: number, n: number): Promise<void> {
  const code = pickCode(life, n, ({ exists }) => exists === true);
  if (code && life.facts.records.codes.size > 2) await deleteOne(life, code);
}

async function deleteOne(life: Life, code: CodeFacts): Promise<void> {
  const path = `/api/unlock-codes/${code.id}`;
  const outcome = life.outcome(await life.ask(await life.author(), { method: 'DELETE', path }));
  if (outcome !== 'refused') code.exists = outcome === 'done' ? false : 'perhaps';
}

/** A code is made, deleted and made again: all three stand in the same journal. */
export async function remakeCode(life: Life, who: number, n: number): Promise<void> {
  const text = `rifatto${n}-${life.world.random.below(1e6)}`;
  const code = await newCode(life, who, n, text);
  if (!code) return;
  await deleteOne(life, code);
  // Nobody had it: of the two that are called so, the second is meant from here on.
  const isRemade = code.exists === false && (await newCode(life, who, n, text));
  if (isRemade) life.facts.records.codes.delete(code.id);
}

/** The author erases a reader who asked for it. */
export async function eraseNamed(life: Life, who: number): Promise<void> {
  const answer = await life.ask(life.reader(who).person, { path: '/api/user/identifier' });
  const { identifier } = (answer?.json ?? {}) as { identifier?: string };
  if (identifier === undefined) return;
  const question = post('/api/admin/conversations/erase', { identifier });
  noteErasure(life, who, 'all', await life.ask(await life.author(), question));
}

/** A picture is uploaded and hung in the gallery: one that is not saved anywhere goes after a day. */
export async function upload(life: Life, _who: number, n: number): Promise<void> {
  const file = Buffer.from(`immagine ${n} ${life.newText()}`);
  const author = await life.author();
  const answer = await life.ask(author, { method: 'POST', path: '/api/admin/uploads', file });
  if (life.outcome(answer) !== 'done') return;
  const { url } = answer?.json as { url: string };
  const picture = post('/api/gallery-images', { title: `Immagine ${n}`, description: '', imageUrl: url });
  if (life.outcome(await life.ask(author, picture)) === 'done') life.facts.uploads.set(url, file);
}

interface Backup {
  file: Buffer;
  records: Records;
  /** The turn it is of. */
  turn: number;
}
const backups = new WeakMap<Life, Backup>();
/** What a restore replaced, which has the uploads, too. */
interface Copy extends Backup {
  name: string;
  uploads: Map<string, Buffer>;
}
const replaced = new WeakMap<Life, Copy>();

/** What is known now. */
const recordsNow = (life: Life, file: Buffer): Backup => ({
  file,
  records: structuredClone(life.facts.records),
  turn: life.facts.nextTurn(),
});

function isCertain({ facts: { records } }: Life): boolean {
  const isSure = [...records.readers.values()].every(
    ({ levels, chosen, messages, perhapsRedeemed }) =>
      levels.size === 1 &&
      chosen !== 'perhaps' &&
      perhapsRedeemed.size === 0 &&
      messages.every(({ state }) => state === 'stored'),
  );
  const codes = [...records.codes.values()];
  return isSure && codes.every(({ used, exists }) => used[0] === used[1] && exists !== 'perhaps');
}

export async function backUp(life: Life): Promise<void> {
  if (!isCertain(life)) return;
  const backup = recordsNow(life, Buffer.alloc(0));
  const answer = await life.ask(await life.author(), { path: '/api/admin/backup/database' });
  if (answer?.status === 200) backups.set(life, { ...backup, file: Buffer.from(answer.text) });
}

/** What was written since is gone, and what was erased since stays so. */
function goBack({ facts, now }: Life, backup: Backup): void {
  // Who is over is there again, until the next sweep.
  facts.healthySince = now;
  const texts = () => [...facts.records.readers.values()].flatMap(({ messages }) => messages);
  for (const { text } of texts()) facts.refused.add(text);
  facts.records = restored(backup.records, facts.records, backup.turn);
  for (const { text } of texts()) facts.refused.delete(text);
}

export async function restoreBackup(life: Life): Promise<void> {
  const backup = backups.get(life);
  if (!backup || !isCertain(life) || !life.isSound) return;
  const author = await life.author();
  const question = { method: 'POST', path: '/api/admin/backup/restore', file: backup.file };
  const check = await life.ask(author, question);
  require(check?.status === 201, `a backup is refused: ${check?.text}`);
  const { id } = check.json as { id: string };
  await carryOut(life, id, backup);
}

interface ListedCopy {
  name: string;
  reason: string;
}
async function listCopies(life: Life): Promise<ListedCopy[]> {
  const answer = await life.ask(await life.author(), { path: '/api/admin/backup/copies' });
  return ((answer?.json ?? {}) as { copies?: ListedCopy[] }).copies ?? [];
}

/** Does what the plan of a restore says; what it replaces is a copy more in the list. */
async function carryOut(life: Life, planId: string, backup: Backup): Promise<void> {
  const before = recordsNow(life, backup.file);
  const namesBefore = new Set((await listCopies(life)).map(({ name }) => name));
  const answer = await life.ask(await life.author(), post(`/api/admin/backup/restore/${planId}/apply`));
  require(answer?.status === 200, `a restore failed: ${answer?.text}`);
  const added = (await listCopies(life)).find(
    ({ name, reason }) => reason === 'restore' && !namesBefore.has(name),
  );
  require(added !== undefined, 'a restore left no copy of what it replaced');
  replaced.set(life, { ...before, name: added.name, uploads: new Map(life.facts.uploads) });
  goBack(life, backup);
}

/** The copies are on the machine that made them: another one has none of them. */
export const forgetCopies = (life: Life) => void replaced.delete(life);

export async function returnToCopy(life: Life): Promise<void> {
  const copy = replaced.get(life);
  if (!copy || !isCertain(life) || !life.isSound) return;
  // It may have grown old since, or have been pushed out.
  if (!(await listCopies(life)).some(({ name }) => name === copy.name)) return;
  const check = await life.ask(
    await life.author(),
    post('/api/admin/backup/restore/copy', { name: copy.name }),
  );
  require(check?.status === 200, `a copy is refused: ${check?.text}`);
  await carryOut(life, (check.json as { id: string }).id, copy);
  life.facts.uploads = copy.uploads;
}

/** A reader asks to be forgotten, and then a backup of before is restored: what was erased stays so. */
export async function eraseThenRestore(life: Life, who: number, n: number): Promise<void> {
  await talk(life, who);
  await checkAll(life);
  await backUp(life);
  await [forgetTalk, eraseSelf, eraseNamed][n % 3]?.(life, who);
  await restoreBackup(life);
  await checkAll(life);
}
