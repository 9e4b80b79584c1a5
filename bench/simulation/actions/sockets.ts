import { opens, require } from '../facts.ts';
import { folders } from '../installation.ts';
import type { Life } from '../life.ts';
import { nextUuid } from '../world/world.ts';
import { restart } from './disasters.ts';
import { noteMessage, noteRedemption, redemption, send, talk } from './readers.ts';

/** Six readers hang up while they are being answered, each a little later than the one before; nobody is kept waiting by that. */
export async function hangUp(life: Life, who: number, amount: number): Promise<void> {
  const from = life.now;
  const six = Array.from({ length: 6 }, (_, index) => (who + index) % 6);
  const said = six.map((number) => ({ number, text: life.newText() }));
  const isStream = amount % 2 === 0;
  const left = said.map(async ({ number, text }, index) => {
    const question = { ...send(text), leavesAfterMs: (amount + 37 * index) % 300, isStream };
    await life.site.begin(life.reader(number).person, question);
  });
  require(await life.world.time.until(Promise.all(left), 5 * 60_000), 'who hung up was never let go');
  for (const { number, text } of said) noteMessage(life, number, text, from, undefined);
  // What was begun is written to its end.
  await life.pass(60_000);
  await talk(life, who);
}

/** An upload breaks off, and leaves nothing. */
export async function breakUpload(life: Life, amount: number): Promise<void> {
  const author = await life.author();
  const file = Buffer.alloc(100 + (amount % 3_000), 'immagine');
  const answer = await life.ask(author, {
    method: 'POST',
    path: '/api/admin/uploads',
    file,
    breaksAfter: 130 + (amount % 80),
  });
  require((answer?.status ?? 400) >= 400, 'half an upload was taken');
  await life.pass(5_000);
  if (!life.isSound) return;
  const left = life.world.disk.filesBelow(`${folders.uploads}/.incoming`);
  require(left.length === 0, `half an upload is still there: ${left.join(' ')}`);
}

/** The answer to a message is lost on its way, and that to a code. */
export async function loseAnswer(life: Life, who: number, n: number): Promise<void> {
  await redeemAgain(life, who, n);
  await sayAgain(life, who, n);
}

/** Who sends a code again gets what was theirs, and it counts once. */
async function redeemAgain(life: Life, who: number, which: number): Promise<void> {
  const { reader, person } = life.reader(who);
  const codes = [...life.facts.records.codes.values()];
  const code = codes[which % Math.max(1, codes.length)];
  // Who has no cookie yet comes as somebody else.
  if (!code || person.cookies.size === 0) return;
  const question = redemption(code.text);
  const from = life.now;
  const lost = await life.ask(person, { ...question, isLost: true });
  noteRedemption(life, who, code, lost, from);
  const must = opens(code, reader, life.now);
  const again = await life.ask(person, question);
  if (lost?.status === 200 && life.isSound)
    require(again?.status === 200 || must !== true, `${code.text}, sent again, is refused: ${again?.text}`);
  noteRedemption(life, who, code, again, from);
}

/** A message sent again with its id, after a restart too, is said once and answered as it was. */
async function sayAgain(life: Life, who: number, amount: number): Promise<void> {
  const { person } = life.reader(who);
  // Who has no cookie yet comes as somebody else.
  if (person.cookies.size === 0) return;
  const text = life.newText();
  const question = { ...send(text), body: { message: text, id: nextUuid(life.world.random) } };
  const from = life.now;
  const lost = await life.ask(person, { ...question, isLost: true });
  const isKept = lost?.status === 200;
  if (isKept) noteMessage(life, who, text, from, lost);
  if (isKept && amount % 3 === 0) await restart(life);
  const again = await life.ask(person, question);
  if (isKept && again?.status === 200 && life.isSound)
    require(again.text === lost.text, `«${text}», sent again, is answered otherwise: ${again.text}`);
  const mayBeKept = (lost?.status ?? 503) >= 500;
  if (!isKept) noteMessage(life, who, text, from, again?.status === 200 || !mayBeKept ? again : lost);
}
