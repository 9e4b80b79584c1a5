import { z } from 'zod';
import type { ServerFact } from './server-facts.ts';
import type { KeptFile } from './settings-file.ts';
import { ModelError, type ModelFailure, type Usage } from './types.ts';

/** The author's limits; what is absent is not limited. Money in dollars. */
export interface Limits {
  dayTokens?: number | undefined;
  monthTokens?: number | undefined;
  dayMoney?: number | undefined;
  monthMoney?: number | undefined;
  /** The part of a day's tokens that one reader may take, in percent. */
  readerShare?: number | undefined;
}

/** Dollars for a million tokens. */
export interface Price {
  input: number;
  /** For what of a prompt the service had kept; absent: as any other. */
  cached?: number | undefined;
  output: number;
}

/** Why the embedded character answered: what kept the model from it. */
export type EmbeddedReason = ModelFailure | 'reader-share';

const spent = z.object({
  prompt: z.number(),
  completion: z.number(),
  money: z.number(),
  /** Of the prompts, what the service had kept. */
  cached: z.number().default(0),
});
const meterFile = z.object({
  day: z.string(),
  month: z.string(),
  today: spent,
  thisMonth: spent,
  readers: z.record(z.string(), z.number()),
  replies: z.object({ model: z.number(), embedded: z.record(z.string(), z.number()) }),
  facts: z.record(
    z.string(),
    z.custom<ServerFact>((value) => typeof value === 'object'),
  ),
});
type Kept = z.infer<typeof meterFile>;

interface MeterReport {
  today: z.infer<typeof spent>;
  thisMonth: z.infer<typeof spent>;
  /** Replies of today, by where they came from; of the embedded character's also why. */
  replies: { model: number; embedded: Partial<Record<EmbeddedReason, number>> };
  /** Which of the limits is reached. */
  reached: (keyof Limits)[];
}

/** Counts what the model cost, and refuses what the author's limits do not allow. Kept across restarts. */
export interface Meter {
  /**
   * Sets so many tokens aside, at most so dear, until what was taken is counted; gives back what ends that. So replies written
   * at once pass a limit by no more than one alone.
   *
   * @throws ModelError `capped` when a limit is reached, or would be by so many tokens
   */
  reserve(tokens: number, price?: Price, readerId?: string): () => void;
  spend(usage: Usage, price: Price | undefined): void;
  charge(readerId: string, tokens: number): void;
  countReply(by: 'model' | EmbeddedReason): void;
  report(): MeterReport;
  readonly facts: Readonly<Record<string, ServerFact>>;
  keepFacts(facts: Readonly<Record<string, ServerFact>>): void;
  /** Everything counted so far is on the disk when it resolves. */
  flush(): Promise<void>;
}

const dayMs = 86_400_000;
const nothing = { prompt: 0, completion: 0, money: 0, cached: 0 };
/** Counted anew so often at most: a crash forgets no more than that. */
const writeAfterMs = 500;

export class CapError extends ModelError {
  readonly limit: keyof Limits;

  constructor(limit: keyof Limits) {
    super('capped', `the author's limit ${limit} is reached`);
    this.limit = limit;
  }
}

/**
 * @param limits read at each request: the author may change them
 * @param onError called when the file cannot be read or written; counting goes on
 */
export async function openMeter(
  file: KeptFile,
  limits: () => Limits,
  {
    clock = Date.now,
    onError = () => undefined,
  }: { clock?: () => number; onError?: (error: unknown) => void } = {},
): Promise<Meter> {
  const storedState = await read(file, onError);
  let state: Kept = storedState ?? { day: '', month: '', ...fresh(), thisMonth: nothing, facts: {} };
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const reserved = new Set<{ tokens: number; money: number; readerId: string | undefined }>();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const content = `${JSON.stringify(state)}\n`;
    writing = writing.then(() => file.write(content)).catch(onError);
    return writing;
  }
  function change(next: Partial<Kept>): void {
    state = { ...state, ...next };
    timer ??= setTimeout(() => void write(), writeAfterMs).unref();
  }
  /**
   * Begins a new day or month where one has begun. Days are those of the machine's own time zone. A clock that is put back by less
   * than two days begins none: what was counted stays counted.
   */
  function turnPage(): void {
    const now = new Date(clock());
    const month = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
    const day = `${month}-${String(now.getDate()).padStart(2, '0')}`;
    const ahead = (Date.parse(state.day) - Date.parse(day)) / dayMs;
    if (ahead >= 0 && ahead < 2) return;
    change({ day, ...fresh(), ...(month !== state.month && { month, thisMonth: nothing }) });
  }
  const total = ({ prompt, completion }: Usage) => prompt + completion;

  function reached(tokens: number): (keyof Limits)[] {
    turnPage();
    const {
      dayTokens = Infinity,
      monthTokens = Infinity,
      dayMoney = Infinity,
      monthMoney = Infinity,
    } = limits();
    const { today, thisMonth } = state;
    const [aside, money] = [sumOf(reserved, 'tokens'), sumOf(reserved, 'money')];
    const all: [keyof Limits, boolean][] = [
      ['dayTokens', total(today) + aside + tokens > dayTokens],
      ['monthTokens', total(thisMonth) + aside + tokens > monthTokens],
      ['dayMoney', today.money + money >= dayMoney],
      ['monthMoney', thisMonth.money + money >= monthMoney],
    ];
    return all.flatMap(([limit, isReached]) => (isReached ? [limit] : []));
  }

  return {
    reserve(tokens, price, readerId) {
      const [limit] = reached(tokens);
      if (limit) throw new CapError(limit);
      const { dayTokens, readerShare } = limits();
      if (readerId !== undefined && dayTokens !== undefined && readerShare !== undefined) {
        const underWay = [...reserved].filter((one) => one.readerId === readerId);
        const theirs = (state.readers[readerId] ?? 0) + sumOf(underWay, 'tokens') + tokens;
        if (theirs > (dayTokens * readerShare) / 100) throw new CapError('readerShare');
      }
      const money = price ? (tokens * Math.max(price.input, price.output)) / 1e6 : 0;
      const reservation = { tokens, money, readerId };
      reserved.add(reservation);
      return () => void reserved.delete(reservation);
    },
    spend(usage, price) {
      turnPage();
      const money = price ? costOf(usage, price) : 0;
      const add = (to: Kept['today']) => ({
        prompt: to.prompt + usage.prompt,
        completion: to.completion + usage.completion,
        money: to.money + money,
        cached: to.cached + (usage.cached ?? 0),
      });
      change({ today: add(state.today), thisMonth: add(state.thisMonth) });
    },
    charge(readerId, tokens) {
      turnPage();
      change({ readers: { ...state.readers, [readerId]: (state.readers[readerId] ?? 0) + tokens } });
    },
    countReply(by) {
      turnPage();
      const { model, embedded } = state.replies;
      if (by === 'model') return change({ replies: { model: model + 1, embedded } });
      change({ replies: { model, embedded: { ...embedded, [by]: (embedded[by] ?? 0) + 1 } } });
    },
    report() {
      const limitsReached = reached(0);
      const { today, thisMonth, replies } = state;
      return { today, thisMonth, replies, reached: limitsReached };
    },
    get facts() {
      return state.facts;
    },
    keepFacts: (facts) => change({ facts: { ...facts } }),
    flush: () => (timer ? write() : writing),
  };
}

/** Dollars. */
export function costOf({ prompt, completion, cached = 0 }: Usage, price: Price): number {
  const input = (prompt - cached) * price.input + cached * (price.cached ?? price.input);
  return (input + completion * price.output) / 1e6;
}

const sumOf = <Name extends string>(all: Iterable<Readonly<Record<Name, number>>>, name: Name) =>
  [...all].reduce((sum, one) => sum + one[name], 0);

const fresh = () => ({ today: nothing, readers: {}, replies: { model: 0, embedded: {} } });

async function read(file: KeptFile, onError: (error: unknown) => void): Promise<Kept | undefined> {
  try {
    const text = await file.read();
    return text === undefined ? undefined : meterFile.parse(JSON.parse(text));
  } catch (error) {
    // A damaged count is begun anew: no reader loses an answer for it.
    onError(error);
    return undefined;
  }
}
