import { checkAll } from '../checks.ts';
import { type CodeFacts, hourMs, opens, require, restored, type Records } from '../facts.ts';
import { type Answer, Person, type Question } from '../installation.ts';
import type { Life } from '../life.ts';
import { topLevel } from '../book.ts';
import { eraseSelf, forgetTalk, noteErasure, talk } from './readers.ts';

const post = (path: string, body: unknown = {}): Question => ({ method: 'POST', path, body });

/** Three browsers of the author's, each at a new address for each try: the limits are tried elsewhere. */
function browser(life: Life, number: number): Person {
  const person = life.person(`autore-${number % 3}`);
  person.address = life.newAddress();
  return person;
}

function noteSignIn(life: Life, person: Person, isSure: boolean): void {
  life.facts.sessions.set(person.name, {
    since: life.now,
    lastUse: life.now,
    state: isSure ? 'open' : 'perhaps',
  });
}

export async function signIn(life: Life, number: number): Promise<void> {
  const person = browser(life, number);
  const [password] = life.facts.passwords;
  const answer = await life.ask(person, post('/api/admin/login', { password }));
  const isSure = life.facts.passwords.size === 1;
  require(!isSure || answer?.status === 204, `the author's password was refused: ${answer?.text}`);
  if (answer?.status === 204) noteSignIn(life, person, life.isSound);
}

export async function signInWrongly(life: Life, number: number): Promise<void> {
  const person = browser(life, number);
  const answer = await life.ask(person, post('/api/admin/login', { password: `sbagliata-${number}` }));
  require(!answer || answer.status >= 400, 'a wrong password let somebody in');
}

export async function signOut(life: Life, number: number): Promise<void> {
  if (life.facts.sessions.get(browser(life, number).name)?.state !== 'open') await signIn(life, number);
  const person = browser(life, number);
  const cookies = [...person.cookies];
  const answer = await life.ask(person, post('/api/admin/logout'));
  const session = life.facts.sessions.get(person.name);
  if (session) session.state = answer?.status === 204 && life.isSound ? 'closed' : 'perhaps';
  // Somebody kept the cookie.
  for (const [name, value] of cookies) person.cookies.set(name, value);
}

export async function signOutEverywhere(life: Life): Promise<void> {
  const author = await life.author();
  const answer = await life.ask(author, post('/api/admin/sessions/end'));
  const state = answer?.status === 204 && life.isSound ? 'closed' : 'perhaps';
  for (const session of life.facts.sessions.values()) session.state = state;
}

const words = [
  'pioppo',
  'sgabello',
  'tramontana',
  'vetriolo',
  'ranocchia',
  'cardigan',
  'meridiana',
  'zufolo',
];

/** While another browser is signed in, too. */
export async function changePassword(life: Life, number: number): Promise<void> {
  await signIn(life, number);
  const author = await life.author();
  author.address = life.newAddress();
  const [current] = life.facts.passwords;
  const { random } = life.world;
  const password = `${random.pick(words)} ${random.pick(words)} ${number} ${random.pick(words)} ${random.pick(words)}`;
  const answer = await life.ask(author, post('/api/admin/password', { current, password }));
  const outcome = life.outcome(answer);
  if (outcome === 'refused') return;
  if (outcome === 'perhaps') life.facts.passwords.add(password);
  else {
    const before = [...life.facts.passwords];
    life.facts.passwords = new Set([password]);
    const stranger = new Person('autore-vecchio', life.newAddress());
    const old = await life.ask(stranger, post('/api/admin/login', { password: before[0] }));
    require(before.includes(password) || old?.status !== 204, 'the old password still lets in');
  }
  for (const session of life.facts.sessions.values())
    session.state = outcome === 'done' ? 'closed' : 'perhaps';
  if (outcome === 'done') noteSignIn(life, author, life.isSound);
}

export async function makeRecovery(life: Life, number: number): Promise<void> {
  await signIn(life, number);
  const answer = await life.ask(browser(life, number), post('/api/admin/recovery-codes'));
  if (life.outcome(answer) === 'refused') return;
  const before = life.outcome(answer) === 'done' ? 'used' : 'perhaps';
  for (const code of life.facts.recovery.keys()) life.facts.recovery.set(code, before);
  for (const code of (answer?.json as { codes?: string[] } | undefined)?.codes ?? [])
    life.facts.recovery.set(code, 'good');
}

/** Two who have the same code: one comes in. */
export async function useRecovery(life: Life, number: number): Promise<void> {
  if (![...life.facts.recovery.values()].includes('good')) await makeRecovery(life, number);
  const codes = [...life.facts.recovery];
  const [code, state] = codes[number % Math.max(1, codes.length)] ?? [];
  if (code === undefined) return;
  const pair = [browser(life, 0), browser(life, 1)];
  const answers = await life.askAll(
    pair.map((person) => ({ person, question: post('/api/admin/login/code', { code }) })),
  );
  const inside = answers.filter((answer) => answer?.status === 204).length;
  require(inside <= 1, 'a recovery code let two in');
  if (state === 'used') require(inside === 0, 'a used recovery code let somebody in');
  if (state === 'good' && life.isSound)
    require(inside === 1, `a recovery code was refused: ${answers[0]?.text}`);
  const isUnsure = answers.some((answer) => life.outcome(answer) === 'perhaps');
  life.facts.recovery.set(code, inside === 1 ? 'used' : isUnsure ? 'perhaps' : (state ?? 'used'));
  for (const [index, answer] of answers.entries())
    if (answer?.status === 204) noteSignIn(life, pair[index] as Person, life.isSound);
}

export async function newCode(
  life: Life,
  number: number,
  text = `cod${number}-${life.world.random.below(1e6)}`,
): Promise<CodeFacts | undefined> {
  const author = await life.author();
  const { random } = life.world;
  const uses = random.chance(0.5) ? 1 + random.below(3) : undefined;
  const expiresAt = random.chance(0.3) ? life.now + random.below(40) * hourMs : undefined;
  const maxSection = 1 + (number % topLevel);
  const body = {
    code: text,
    maxSection,
    uses,
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  };
  const answer = await life.ask(author, post('/api/unlock-codes', body));
  if (life.outcome(answer) !== 'done') return undefined;
  const { id } = answer?.json as { id: string };
  const code: CodeFacts = {
    id,
    text,
    maxSection,
    used: [0, 0],
    exists: true,
    ...(uses !== undefined && { uses }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  life.facts.records.codes.set(id, code);
  return code;
}

export async function deleteCode(life: Life, number: number): Promise<void> {
  const codes = [...life.facts.records.codes.values()].filter(({ exists }) => exists === true);
  const code = codes[number % Math.max(1, codes.length)];
  if (!code || codes.length < 3) return;
  const answer = await life.ask(await life.author(), {
    method: 'DELETE',
    path: `/api/unlock-codes/${code.id}`,
  });
  noteCodeDeletion(life, code, answer);
}

function noteCodeDeletion(life: Life, code: CodeFacts, answer: Answer | undefined): void {
  const outcome = life.outcome(answer);
  if (outcome === 'done') code.exists = false;
  if (outcome === 'perhaps') code.exists = 'perhaps';
}

/** The author erases a reader who asked for it. */
export async function eraseNamed(life: Life, who: number): Promise<void> {
  const { reader, person } = life.reader(who);
  const found = (await life.ask(person, { path: '/api/user/identifier' }))?.json as
    { identifier?: string } | undefined;
  if (found?.identifier === undefined) return;
  const answer = await life.ask(
    await life.author(),
    post('/api/admin/conversations/erase', { identifier: found.identifier }),
  );
  noteErasure(life, who, 'all', answer);
  if (life.outcome(answer) === 'perhaps') reader.levels.add(0);
}

/** A picture is uploaded and hung in the gallery: one that is not saved anywhere goes after a day. */
export async function upload(life: Life, number: number): Promise<void> {
  const content = Buffer.from(`immagine ${number} ${life.newText()}`);
  const author = await life.author();
  const sent = await life.ask(author, { method: 'POST', path: '/api/admin/uploads', file: content });
  if (life.outcome(sent) !== 'done') return;
  const { url } = sent?.json as { url: string };
  const picture = { title: `Immagine ${number}`, description: '', imageUrl: url };
  const answer = await life.ask(author, post('/api/gallery-images', picture));
  if (life.outcome(answer) === 'done') life.facts.uploads.set(url, content);
}

interface Backup {
  file: Buffer;
  records: Records;
  /** The turn it is of, and the machine's clock then. */
  turn: number;
  at: number;
}
const backups = new WeakMap<Life, Backup>();
const undoable = new WeakMap<Life, Backup>();

/** Only of what is known for certain. */
function isCertain(life: Life): boolean {
  const { readers, codes } = life.facts.records;
  return (
    [...readers.values()].every(({ levels, chosen, messages, perhapsRedeemed }) => {
      const isSaid = messages.every(({ state }) => state === 'kept');
      return levels.size === 1 && chosen !== 'perhaps' && perhapsRedeemed.size === 0 && isSaid;
    }) && [...codes.values()].every(({ used, exists }) => used[0] === used[1] && exists !== 'perhaps')
  );
}

export async function backUp(life: Life): Promise<void> {
  if (!isCertain(life)) return;
  const times = { turn: life.facts.nextTurn(), at: life.now };
  const answer = await life.ask(await life.author(), { path: '/api/admin/backup/database' });
  if (answer?.status !== 200) return;
  const records = structuredClone(life.facts.records);
  backups.set(life, { file: Buffer.from(answer.text), records, ...times });
}

/** What was written since is gone, and what was erased since stays so. */
function goBack(life: Life, backup: Backup): void {
  for (const { messages } of life.facts.records.readers.values())
    for (const { text } of messages) life.facts.refused.add(text);
  life.facts.records = restored(backup.records, life.facts.records, backup.turn);
  for (const { messages } of life.facts.records.readers.values())
    for (const { text } of messages) life.facts.refused.delete(text);
}

const asOfNow = (life: Life, file: Buffer): Backup => ({
  file,
  records: structuredClone(life.facts.records),
  turn: life.facts.nextTurn(),
  at: life.now,
});

export async function restoreBackup(life: Life): Promise<void> {
  const backup = backups.get(life);
  if (!backup || !isCertain(life) || !life.isSound) return;
  const author = await life.author();
  const checked = await life.ask(author, {
    method: 'POST',
    path: '/api/admin/backup/restore',
    file: backup.file,
  });
  require(checked?.status === 201, `a backup is refused: ${checked?.text}`);
  const { id } = checked?.json as { id: string };
  const before = asOfNow(life, backup.file);
  const answer = await life.ask(author, post(`/api/admin/backup/restore/${id}/apply`));
  require(answer?.status === 200, `a restore failed: ${answer?.text}`);
  undoable.set(life, before);
  goBack(life, backup);
}

/** What a restore replaced stays on the machine that restored: another one cannot undo it. */
export const forgetUndo = (life: Life) => void undoable.delete(life);

export async function undoRestore(life: Life): Promise<void> {
  const before = undoable.get(life);
  if (!before || !isCertain(life) || !life.isSound) return;
  if (Math.abs(life.now - before.at) + life.facts.clockSlackMs > 13 * 24 * hourMs) return;
  const current = asOfNow(life, before.file);
  const answer = await life.ask(await life.author(), post('/api/admin/backup/restore/undo'));
  require(answer?.status === 200, `an undo failed: ${answer?.text}`);
  goBack(life, before);
  undoable.set(life, current);
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

/** A code is made, deleted and made again: all three stand in the same journal. */
export async function remakeCode(life: Life, number: number): Promise<void> {
  const text = `rifatto${number}-${life.world.random.below(1e6)}`;
  const made = await newCode(life, number, text);
  const answer =
    made && (await life.ask(await life.author(), { method: 'DELETE', path: `/api/unlock-codes/${made.id}` }));
  if (!made) return;
  noteCodeDeletion(life, made, answer);
  // Nobody had it: of the two that are called so, the second is meant from here on.
  if (made.exists === false && (await newCode(life, number, text))) life.facts.records.codes.delete(made.id);
}

/** A database that was altered on the author's disk is refused, and changes nothing. */
export async function restoreDamaged(life: Life, number: number): Promise<void> {
  const backup = backups.get(life);
  if (!backup) return;
  const file = Buffer.from(backup.file);
  const at = number % (file.length - 2);
  file[at] = (file[at] ?? 0) ^ 1;
  const checked = await life.ask(await life.author(), {
    method: 'POST',
    path: '/api/admin/backup/restore',
    file,
  });
  require(checked?.status !== 201, `a backup with a wrong byte at ${at} is taken`);
}

/** Good codes one after the other from one address, as a class would: none of them is slowed. */
export function goodCode(life: Life): string | undefined {
  const nobody = life.facts.reader('nessuno');
  const codes = [...life.facts.records.codes.values()];
  return codes.find((code) => code.uses === undefined && opens(code, nobody, life.now) === true)?.text;
}
