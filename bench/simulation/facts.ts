/*
 * The oracle: what was promised to whom, in plain maps. It knows the rules as they are written for people and nothing of the
 * code under test.
 */
export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;

/** What the site did that it must not. */
export class Problem extends Error {
  override name = 'Problem';
}

export function require(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Problem(sentence);
}

interface MessageFacts {
  text: string;
  /** `perhaps`: asked for and never answered. `perhaps-gone`: stored, and a deletion was never answered, or is due. */
  state: 'stored' | 'perhaps' | 'perhaps-gone';
  /** What was answered, where that came through. */
  reply?: string;
  /** The lowest level at which it can have been sent. */
  level: number;
}

export interface ReaderFacts {
  name: string;
  /** The levels that codes may have opened: one, unless a code was never answered. */
  levels: Set<number>;
  /** A lower level that was chosen; `'perhaps'` when a choice was never answered. */
  chosen?: number | 'perhaps';
  /** Codes that are certainly theirs, by id, and those that they may have redeemed besides. */
  redeemed: Set<string>;
  perhapsRedeemed: Set<string>;
  messages: MessageFacts[];
  /**
   * When they last wrote or redeemed, at the earliest and at the latest; whether something of theirs was certainly stored; and
   * `Facts.clockSlackMs` at the earliest. Nothing is stored of who never did.
   */
  seen?: { from: number; to: number; isSure: boolean; slackMs: number };
  /** The first half of their id, as they would read it out. */
  identifier?: string;
  /** In which turn (`Facts.nextTurn`) their messages, and everything of theirs, were erased on request. */
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

interface SessionFacts {
  since: number;
  lastUse: number;
  state: 'open' | 'closed' | 'perhaps';
}

export const keeping = { strangerMs: 2 * dayMs, readerMs: 30.5 * dayMs, mostMessages: 200 } as const;
export const sessionRules = { idleMs: 12 * hourMs, longestMs: 14 * dayMs, noteMs: 5 * 60_000 } as const;

/** Everything that is known of one life. */
export class Facts {
  records: Records = { readers: new Map(), codes: new Map() };
  /** Texts that nobody may ever read. */
  readonly refused = new Set<string>();
  /** Texts whose fate is unknown for good. */
  readonly unknown = new Set<string>();
  /** The author's passwords that may be in force. */
  passwords = new Set<string>();
  readonly sessions = new Map<string, SessionFacts>();
  readonly recovery = new Map<string, 'good' | 'used' | 'perhaps'>();
  uploads = new Map<string, Buffer>();
  /** Since when the site has run without a pause on a sound disk, and when it last ran. */
  healthySince = 0;
  lastRan = 0;
  /** By how much the machine's clock was set, forward and back, all in all. */
  clockSlackMs = 0;
  #turn = 0;

  /** Notes that the site runs on from here: a pause of two days may be a clock that jumped, and nothing goes for as long again. */
  resume(now: number): void {
    const isDoubtful = now - this.lastRan > 2 * dayMs || this.healthySince > now;
    this.healthySince = isDoubtful ? now + 2 * dayMs + hourMs : now;
    this.lastRan = now;
  }

  /** What comes later has a higher number, whatever the machine's clock says. */
  nextTurn(): number {
    return (this.#turn += 1);
  }

  reader(name: string): ReaderFacts {
    return readerIn(this.records, name);
  }
}

function readerIn({ readers }: Records, name: string): ReaderFacts {
  const reader = readers.get(name) ?? {
    name,
    levels: new Set([0]),
    redeemed: new Set(),
    perhapsRedeemed: new Set(),
    messages: [],
  };
  readers.set(name, reader);
  return reader;
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

/** Notes that a reader was there from some moment to another; `isSure` when that was answered. */
export function touch(facts: Facts, reader: ReaderFacts, from: number, to: number, isSure: boolean): void {
  const { clockSlackMs } = facts;
  const { seen } = reader;
  const shortest = reader.levels.has(0) ? keeping.strangerMs : keeping.readerMs;
  if (seen && to + clockSlackMs - seen.slackMs - seen.from > shortest) doubtRecords(reader);
  const before = isSure ? undefined : seen;
  reader.seen = {
    from: before?.from ?? from,
    to: Math.max(to, seen?.to ?? 0),
    isSure: isSure || (before?.isSure ?? false),
    slackMs: before?.slackMs ?? clockSlackMs,
  };
}

/** Who is over may have been swept, and come back, between two checks. */
function doubtRecords(reader: ReaderFacts): void {
  for (const message of reader.messages) if (message.state === 'stored') message.state = 'perhaps-gone';
  reader.levels.add(0);
  for (const id of reader.redeemed) reader.perhapsRedeemed.add(id);
  reader.redeemed.clear();
  if (reader.chosen !== undefined) reader.chosen = 'perhaps';
}

/** Whether the code must open (`true`), must not (`false`), or either. */
export function opens(code: CodeFacts, reader: ReaderFacts, now: number): boolean | 'perhaps' {
  const { uses = Infinity, used, expiresAt = Infinity } = code;
  if (code.exists !== true) return code.exists;
  if (reader.redeemed.has(code.id)) return true;
  if (reader.perhapsRedeemed.has(code.id)) return 'perhaps';
  if (expiresAt <= now || used[0] >= uses) return false;
  return used[1] >= uses ? 'perhaps' : true;
}

/** The reader's records as after a deletion. @param at which turn it was asked for in; a sweep asks nobody */
export function forget(reader: ReaderFacts, what: 'messages' | 'all', at?: number): void {
  reader.messages = [];
  reader.forgottenAt = at ?? reader.forgottenAt;
  if (what === 'messages') return;
  reader.erasedAt = at ?? reader.erasedAt;
  reader.levels = new Set([0]);
  reader.chosen = reader.seen = reader.identifier = undefined;
  reader.redeemed.clear();
  reader.perhapsRedeemed.clear();
}

/** What a restore of `then` leaves: that, without what was erased since. */
export function restored(then: Records, now: Records, at: number): Records {
  const result = structuredClone(then);
  for (const [name, reader] of now.readers) {
    const back = readerIn(result, name);
    if ((reader.forgottenAt ?? 0) > at) forget(back, 'messages', reader.forgottenAt);
    if ((reader.erasedAt ?? 0) > at) forget(back, 'all', reader.erasedAt);
  }
  return result;
}
