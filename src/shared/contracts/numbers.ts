import { z } from 'zod';

const count = z.number().int().min(0);

/** How the site is used, counted from what it stores anyway: no visit leaves anything, and no word of anybody is in it. */
export const numbers = z.object({
  /** Readers by the level that their codes opened, lowest first; 0: who has only written. */
  readers: z.array(z.object({ level: count, count })),
  /** The last thirty days, oldest first: readers' messages, and codes redeemed by somebody new to them. */
  days: z.array(z.object({ day: z.string(), messages: count, codes: count })),
  /** Questions that he said he cannot answer, by the level they were asked at; only where five readers asked. */
  unanswered: z.array(z.object({ section: count, count })),
  /** Replies that are stored, by who wrote them. */
  replies: z.object({ model: count, embedded: count }),
  /** What the model cost, in dollars and tokens; money only where its price is known. */
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
