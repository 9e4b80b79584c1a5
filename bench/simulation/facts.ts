/*
 * The oracle: what was promised to whom, in plain maps. It knows the rules as they are written for people and nothing of the
 * code under test.
 */
export const dayMs = 24 * 60 * 60_000;
export const hourMs = 60 * 60_000;

/** What the site did that it must not. */
export class Problem extends Error {
  override name = 'Problem';
}

export function require(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Problem(sentence);
}

/** `perhaps`: asked for and never answered. `perhaps-gone`: kept, and a deletion was never answered, or is due. */
type MessageState = 'kept' | 'perhaps' | 'perhaps-gone';

interface MessageFacts {
  text: string;
  state: MessageState;
  /** What was answered, when that was told. */
  reply?: string;
  /** The lowest level at which it can have been said. */
  level: number;
}

/** When a reader was last there: at the earliest, at the latest. */
interface Seen {
  from: number;
  to: number;
  /** Whether something of theirs was certainly kept. */
  isSure: boolean;
  /** `Facts.clockSlackMs` at the earliest. */
  slackMs: number;
}

export interface ReaderFacts {
  name: string;
  /** The levels that codes may have opened: one, unless a code was never answered. */
  levels: Set<number>;
  /** A lower level that was chosen; `'perhaps'` when a choice was never answered. */
  chosen?: number | 'perhaps';
  /** Codes that are certainly theirs, by id. */
  redeemed: Set<string>;
  /** Codes that they may have redeemed besides. */
  perhapsRedeemed: Set<string>;
  messages: MessageFacts[];
  /** When they last wrote or redeemed. Nothing is kept of who never did. */
  seen?: Seen;
  /** The first half of their id, as they would read it out. */
  identifier?: string;
  /** In the order of things (`Facts.nextTurn`): when all that was said, and when everything, was erased on request. */
  forgottenAt?: number;
  erasedAt?: number;
}

export interface CodeFacts {
  id: string;
  text: string;
  maxSection: number;
  uses?: number;
  expiresAt?: number;
  /** Readers who have redeemed it: at least, at most. */
  used: [number, number];
  /** `'perhaps'` when its deletion was never answered. */
  exists: boolean | 'perhaps';
}

/** What a database holds: a restore puts it back whole. */
export interface Records {
  readers: Map<string, ReaderFacts>;
  codes: Map<string, CodeFacts>;
}

export interface SessionFacts {
  since: number;
  lastUse: number;
  state: 'open' | 'closed' | 'perhaps';
}

export const keeping = { strangerMs: 2 * dayMs, readerMs: 30.5 * dayMs, mostMessages: 200 } as const;
export const sessionRules = { idleMs: 12 * hourMs, longestMs: 14 * dayMs, noteMs: 5 * 60_000 } as const;

/** Everything that is known of one life. */
export class Facts {
  records: Records = { readers: new Map(), codes: new Map() };
  /** Texts that were refused: nobody may ever read them. */
  readonly refused = new Set<string>();
  /** Texts whose fate a restore or a lost machine has made unknown for good. */
  readonly unknown = new Set<string>();
  /** The author's passwords that may be in force. */
  passwords = new Set<string>();
  readonly sessions = new Map<string, SessionFacts>();
  /** Recovery codes: good, used, or perhaps used. */
  readonly recovery = new Map<string, 'good' | 'used' | 'perhaps'>();
  /** Uploads by address: content, and whether it is certainly there. */
  readonly uploads = new Map<string, Buffer>();
  /** Since when the site has run without a pause on a sound disk. */
  healthySince = 0;
  /** When it last ran: a longer pause is a clock that may have jumped, and nothing goes for two days (passed-time.ts). */
  lastRan = 0;

  /** Notes that the site runs on from here, after a pause or another time on its clock. */
  resume(now: number): void {
    const mayBeDoubted = now - this.lastRan > 2 * dayMs || this.healthySince > now;
    this.healthySince = mayBeDoubted ? now + 2 * dayMs + hourMs : now;
    this.lastRan = now;
  }
  /** By how much the machine's clock was set, forward and back, all in all. */
  clockSlackMs = 0;
  #turn = 0;

  /** What comes later has a higher number, whatever the machine's clock says. */
  nextTurn(): number {
    this.#turn += 1;
    return this.#turn;
  }

  reader(name: string): ReaderFacts {
    const found = this.records.readers.get(name) ?? emptyReader(name);
    this.records.readers.set(name, found);
    return found;
  }
}

function emptyReader(name: string): ReaderFacts {
  return { name, levels: new Set([0]), redeemed: new Set(), perhapsRedeemed: new Set(), messages: [] };
}

/** The level in force at most, for what may be read. */
export function levelOf({ levels, chosen }: ReaderFacts): number {
  const reached = Math.max(...levels);
  return typeof chosen === 'number' ? Math.min(chosen, reached) : reached;
}

/** The level in force at least. */
export function lowestOf({ levels, chosen }: ReaderFacts): number {
  const reached = Math.min(...levels);
  return chosen === 'perhaps' ? 0 : Math.min(chosen ?? reached, reached);
}

/** Notes that a reader was there; `isSure` when that was answered. */
export function touch(
  { clockSlackMs }: Facts,
  reader: ReaderFacts,
  from: number,
  to: number,
  isSure: boolean,
): void {
  const { seen } = reader;
  // Strangers whose time is over may have been swept, and come back, between two checks.
  if (seen && reader.levels.has(0) && to + clockSlackMs - seen.slackMs - seen.from > keeping.strangerMs)
    for (const message of reader.messages) if (message.state === 'kept') message.state = 'perhaps-gone';
  const before = isSure ? undefined : seen;
  reader.seen = {
    from: before?.from ?? from,
    to: Math.max(to, seen?.to ?? 0),
    isSure: isSure || (before?.isSure ?? false),
    slackMs: before?.slackMs ?? clockSlackMs,
  };
}

/** Whether the code must open (`true`), must not (`false`), or either. */
export function opens(code: CodeFacts, reader: ReaderFacts, now: number): boolean | 'perhaps' {
  if (code.exists !== true) return code.exists;
  if (reader.redeemed.has(code.id)) return true;
  const isOver = code.expiresAt !== undefined && code.expiresAt <= now;
  const { uses = Infinity, used } = code;
  if (reader.perhapsRedeemed.has(code.id)) return 'perhaps';
  if (isOver || used[0] >= uses) return false;
  return used[1] >= uses ? 'perhaps' : true;
}

/** The reader's records as after a deletion. @param at which turn it was asked for in; a sweep asks nobody */
export function forget(reader: ReaderFacts, what: 'messages' | 'all', at?: number): void {
  reader.messages = [];
  if (at !== undefined) reader.forgottenAt = at;
  if (what === 'messages') return;
  if (at !== undefined) reader.erasedAt = at;
  reader.levels = new Set([0]);
  delete reader.chosen;
  delete reader.seen;
  delete reader.identifier;
  reader.redeemed.clear();
  reader.perhapsRedeemed.clear();
}

/** What a restore of `then` leaves: that, without what was erased since. */
export function restored(then: Records, now: Records, at: number): Records {
  const result = structuredClone(then);
  for (const [name, reader] of now.readers) {
    const back = result.readers.get(name) ?? emptyReader(name);
    result.readers.set(name, back);
    if ((reader.forgottenAt ?? 0) > at) forget(back, 'messages', reader.forgottenAt);
    if ((reader.erasedAt ?? 0) > at) forget(back, 'all', reader.erasedAt);
  }
  return result;
}
