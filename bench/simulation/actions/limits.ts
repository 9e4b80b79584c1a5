import { require } from '../facts.ts';
import { Person, type Answer } from '../installation.ts';
import type { Life } from '../life.ts';
import { goodCode } from './author.ts';

const isRefused = (answer: Answer | undefined) => answer?.status === 429;
const strangerAt = (address: string) => new Person('estraneo', address);

/** So many at once, one after the other. @returns how many of them were let through to be tried */
async function tried(
  life: Life,
  count: number,
  address: string,
  path: string,
  body: (number: number) => unknown,
): Promise<number> {
  let through = 0;
  for (let number = 0; number < count; number += 1) {
    const answer = await life.ask(strangerAt(address), { method: 'POST', path, body: body(number) });
    if (answer && !isRefused(answer)) through += 1;
  }
  return through;
}

/** A quarter of an hour after which no counter remembers anything. */
const calmMs = 16 * 60_000;

/** Eight wrong passwords in a quarter of an hour from one address, and the ninth is not even tried. */
export async function guessPasswords(life: Life): Promise<void> {
  const address = life.newAddress();
  const path = '/api/admin/login';
  const through = await tried(life, 12, address, path, (number) => ({ password: `a-${number}` }));
  require(through === 8, `${through} wrong passwords were tried from one address`);
  // The right one has to wait as well, there; at another address it does not.
  const [password] = life.facts.passwords;
  const there = await life.ask(strangerAt(address), { method: 'POST', path, body: { password } });
  require(isRefused(there), `behind eight wrong passwords the next was tried: ${there?.status}`);
  await life.pass(5 * 60_000);
  require((await tried(life, 1, address, path, () => ({ password: 'c' }))) ===
    0, 'five minutes later it waits no longer');
  const known = life.person('autore');
  if (life.facts.passwords.size === 1 && life.facts.sessions.get(known.name)?.state === 'open') {
    known.address = address;
    const answer = await life.ask(known, { method: 'POST', path, body: { password } });
    require(answer?.status === 204, `the author's own device waits behind strangers: ${answer?.text}`);
    life.facts.sessions.set(known.name, {
      since: life.now,
      lastUse: life.now,
      state: life.isSound ? 'open' : 'perhaps',
    });
  }
  await life.pass(calmMs);
  require((await tried(life, 1, address, path, () => ({ password: 'b' }))) ===
    1, 'a quarter of an hour later it still waits');
}

/** Twenty wrong codes in ten minutes from one address; right ones give their point back. */
export async function guessCodes(life: Life): Promise<void> {
  await life.pass(calmMs);
  const address = life.newAddress();
  const path = '/api/redeem-code';
  const through = await tried(life, 24, address, path, (number) => ({ code: `yyyy-${1000 + number}` }));
  require(through === 20, `${through} wrong codes were tried from one address`);
  const code = goodCode(life);
  if (code !== undefined) await redeemAsClass(life, code);
  await life.pass(calmMs);
  require((await tried(life, 1, address, path, () => ({ code: 'yyyy-0000' }))) ===
    1, 'ten minutes later it still waits');
}

/** Thirty pupils behind one address: none is slowed. */
async function redeemAsClass(life: Life, code: string): Promise<void> {
  const address = life.newAddress();
  const body = { code };
  const used = [...life.facts.records.codes.values()].find(({ text }) => text === code);
  for (let number = 0; number < 30; number += 1) {
    const answer = await life.ask(strangerAt(address), { method: 'POST', path: '/api/redeem-code', body });
    require(answer?.status !== 429, `pupil ${number} was slowed`);
    if (answer?.status === 200 && used) used.used = [used.used[0] + 1, used.used[1] + 1];
    if (life.outcome(answer) === 'perhaps' && used) used.used[1] += 1;
  }
}

/** A subscriber's /56 of the new addresses counts as one, however many it has. */
export async function guessFromRange(life: Life): Promise<void> {
  await life.pass(calmMs);
  const { random } = life.world;
  const group = () => (0x1000 + random.below(0xe000)).toString(16);
  const prefix = `2a02:${group()}:${group()}`;
  let through = 0;
  for (let number = 0; number < 70; number += 1) {
    const address = `${prefix}:aa${number.toString(16).padStart(2, '0')}::1`;
    through += await tried(life, 1, address, '/api/redeem-code', () => ({ code: `xxxx-${number}` }));
  }
  require(through === 60, `${through} wrong codes were tried from one /56`);
}

/** Who looks for codes from everywhere: beyond three hundred, strangers have three each. */
export async function guessTogether(life: Life): Promise<void> {
  await life.pass(calmMs);
  const path = '/api/redeem-code';
  let through = 0;
  for (let number = 0; number < 16; number += 1)
    through += await tried(life, 20, life.newAddress(), path, (each) => ({ code: `wwww-${number}-${each}` }));
  require(through >= 300 && through <= 304, `${through} wrong codes were tried from everywhere`);
  const few = await tried(life, 6, life.newAddress(), path, (each) => ({ code: `vvvv-${each}` }));
  require(few === 3, `beyond the limit of everybody a stranger has ${few} tries`);
}

/** Twenty messages a minute from one reader. */
export async function talkFast(life: Life): Promise<void> {
  const person = new Person('frettoloso', life.newAddress());
  const began = life.now;
  let through = 0;
  for (let number = 0; number < 26; number += 1) {
    const text = life.newText();
    const answer = await life.ask(person, { method: 'POST', path: '/api/chat', body: { message: text } });
    if (isRefused(answer)) life.facts.refused.add(text);
    else life.facts.unknown.add(text);
    if (answer?.status === 200) through += 1;
  }
  // The first comes without a name and counts for its address only.
  require(through === 21 ||
    life.now - began > 50_000, `${through} messages of one reader were taken in a minute`);
}
