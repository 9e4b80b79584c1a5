import { z } from 'zod';
import { optionalText, requiredText, timestamp } from './values.ts';

export const keepingRanges = {
  /** For readers with a code, after their last message or code. */
  months: { min: 1, max: 120, usual: 24 },
  /** For readers without one, after their last message. */
  strangerDays: { min: 1, max: 365, usual: 30 },
  messages: { min: 200, max: 100_000, usual: 5_000 },
} as const;

export type KeepingNumber = keyof typeof keepingRanges;

function amount(what: string, { min, max }: { min: number; max: number }) {
  const sentence = `${what}: un numero intero da ${min} a ${max.toLocaleString('it-IT')}.`;
  return z.int(sentence).min(min, sentence).max(max, sentence).nullish();
}

/** The author's settings; `null` means the default, empty text none. */
export const saveKeeping = z.object({
  months: amount('I mesi', keepingRanges.months),
  strangerDays: amount('I giorni', keepingRanges.strangerDays),
  messages: amount('I messaggi', keepingRanges.messages),
  controller: optionalText('Il titolare', 200),
  contact: optionalText('Il recapito', 200),
  purpose: optionalText('Lo scopo', 500),
});
export type SaveKeeping = z.infer<typeof saveKeeping>;

/** `near`: four fifths are used. `full`: readers without a code have to wait. */
export const roomState = z.enum(['ok', 'near', 'full']);
export type RoomState = z.infer<typeof roomState>;

const decided = {
  months: z.int(),
  strangerDays: z.int(),
  controller: z.string().optional(),
  contact: z.string().optional(),
  purpose: z.string().optional(),
};

/** Retention settings and storage used. `fixed`: set by the environment, which wins. Sizes in bytes. */
export const keeping = z.object({
  ...decided,
  messages: z.int(),
  fixed: z.array(z.string()),
  room: roomState,
  usedBytes: z.int(),
  ceilingBytes: z.int(),
  storedMessages: z.int(),
  readers: z.int(),
  lastSweep: z.object({ at: timestamp, readers: z.int(), messages: z.int() }).optional(),
});
export type Keeping = z.infer<typeof keeping>;

/** Public notice. `copiesDays`: how long backups still hold erased data. */
export const keepingNotice = z.object({ ...decided, copiesDays: z.int() });
export type KeepingNotice = z.infer<typeof keepingNotice>;

/** What a reader gives the author to be found; absent when nothing is stored about them. */
export const readerIdentifier = z.object({ identifier: z.string().optional() });

export const namedReader = z.object({ identifier: requiredText('Il codice del lettore', 100) });

/** Enough to tell readers apart, no message text. */
export const foundReader = z.object({
  messages: z.int(),
  maxSection: z.int(),
  lastSeen: timestamp.optional(),
});
