import { opens, require } from '../facts.ts';
import type { Life } from '../life.ts';
import { Person, type Question } from '../site.ts';
import { chat, pickCode, redemption } from './readers.ts';

const login = (password: string): Question => ({
  method: 'POST',
  path: '/api/admin/login',
  body: { password },
});
const strangerAt = (address: string) => new Person('estraneo', address);

/** So many tries, one after the other. @returns how many of them were not refused by a limit */
async function countTries(
  life: Life,
  count: number,
  address: string,
  question: (number: number) => Question,
): Promise<number> {
  let tries = 0;
  for (let number = 0; number < count; number += 1) {
    const answer = await life.ask(strangerAt(address), question(number));
    if (answer && answer.status !== 429) tries += 1;
  }
  return tries;
}

/** A quarter of an hour after which no counter remembers anything. */
const calmMs = 16 * 60_000;

/** Eight wrong passwords in a quarter of an hour from one address; the next waits, and the right one with it, but not elsewhere. */
export async function guessPasswords(life: Life): Promise<void> {
  const address = life.newAddress();
  const [password = ''] = life.facts.passwords;
  const tries = await countTries(life, 12, address, (number) => login(`a-${number}`));
  require(tries === 8, `${tries} wrong passwords were tried from one address`);
  const isHeld = (await countTries(life, 1, address, () => login(password))) === 0;
  require(isHeld, 'behind eight wrong passwords the right one was tried');
  await life.pass(5 * 60_000);
  require((await countTries(life, 1, address, () => login('c'))) === 0, 'five minutes later it is tried');
  const author = life.person('autore');
  if (life.facts.passwords.size === 1 && life.facts.sessions.get(author.name)?.state === 'open') {
    author.address = address;
    const answer = await life.ask(author, login(password));
    require(answer?.status === 204, `the author's own device waits behind strangers: ${answer?.text}`);
    life.noteSignIn(author);
  }
  await life.pass(calmMs);
  require((await countTries(life, 1, address, () => login('b'))) ===
    1, 'a quarter of an hour later it waits');
}

/** Twenty wrong codes in ten minutes from one address; right ones give their point back. */
export async function guessCodes(life: Life): Promise<void> {
  await life.pass(calmMs);
  const address = life.newAddress();
  const tries = await countTries(life, 24, address, (number) => redemption(`yyyy-${1000 + number}`));
  require(tries === 20, `${tries} wrong codes were tried from one address`);
  await redeemAsClass(life);
  await life.pass(calmMs);
  const again = await countTries(life, 1, address, () => redemption('yyyy-0000'));
  require(again === 1, 'ten minutes later it still waits');
}

/** Thirty pupils behind one address redeem a good code: none is slowed. */
async function redeemAsClass(life: Life): Promise<void> {
  const address = life.newAddress();
  const nobody = life.facts.reader('nessuno');
  const code = pickCode(life, 0, (one) => one.uses === undefined && opens(one, nobody, life.now) === true);
  for (let number = 0; code && number < 30; number += 1) {
    const answer = await life.ask(strangerAt(address), redemption(code.text));
    require(answer?.status !== 429, `pupil ${number} was slowed`);
    if (answer?.status === 200) code.used[0] += 1;
    if (answer?.status === 200 || life.outcome(answer) === 'perhaps') code.used[1] += 1;
  }
}

/** A subscriber's /56 of the new addresses counts as one, however many it has. */
export async function guessFromRange(life: Life): Promise<void> {
  await life.pass(calmMs);
  const group = () => (0x1000 + life.world.random.below(0xe000)).toString(16);
  const prefix = `2a02:${group()}:${group()}`;
  let tries = 0;
  for (let number = 0; number < 70; number += 1) {
    const address = `${prefix}:aa${number.toString(16).padStart(2, '0')}::1`;
    tries += await countTries(life, 1, address, () => redemption(`xxxx-${number}`));
  }
  require(tries === 60, `${tries} wrong codes were tried from one /56`);
}

/** Who looks for codes from everywhere: beyond three hundred, strangers have three each. */
export async function guessTogether(life: Life): Promise<void> {
  await life.pass(calmMs);
  const triesFrom = (count: number, part: string) =>
    countTries(life, count, life.newAddress(), (number) => redemption(`${part}-${number}`));
  let tries = 0;
  for (let number = 0; number < 16; number += 1) tries += await triesFrom(20, `wwww-${number}`);
  require(tries >= 300 && tries <= 304, `${tries} wrong codes were tried from everywhere`);
  const few = await triesFrom(6, 'vvvv');
  require(few === 3, `beyond the limit of everybody a stranger has ${few} tries`);
}

/** Twenty messages a minute from one reader; the first comes without a name and counts for its address only. */
export async function talkFast(life: Life): Promise<void> {
  const person = new Person('frettoloso', life.newAddress());
  const began = life.now;
  let tries = 0;
  for (let number = 0; number < 26; number += 1) {
    const text = life.newText();
    const answer = await life.ask(person, chat(text));
    (answer?.status === 429 ? life.facts.refused : life.facts.unknown).add(text);
    if (answer?.status === 200) tries += 1;
  }
  const isSlow = life.now - began > 50_000;
  require(tries === 21 || isSlow, `${tries} messages of one reader were taken in a minute`);
}
