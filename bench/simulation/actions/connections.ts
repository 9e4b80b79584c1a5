import { opens, require } from '../facts.ts';
import type { Life } from '../life.ts';
import { folders } from '../site.ts';
import { restart } from './disasters.ts';
import { chat, noteMessage, noteRedemption, pickCode, redemption, talk } from './readers.ts';

/** Six readers hang up while they are being answered, each a little later than the one before; nobody waits because of that. */
export async function hangUp(life: Life, who: number, n: number): Promise<void> {
  const from = life.now;
  const texts = Array.from({ length: 6 }, () => life.newText());
  const leaving = texts.map((text, index) => {
    const question = { ...chat(text), leavesAfterMs: (n + 37 * index) % 300, isStream: n % 2 === 0 };
    return life.site.ask(life.reader((who + index) % 6).person, question);
  });
  require(await life.world.time.until(Promise.all(leaving), 5 * 60_000), 'who hung up was never let go');
  for (const [index, text] of texts.entries()) noteMessage(life, (who + index) % 6, text, from);
  // What was begun is written to its end.
  await life.pass(60_000);
  await talk(life, who);
}

/** An upload breaks off, and leaves nothing. */
export async function breakUpload(life: Life, _who: number, n: number): Promise<void> {
  const file = Buffer.alloc(100 + (n % 3_000), 'immagine');
  const question = { method: 'POST', path: '/api/admin/uploads', file, breaksAfter: 130 + (n % 80) };
  const answer = await life.ask(await life.author(), question);
  require((answer?.status ?? 400) >= 400, 'half an upload was taken');
  await life.pass(5_000);
  const parts = life.world.disk.filesBelow(`${folders.uploads}/.incoming`);
  require(parts.length === 0 || !life.isSound, `half an upload is still there: ${parts.join(' ')}`);
}

/** The answer to a code is lost on its way, and that to a message. Who has no cookie yet would come as somebody else. */
export async function loseAnswer(life: Life, who: number, n: number): Promise<void> {
  if (life.reader(who).person.cookies.size > 0) await redeemAgain(life, who, n);
  if (life.reader(who).person.cookies.size > 0) await sendAgain(life, who, n);
}

/** Who sends a code again gets what was theirs, and it counts once. */
async function redeemAgain(life: Life, who: number, n: number): Promise<void> {
  const { reader, person } = life.reader(who);
  const code = pickCode(life, n);
  if (!code) return;
  const question = redemption(code.text);
  const from = life.now;
  const lost = await life.ask(person, { ...question, isLost: true });
  noteRedemption(life, who, code, from, lost);
  const must = opens(code, reader, life.now);
  const again = await life.ask(person, question);
  const isRefused = lost?.status === 200 && again?.status !== 200 && must === true;
  require(!isRefused || !life.isSound, `${code.text}, sent again, is refused: ${again?.text}`);
  noteRedemption(life, who, code, from, again);
}

/** A message sent again with its id, after a restart too, is stored once and answered as it was. */
async function sendAgain(life: Life, who: number, n: number): Promise<void> {
  const { person } = life.reader(who);
  const text = life.newText();
  const question = { ...chat(text), body: { message: text, id: life.world.random.uuid() } };
  const from = life.now;
  const lost = await life.ask(person, { ...question, isLost: true });
  const isStored = lost?.status === 200;
  if (isStored) noteMessage(life, who, text, from, lost);
  if (isStored && n % 3 === 0) await restart(life);
  const again = await life.ask(person, question);
  const isAnother = isStored && again?.status === 200 && again.text !== lost.text;
  require(!isAnother || !life.isSound, `«${text}», sent again, is answered otherwise: ${again?.text}`);
  const mayBeStored = (lost?.status ?? 503) >= 500;
  if (!isStored) noteMessage(life, who, text, from, again?.status === 200 || !mayBeStored ? again : lost);
}
