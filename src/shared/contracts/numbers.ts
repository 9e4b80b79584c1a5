import { z } from 'zod';

const count = z.number().int().min(0);

/** Usage counts from stored data: no tracking and no message texts. */
export const numbers = z.object({
  /** Readers by unlocked level, lowest first; 0: without a code. */
  readers: z.array(z.object({ level: count, count })),
  /** The last thirty days, oldest first: messages, and codes redeemed for the first time by a reader. */
  days: z.array(z.object({ day: z.string(), messages: count, codes: count })),
  /** Questions without an answer, by level; only where five readers asked. */
  unanswered: z.array(z.object({ section: count, count })),
  replies: z.object({ model: count, embedded: count }),
  /** In dollars and tokens; money only where the price is known. */
  cost: z.object({
    todayTokens: count,
    monthTokens: count,
    todayMoney: z.number(),
    monthMoney: z.number(),
    isPriced: z.boolean(),
  }),
  /** Bytes. */
  storage: z.object({ database: count, uploads: count, conversations: count }),
});

export type Numbers = z.infer<typeof numbers>;
