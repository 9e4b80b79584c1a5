import { type CodeFacts, forget, lowestOf, opens, require, touch } from '../facts.ts';
import type { Answer, Question } from '../installation.ts';
import type { Life } from '../life.ts';

export const send = (message: string): Question => ({ method: 'POST', path: '/api/chat', body: { message } });

/** What an answer to a message says of it. A reply that failed leaves the message; so may a disk that failed between the two. */
export function noteMessage(
  life: Life,
  number: number,
  text: string,
  from: number,
  answer: Answer | undefined,
): void {
  const { reader, person } = life.reader(number);
  // Who has no cookie yet and gets no answer comes as somebody else the next time.
  if ((answer?.status ?? 503) >= 500 && person.cookies.size === 0) return void life.facts.unknown.add(text);
  const outcome = life.outcome(answer);
  const isKeptPerhaps = outcome === 'perhaps' || (outcome === 'refused' && (answer?.status ?? 0) >= 500);
  if (outcome === 'refused' && !isKeptPerhaps) return void life.facts.refused.add(text);
  touch(life.facts, reader, from, life.now, outcome === 'done');
  const { response: reply } = (answer?.json ?? {}) as { response?: string };
  reader.messages.push({
    text,
    level: lowestOf(reader),
    state: outcome === 'done' ? 'kept' : 'perhaps',
    ...(outcome === 'done' && { reply }),
  });
}

export async function talk(life: Life, who: number): Promise<void> {
  const text = life.newText();
  const from = life.now;
  const answer = await life.ask(life.reader(who).person, send(text));
  noteMessage(life, who, text, from, answer);
}

interface Said {
  number: number;
  text: string;
}

/** Who comes without a cookie twice at once is two strangers: nobody says two things at once the first time. */
export function sayings(life: Life, who: number, count: number): Said[] {
  return Array.from({ length: count }, (_, index) => ({
    number: (who + index) % 6,
    text: life.newText(),
  })).filter(({ number }, index) => index < 6 || life.reader(number).person.cookies.size > 0);
}

const questionsOf = (life: Life, said: readonly Said[]) =>
  said.map(({ number, text }) => ({ person: life.reader(number).person, question: send(text) }));

/** Several readers at once, perhaps more than one message each. */
export async function crowd(life: Life, who: number, amount: number): Promise<void> {
  const from = life.now;
  const said = sayings(life, who, 2 + (amount % 9));
  const answers = await life.askAll(questionsOf(life, said));
  for (const [index, { number, text }] of said.entries())
    noteMessage(life, number, text, from, answers[index]);
}

/**
 * The site ends in the middle of what many of them write: at any moment, when a line has just been written and not synced, or
 * as one of them is answered.
 */
export async function crowdAtTheEnd(
  life: Life,
  who: number,
  amount: number,
  isPowerCut: boolean,
  when: 'any' | 'writing' | 'answered' = 'any',
): Promise<void> {
  const from = life.now;
  const redeemer = (who + 5) % 6;
  const said = sayings(life, who, 5);
  const codes = [...life.facts.records.codes.values()].filter(({ exists }) => exists === true);
  const code = codes[amount % Math.max(1, codes.length)];
  const redeeming = code && { person: life.reader(redeemer).person, question: redemption(code.text) };
  const questions = [...questionsOf(life, said), ...(redeeming ? [redeeming] : [])];
  const answers =
    when === 'any'
      ? await life.askAll(questions, amount % 80)
      : await life.askAll(
          questions,
          60_000,
          when === 'writing' ? life.world.disk.nextAppend() : 1 + (amount % questions.length),
        );
  await life.crash(isPowerCut);
  for (const [index, { number, text }] of said.entries())
    noteMessage(life, number, text, from, answers[index]);
  if (code) noteRedemption(life, redeemer, code, answers[said.length], from);
  await life.start();
}

export const redemption = (code: string): Question => ({
  method: 'POST',
  path: '/api/redeem-code',
  body: { code },
});

export function noteRedemption(
  life: Life,
  who: number,
  code: CodeFacts,
  answer: Answer | undefined,
  from: number,
): void {
  const { reader, person } = life.reader(who);
  const outcome = life.outcome(answer);
  // Who has no cookie yet and gets no answer never was.
  const isNobody = outcome === 'perhaps' && person.cookies.size === 0;
  if (outcome === 'refused') return;
  const isNew = !reader.redeemed.has(code.id);
  if (isNew)
    code.used = [
      code.used[0] + (outcome === 'done' && !reader.perhapsRedeemed.has(code.id) ? 1 : 0),
      code.used[1] + 1,
    ];
  if (isNobody) return;
  touch(life.facts, reader, from, life.now, outcome === 'done');
  const raised = [...reader.levels].map((level) => Math.max(level, code.maxSection));
  if (outcome === 'done') {
    reader.levels = new Set(raised);
    reader.redeemed.add(code.id);
    const top = Math.max(...raised);
    if (typeof reader.chosen === 'number') reader.chosen = Math.max(reader.chosen, code.maxSection);
    if (typeof reader.chosen === 'number' && reader.chosen >= top) delete reader.chosen;
  } else {
    for (const level of raised) reader.levels.add(level);
    reader.perhapsRedeemed.add(code.id);
    if (reader.chosen !== undefined) reader.chosen = 'perhaps';
  }
}

/** A code that is good, or no longer; it opens exactly when it must. */
export async function redeem(life: Life, who: number, which: number): Promise<void> {
  const codes = [...life.facts.records.codes.values()];
  const code = codes[which % Math.max(1, codes.length)];
  if (!code) return;
  const { reader, person } = life.reader(who);
  const from = life.now;
  const must = opens(code, reader, from);
  const answer = await life.ask(person, redemption(code.text));
  if (answer?.status === 200)
    require(must !== false, `${reader.name} redeemed ${code.text}, which opens nothing any more`);
  if (answer?.status === 400)
    require(must !== true, `${reader.name} was refused ${code.text}, which is good`);
  noteRedemption(life, who, code, answer, from);
}

/** Of many who come for the last use at once, one gets it. */
export async function race(life: Life, _who: number, which: number): Promise<void> {
  const codes = [...life.facts.records.codes.values()].filter(
    ({ uses, exists }) => uses !== undefined && exists === true,
  );
  const code = codes[which % Math.max(1, codes.length)];
  if (!code) return;
  const from = life.now;
  const six = [0, 1, 2, 3, 4, 5];
  const answers = await life.askAll(
    six.map((number) => ({ person: life.reader(number).person, question: redemption(code.text) })),
  );
  for (const number of six) noteRedemption(life, number, code, answers[number], from);
  require(code.used[0] <=
    (code.uses ?? Infinity), `${code.text} was redeemed ${code.used[0]} times of ${code.uses}`);
  if (code.uses !== undefined) code.used[1] = Math.min(code.used[1], Math.max(code.uses, code.used[0]));
}

/** Nobody's code. */
export async function guess(life: Life, who: number): Promise<void> {
  const { person } = life.reader(who);
  const answer = await life.ask(person, redemption(`zzzz-${life.newText().slice(15, 20)}`));
  require(!answer || answer.status >= 400, 'a code that nobody made opened something');
}

export async function chooseLevel(life: Life, who: number, level: number): Promise<void> {
  const { reader, person } = life.reader(who);
  const wanted = level % 6;
  const from = life.now;
  const answer = await life.ask(person, {
    method: 'PATCH',
    path: '/api/user/progress',
    body: { maxSection: wanted },
  });
  const outcome = life.outcome(answer);
  const reached = Math.max(...reader.levels);
  if (outcome === 'done') {
    require(wanted <= reached, `${reader.name} chose ${wanted} and has only ${reached}`);
    if (reached > 0) touch(life.facts, reader, reader.seen?.from ?? from, life.now, true);
    if (wanted < reached) reader.chosen = wanted;
    else delete reader.chosen;
  } else if (outcome === 'perhaps') reader.chosen = 'perhaps';
}

const pages = [
  '/api/chat/history',
  '/api/chat/recap',
  '/api/chat/suggestions',
  '/api/chat/notes',
  '/api/chat/transcript',
  '/api/book',
  '/api/gallery-images',
  '/api/user/progress',
  '/api/privacy',
];

/** Everything that a reader may ask; what all answers have in common is checked where they arrive. */
export async function lookAround(life: Life, who: number): Promise<void> {
  const { person } = life.reader(who);
  for (const path of pages) await life.ask(person, { path });
}

/** What is the author's is nobody else's. */
export async function pry(life: Life, who: number): Promise<void> {
  const { person } = life.reader(who);
  for (const path of [
    '/api/sections',
    '/api/unlock-codes',
    '/api/admin/backup/database',
    '/api/admin/conversations',
  ]) {
    const answer = await life.ask(person, { path });
    require(!answer || answer.status === 401, `${path} answered ${person.name} with ${answer?.status}`);
  }
}

async function erase(life: Life, who: number, what: 'messages' | 'all'): Promise<void> {
  const { reader, person } = life.reader(who);
  const path = what === 'all' ? '/api/user' : '/api/chat/history';
  const answer = await life.ask(person, { method: 'DELETE', path });
  noteErasure(life, who, what, answer);
  if (life.outcome(answer) === 'perhaps' && what === 'all') reader.levels.add(0);
}

export function noteErasure(
  life: Life,
  who: number,
  what: 'messages' | 'all',
  answer: Answer | undefined,
): void {
  const { reader } = life.reader(who);
  const outcome = life.outcome(answer);
  if (outcome === 'done') {
    for (const { text } of reader.messages) life.facts.refused.add(text);
    forget(reader, what, life.facts.nextTurn());
  } else if (outcome === 'perhaps') {
    for (const message of reader.messages) message.state = 'perhaps-gone';
    if (reader.seen) reader.seen.isSure &&= what === 'messages';
    if (what === 'messages') return;
    for (const id of reader.redeemed) reader.perhapsRedeemed.add(id);
    reader.redeemed.clear();
  }
}

export const forgetTalk = (life: Life, who: number) => erase(life, who, 'messages');
export const eraseSelf = (life: Life, who: number) => erase(life, who, 'all');

/** One reader who writes more than is kept. */
export async function talkLong(life: Life, who: number): Promise<void> {
  for (let minute = 0; minute < 6; minute += 1) {
    for (let number = 0; number < 19; number += 1) await talk(life, who);
    await life.pass(61_000);
  }
}
