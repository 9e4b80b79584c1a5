import { setImmediate as breathe } from 'node:timers/promises';
import type { BookContent } from '#shared/contracts/book.ts';
import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import type { Numbers } from '#shared/contracts/numbers.ts';
import { utcDay } from '#shared/utc-day.ts';
import type { FileStore } from '#server/storage/files/types.ts';
import { codesOn } from '#server/storage/records/code-days.ts';
import { dayReader, readTimeZone } from '#server/storage/records/time-zone.ts';
import type { Store } from '#server/storage/store/types.ts';

export interface NumbersServices {
  store: Pick<Store, 'users' | 'chatMessages' | 'settings' | 'snapshot'>;
  files: Pick<FileStore, 'list'>;
  book: { readonly published: Pick<BookContent, 'character'> };
  modelSettings: { get(): ModelSettings };
}

const shownDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
/** Fewer would tell what one of them asked. */
const fewestReaders = 5;
/** After so many messages others get their turn. */
const slice = 2_000;

/** Counts everything anew, in slices: readers and their messages may be many, and do not wait for it. */
export async function readNumbers({ store, files, book, modelSettings }: NumbersServices): Promise<Numbers> {
  const dayOf = dayReader(readTimeZone(store));
  const counts = await countMessages(store, unsureLines(book.published.character), dayOf);
  const { today, thisMonth, isPriced } = modelSettings.get();
  // Days of the calendar, which are not all of 24 hours.
  const noon = Date.parse(`${dayOf(Date.now())}T12:00Z`);
  const days = Array.from({ length: shownDays }, (_, i) => utcDay(noon - (shownDays - 1 - i) * dayMs));
  const database = await store.snapshot(({ bytes }) => Promise.resolve(bytes));
  const uploads = (await files.list()).reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    readers: countReaders(store),
    days: days.map((day) => ({ day, messages: counts.messages.get(day) ?? 0, codes: codesOn(store, day) })),
    unanswered: [...counts.unanswered]
      .filter(([, { readers }]) => readers.size >= fewestReaders)
      .map(([section, { count }]) => ({ section, count }))
      .toSorted((a, b) => a.section - b.section),
    replies: counts.replies,
    cost: {
      todayTokens: today.prompt + today.completion,
      monthTokens: thisMonth.prompt + thisMonth.completion,
      todayMoney: today.money,
      monthMoney: thisMonth.money,
      isPriced,
    },
    storage: { database, uploads, conversations: Math.round(store.chatMessages.bytes) },
  };
}

function countReaders({ users, chatMessages }: Pick<Store, 'users' | 'chatMessages'>): Numbers['readers'] {
  const counts = new Map<number, number>();
  const add = (level: number) => counts.set(level, (counts.get(level) ?? 0) + 1);
  for (const { maxSection } of users.values()) add(maxSection);
  for (const id of chatMessages.readerIds()) if (!users.get(id)) add(0);
  return [...counts].map(([level, count]) => ({ level, count })).toSorted((a, b) => a.level - b.level);
}

/** The lines in which the character says that he does not know; of one with a gap, what stands before it. */
function unsureLines({ deflections, nameDeflections, voice }: BookContent['character']): string[] {
  return [...deflections, ...nameDeflections, ...voice.unsure]
    .map((line) => (line.split('{')[0] ?? '').trim())
    .filter((line) => line.length >= 8);
}

/** What the stored messages tell; a hosted model has no lines of its own for «I do not know», so only its replies are counted. */
async function countMessages(
  { chatMessages }: Pick<Store, 'chatMessages'>,
  unsure: readonly string[],
  dayOf: (instant: string) => string,
) {
  const messages = new Map<string, number>();
  const replies = { model: 0, embedded: 0 };
  const unanswered = new Map<number, { count: number; readers: Set<string> }>();
  let looked = 0;
  for (const { role, content, level, readerId, timestamp, embedded } of chatMessages.values()) {
    if (++looked % slice === 0) await breathe();
    if (role === 'user') {
      const day = dayOf(timestamp);
      messages.set(day, (messages.get(day) ?? 0) + 1);
      continue;
    }
    replies[embedded ? 'embedded' : 'model'] += 1;
    if (!unsure.some((line) => content.includes(line))) continue;
    const question = unanswered.get(level) ?? { count: 0, readers: new Set<string>() };
    question.count += 1;
    // More than are asked for need not be told apart.
    if (question.readers.size < fewestReaders) question.readers.add(readerId);
    unanswered.set(level, question);
  }
  return { messages, replies, unanswered };
}
