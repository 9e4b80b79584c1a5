import { checkAll } from '../checks.ts';
import { opens, require } from '../facts.ts';
import type { Life } from '../life.ts';
import { forgetUndo, newCode } from './author.ts';
import { crowd, noteMessage, noteRedemption, redemption, sayings, send, talk } from './readers.ts';

const leaseMs = 20_000;
/** Who holds the lease may write for so long after it was last renewed, which it was a sixth of the lease ago at most. */
const holdsMs = (0.75 - 1 / 6) * leaseMs;

/**
 * Two machines on one bucket. The first stands still in the middle of a crowd; the second, which is empty, takes its place with
 * what the bucket had a quiet minute to take, and goes on; then the first wakes up, acknowledges nothing, and comes back as
 * the one that waits.
 */
export async function takeOver(life: Life, who: number, amount: number): Promise<void> {
  if (!life.hasBucket) return;
  const { world } = life;
  world.bucket.trouble = 'none';
  world.disk.trouble = 'none';
  const alone = life.site;
  const install = () => life.install({ FAILOVER: 'on', LEASE_SECONDS: String(leaseMs / 1000) });
  // Until the panel says that all is safe: the lease of one that was killed without FAILOVER is nobody else's.
  await life.pass(2 * 60_000);
  await alone.stop();
  const first = (life.site = install());
  await life.start();
  await crowd(life, who, amount);
  const code = await goodCode(life, amount);
  await life.pass(3 * 60_000);

  const from = life.now;
  const said = sayings(life, who, 5).filter(({ number }) => life.reader(number).person.cookies.size > 0);
  const { person } = life.reader((who + 5) % 6);
  const asked = said.map(({ number, text }) => ({
    person: life.reader(number).person,
    question: send(text),
  }));
  const redeeming = code && person.cookies.size > 0 ? [{ person, question: redemption(code.text) }] : [];
  const moment = amount % 2 === 0 ? world.disk.nextAppend() : undefined;
  const answers = await life.askAll([...redeeming, ...asked], moment ? 60_000 : amount % 80, moment);
  const early = new Set(answers.filter((answer) => answer !== undefined));
  // Even what was answered: the bucket is a second behind.
  for (const { number, text } of said) noteMessage(life, number, text, from, undefined);
  if (code && redeeming.length > 0) noteRedemption(life, (who + 5) % 6, code, undefined, from);
  const frozen = world.freeze();
  forgetUndo(life);
  life.crashes.push(life.now);

  const heir = (life.site = install());
  const began = life.now;
  await life.start();
  require(life.now - began >= holdsMs, `the second machine did not wait: ${life.now - began} ms`);
  await checkAll(life);
  await talk(life, who);
  await crowd(life, who + 1, amount);
  await life.pass(60_000);
  if (amount % 3 === 0) await heir.end();
  else await heir.stop();

  world.thaw(frozen);
  // Each of them knows what it has paid, and not what the other has since.
  life.crashes.push(life.now, life.now);
  life.site = first;
  await life.pass(3_000);
  const late = answers.find((answer) => answer?.status === 200 && !early.has(answer));
  require(late === undefined, `a machine that was replaced acknowledged what it had begun: ${late?.text}`);
  await writeToReplaced(life, who);
  await life.pass(10_000);
  require(first.isReplaced, 'a machine that was replaced has not noticed');
  await first.end();

  life.site = install();
  await life.start();
  await checkAll(life);
  await life.site.stop();
  life.site = alone;
  await life.start();
  await checkAll(life);
}

/** A code that opens to who comes next; one is made where there is none. */
async function goodCode(life: Life, amount: number) {
  const nobody = life.facts.reader('nessuno');
  const found = [...life.facts.records.codes.values()].find((code) => opens(code, nobody, life.now) === true);
  return found ?? newCode(life, amount);
}

/** What a replaced machine is told is refused; nobody will ever read it. */
async function writeToReplaced(life: Life, who: number): Promise<void> {
  const { person } = life.reader(who);
  if (person.cookies.size === 0) return;
  const text = life.newText();
  life.facts.refused.add(text);
  const answer = await life.ask(person, send(text));
  require((answer?.status ?? 503) >= 400, `a machine that was replaced took a message: ${answer?.text}`);
}
