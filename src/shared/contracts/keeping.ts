import { z } from 'zod';
import { optionalText, requiredText, timestamp } from './values.ts';

/** What is kept of conversations at least, at most, and where nobody decided. */
export const keepingRanges = {
  /** Of readers with a code, after their last message or code. */
  months: { min: 1, max: 120, usual: 24 },
  /** Of readers without one, after their last message. */
  strangerDays: { min: 1, max: 365, usual: 30 },
  /** Messages of one reader. */
  messages: { min: 200, max: 100_000, usual: 5_000 },
} as const;

export type KeepingNumber = keyof typeof keepingRanges;

function amount(what: string, { min, max }: { min: number; max: number }) {
  const sentence = `${what}: un numero intero da ${min} a ${max.toLocaleString('it-IT')}.`;
  return z.int(sentence).min(min, sentence).max(max, sentence).nullish();
}

/** What the author decides in the panel; `null` and empty: what is usual, nothing. */
export const saveKeeping = z.object({
  months: amount('I mesi', keepingRanges.months),
  strangerDays: amount('I giorni', keepingRanges.strangerDays),
  messages: amount('I messaggi', keepingRanges.messages),
  controller: optionalText('Il titolare', 200),
  contact: optionalText('Il recapito', 200),
  purpose: optionalText('Lo scopo', 500),
});
export type SaveKeeping = z.infer<typeof saveKeeping>;

/** `near`: from four fifths of the room on. `full`: readers without a code wait. */
export const roomState = z.enum(['ok', 'near', 'full']);
export type RoomState = z.infer<typeof roomState>;

const decided = {
  months: z.int(),
  strangerDays: z.int(),
  controller: z.string().optional(),
  contact: z.string().optional(),
  purpose: z.string().optional(),
};

/** What is decided of conversations, and what they take. `fixed`: what the environment says, which wins. Sizes in bytes. */
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

/** What readers are told of it. `copiesDays`: how long copies still hold what was erased. */
export const keepingNotice = z.object({ ...decided, copiesDays: z.int() });
export type KeepingNotice = z.infer<typeof keepingNotice>;

/** What a reader gives the author so that the author finds them; absent where nothing is kept of them. */
export const readerIdentifier = z.object({ identifier: z.string().optional() });

export const namedReader = z.object({ identifier: requiredText('Il codice del lettore', 100) });

/** Enough to tell a reader from another, nothing of what was said. */
export const foundReader = z.object({
  messages: z.int(),
  maxSection: z.int(),
  lastSeen: timestamp.optional(),
});
