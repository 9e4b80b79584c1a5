import { type CodeFacts, forget, lowestOf, opens, require, touch } from '../facts.ts';
import type { Life } from '../life.ts';
import type { Answer, Person, Question } from '../site.ts';

const readerCount = 6;
const everybody = Array.from({ length: readerCount }, (_, number) => number);

export const chat = (message: string): Question => ({ method: 'POST', path: '/api/chat', body: { message } });
export const redemption = (code: string): Question => ({
  method: 'POST',
  path: '/api/redeem-code',
  body: { code },
});

/** What an answer to a message says of it. A reply that failed leaves the message; so may a disk that failed between the two. */
export function noteMessage(life: Life, who: number, text: string, from: number, answer?: Answer): void {
  const { reader, person } = life.reader(who);
  const status = answer?.status ?? 503;
  // Who has no cookie yet and gets no answer comes as somebody else the next time.
  if (status >= 500 && person.cookies.size === 0) return void life.facts.unknown.add(text);
  const outcome = life.outcome(answer);
  if (outcome === 'refused' && status < 500) return void life.facts.refused.add(text);
  const isDone = outcome === 'done';
  touch(life.facts, reader, from, life.now, isDone);
  const { response } = (answer?.json ?? {}) as { response?: string };
  const reply = isDone ? response : undefined;
  reader.messages.push({ text, level: lowestOf(reader), state: isDone ? 'stored' : 'perhaps', reply });
}

export async function talk(life: Life, who: number): Promise<void> {
  const text = life.newText();
  const from = life.now;
  noteMessage(life, who, text, from, await life.ask(life.reader(who).person, chat(text)));
}

/** Messages of several readers, perhaps more than one each. */
function newMessages(life: Life, who: number, count: number) {
  // Nobody says two things at once the first time: who comes without a cookie twice is two strangers.
  return Array.from({ length: count }, (_, index) => ({
    who: (who + index) % readerCount,
    text: life.newText(),
  }))
    .map((message) => ({ ...message, person: life.reader(message.who).person }))
    .filter(({ person }, index) => index < readerCount || person.cookies.size > 0)
    .map((message) => ({ ...message, question: chat(message.text) }));
}

/** Several readers write at once. */
export async function crowd(life: Life, who: number, n: number): Promise<void> {
  const from = life.now;
  const messages = newMessages(life, who, 2 + (n % 9));
  const answers = await life.askAll(messages);
  for (const [index, message] of messages.entries())
    noteMessage(life, message.who, message.text, from, answers[index]);
}

/**
 * The site ends in the middle of what many of them write: at any moment, when a line has just been written and not synced, or
 * as one of them is answered.
 */
export async function crowdAtTheEnd(
  life: Life,
  who: number,
  n: number,
  isPowerCut: boolean,
  when: 'any' | 'writing' | 'answered' = 'any',
): Promise<void> {
  const from = life.now;
  const redeemer = (who + 5) % readerCount;
  const messages = newMessages(life, who, 5);
  const code = pickCode(life, n, ({ exists }) => exists === true);
  const requests: { person: Person; question: Question }[] = [...messages];
  if (code) requests.push({ person: life.reader(redeemer).person, question: redemption(code.text) });
  const moment = when === 'writing' ? life.world.disk.nextAppend() : 1 + (n % requests.length);
  const answers = await (when === 'any'
    ? life.askAll(requests, n % 80)
    : life.askAll(requests, 60_000, moment));
  await life.crash(isPowerCut);
  for (const [index, message] of messages.entries())
    noteMessage(life, message.who, message.text, from, answers[index]);
  if (code) noteRedemption(life, redeemer, code, from, answers[messages.length]);
  await life.start();
}

/** One of the codes for which the condition holds. */
export function pickCode(life: Life, n: number, isWanted: (code: CodeFacts) => boolean = () => true) {
  const codes = [...life.facts.records.codes.values()].filter(isWanted);
  return codes[n % Math.max(1, codes.length)];
}

export function noteRedemption(
  life: Life,
  who: number,
  code: CodeFacts,
  from: number,
  answer?: Answer,
): void {
  const { reader, person } = life.reader(who);
  const outcome = life.outcome(answer);
  if (outcome === 'refused') return;
  const isDone = outcome === 'done';
  if (!reader.redeemed.has(code.id)) {
    code.used[0] += isDone && !reader.perhapsRedeemed.has(code.id) ? 1 : 0;
    code.used[1] += 1;
  }
  // Who has no cookie yet and gets no answer never was.
  if (!isDone && person.cookies.size === 0) return;
  touch(life.facts, reader, from, life.now, isDone);
  const raised = [...reader.levels].map((level) => Math.max(level, code.maxSection));
  if (isDone) {
    reader.levels = new Set(raised);
    reader.redeemed.add(code.id);
    if (typeof reader.chosen === 'number') reader.chosen = Math.max(reader.chosen, code.maxSection);
    if (Number(reader.chosen) >= Math.max(...raised)) reader.chosen = undefined;
  } else {
    for (const level of raised) reader.levels.add(level);
    reader.perhapsRedeemed.add(code.id);
    if (reader.chosen !== undefined) reader.chosen = 'perhaps';
  }
}

/** A code that is good, or no longer; it opens exactly when it must. */
export async function redeem(life: Life, who: number, n: number): Promise<void> {
  const code = pickCode(life, n);
  if (!code) return;
  const { reader, person } = life.reader(who);
  const from = life.now;
  const must = opens(code, reader, from);
  const answer = await life.ask(person, redemption(code.text));
  const [isTaken, isRefused] = [answer?.status === 200, answer?.status === 400];
  require(!isTaken || must !== false, `${reader.name} redeemed ${code.text}, which opens nothing any more`);
  require(!isRefused || must !== true, `${reader.name} was refused ${code.text}, which is good`);
  noteRedemption(life, who, code, from, answer);
}

/** Of many who come for the last use at once, one gets it. */
export async function race(life: Life, _who: number, n: number): Promise<void> {
  const code = pickCode(life, n, ({ uses, exists }) => uses !== undefined && exists === true);
  if (code?.uses === undefined) return;
  const from = life.now;
  const question = redemption(code.text);
  const answers = await life.askAll(everybody.map((who) => ({ person: life.reader(who).person, question })));
  for (const who of everybody) noteRedemption(life, who, code, from, answers[who]);
  require(code.used[0] <= code.uses, `${code.text} was redeemed ${code.used[0]} times of ${code.uses}`);
  code.used[1] = Math.min(code.used[1], code.uses);
}

/** A lower level is chosen after something was said, which is not shown at it. */
export async function chooseLevel(life: Life, who: number, n: number): Promise<void> {
  await talk(life, who);
  const { reader, person } = life.reader(who);
  const maxSection = n % 6;
  const from = life.now;
  const path = '/api/user/progress';
  const outcome = life.outcome(await life.ask(person, { method: 'PATCH', path, body: { maxSection } }));
  if (outcome === 'perhaps') reader.chosen = 'perhaps';
  if (outcome !== 'done') return;
  const reached = Math.max(...reader.levels);
  require(maxSection <= reached, `${reader.name} chose ${maxSection} and has only ${reached}`);
  if (reached > 0) touch(life.facts, reader, reader.seen?.from ?? from, life.now, true);
  reader.chosen = maxSection < reached ? maxSection : undefined;
}

const pages = 'chat/history chat/recap chat/suggestions chat/notes chat/transcript book gallery-images';

/** Everything that a reader may ask; what all answers have in common is checked where they arrive. */
export async function lookAround(life: Life, who: number): Promise<void> {
  const paths = [...pages.split(' '), 'user/progress', 'privacy'];
  for (const path of paths) await life.ask(life.reader(who).person, { path: `/api/${path}` });
}

/** @param what is erased: the conversation, or all that is stored of a reader */
export function noteErasure(life: Life, who: number, what: 'messages' | 'all', answer?: Answer): void {
  const { reader } = life.reader(who);
  const outcome = life.outcome(answer);
  if (outcome === 'done') {
    for (const { text } of reader.messages) life.facts.refused.add(text);
    forget(reader, what, life.facts.nextTurn());
  }
  if (outcome !== 'perhaps') return;
  for (const message of reader.messages) message.state = 'perhaps-gone';
  if (what === 'messages') return;
  if (reader.seen) reader.seen.isSure = false;
  for (const id of reader.redeemed) reader.perhapsRedeemed.add(id);
  reader.redeemed.clear();
  reader.levels.add(0);
}

const eraseAt = (path: string, what: 'messages' | 'all') => async (life: Life, who: number) =>
  noteErasure(life, who, what, await life.ask(life.reader(who).person, { method: 'DELETE', path }));
export const forgetTalk = eraseAt('/api/chat/history', 'messages');
export const eraseSelf = eraseAt('/api/user', 'all');

/** One reader who writes more than is kept. */
export async function talkLong(life: Life, who: number): Promise<void> {
  for (let minute = 0; minute < 6; minute += 1) {
    for (let number = 0; number < 19; number += 1) await talk(life, who);
    await life.pass(61_000);
  }
}
