/** A record's place in its table. Slots are given in writing order, so comparing two slots compares ages. */
export type Slot = number;

/** What one operation did, and can take back: newest first, and before any `compact`. */
export interface Change {
  undo(): void;
}

/** Takes changes back, newest first. */
export function undo(changes: readonly Change[]): void {
  for (const change of changes.toReversed()) change.undo();
}

/** A secondary index, told of every change of a slot. */
interface Index<T> {
  add(record: T, slot: Slot): void;
  remove(record: T, slot: Slot): void;
  clear(): void;
  /** Why a record may not stand in a slot, in Italian; `own` is the slot of the record that it replaces. */
  conflict?(record: T, own: Slot | undefined): string | undefined;
}

/** At most one record a key. */
export class UniqueIndex<T, K> implements Index<T> {
  readonly #keyOf: (record: T) => K;
  readonly #sentence: (record: T) => string;
  readonly #slots = new Map<K, Slot>();

  /** @param sentence what the author reads when the key of a record is taken, in Italian */
  constructor(keyOf: (record: T) => K, sentence: (record: T) => string) {
    this.#keyOf = keyOf;
    this.#sentence = sentence;
  }

  slotOf(key: K): Slot | undefined {
    return this.#slots.get(key);
  }

  conflict(record: T, own: Slot | undefined): string | undefined {
    const holder = this.#slots.get(this.#keyOf(record));
    return holder === undefined || holder === own ? undefined : this.#sentence(record);
  }

  add(record: T, slot: Slot): void {
    this.#slots.set(this.#keyOf(record), slot);
  }

  remove(record: T): void {
    this.#slots.delete(this.#keyOf(record));
  }

  clear(): void {
    this.#slots.clear();
  }
}

/** The slots of a key in ascending order, that is in writing order. */
export class GroupIndex<T, K> implements Index<T> {
  readonly #keyOf: (record: T) => K;
  readonly #groups = new Map<K, Slot[]>();

  constructor(keyOf: (record: T) => K) {
    this.#keyOf = keyOf;
  }

  slotsOf(key: K): readonly Slot[] {
    return this.#groups.get(key) ?? [];
  }

  add(record: T, slot: Slot): void {
    this.insert(this.#keyOf(record), slot);
  }

  remove(record: T, slot: Slot): void {
    this.discard(this.#keyOf(record), slot);
  }

  /** The keys that have a slot. */
  keys(): IterableIterator<K> {
    return this.#groups.keys();
  }

  /** Adds a slot whose record is not at hand. */
  insert(key: K, slot: Slot): void {
    const slots = this.#groups.get(key);
    if (!slots) {
      this.#groups.set(key, [slot]);
      return;
    }
    const newest = slots.at(-1);
    if (newest === undefined || newest < slot) slots.push(slot);
    else slots.splice(position(slots, slot), 0, slot);
  }

  discard(key: K, slot: Slot): void {
    const slots = this.#groups.get(key);
    if (!slots) return;
    const at = position(slots, slot);
    if (slots[at] === slot) slots.splice(at, 1);
    if (slots.length === 0) this.#groups.delete(key);
  }

  clear(): void {
    this.#groups.clear();
  }
}

/** Where `slot` stands, or would stand, in an ascending list. */
function position(slots: readonly Slot[], slot: Slot): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] ?? Infinity) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Records in writing order, found by id: what the store asks of a table, however it keeps them. */
export interface RecordTable<T extends { id: string }> {
  readonly size: number;
  /** The records with the holes that deletes left, as `Low` holds them; `slice` keeps this moment. */
  readonly slots: Iterable<T | undefined> & { slice(): Iterable<T | undefined> };
  get(id: string): T | undefined;
  at(slot: Slot | undefined): T | undefined;
  values(): IterableIterator<T>;
  /** Why a record may not be put here, in Italian. */
  conflict(record: T): string | undefined;
  /** Replaces the record with the same id where it stands, or adds it at the end. */
  put(record: T): Change;
  /** Adds a record while loading, when there is nothing to undo. @returns why it cannot be added, in Italian */
  load(record: T): string | undefined;
  delete(id: string): Change | undefined;
  /** Takes back what deletes left; nothing may be left to undo. Answers whether `slots` is another now. */
  compact(): boolean;
}

const fewHoles = 1_024;

/**
 * Records in writing order with an index by id. A delete leaves a hole, so it costs the same in a table of any size, and
 * an undo puts the record back exactly where it was; holes are closed by `compact`.
 */
export class Table<T extends { id: string }> implements RecordTable<T> {
  readonly #slotById = new Map<string, Slot>();
  readonly #indexes: readonly Index<T>[];
  /** Those that may refuse a record: most tables have none, and need not look. */
  readonly #strict: readonly Index<T>[];
  #slots: (T | undefined)[] = [];

  constructor(indexes: readonly Index<T>[] = []) {
    this.#indexes = indexes;
    this.#strict = indexes.filter((index) => index.conflict !== undefined);
  }

  get size(): number {
    return this.#slotById.size;
  }

  /** The records with the holes that deletes left, as `Low` holds them. */
  get slots(): (T | undefined)[] {
    return this.#slots;
  }

  get(id: string): T | undefined {
    const slot = this.#slotById.get(id);
    return slot === undefined ? undefined : this.#slots[slot];
  }

  at(slot: Slot | undefined): T | undefined {
    return slot === undefined ? undefined : this.#slots[slot];
  }

  /** Why a record may not be put here, in Italian. */
  conflict(record: T): string | undefined {
    if (this.#strict.length === 0) return undefined;
    const own = this.#slotById.get(record.id);
    for (const index of this.#strict) {
      const conflict = index.conflict?.(record, own);
      if (conflict) return conflict;
    }
    return undefined;
  }

  *values(): IterableIterator<T> {
    // Closing holes makes a new array: an iteration that is under way goes on over the old one.
    const slots = this.#slots;
    for (const record of slots) if (record !== undefined) yield record;
  }

  /** Replaces the record with the same id where it stands, or adds it at the end. */
  put(record: T): Change {
    const slot = this.#slotById.get(record.id) ?? this.#slots.length;
    return this.#change(slot, record);
  }

  /** Adds a record while loading, when there is nothing to undo. @returns why it cannot be added, in Italian */
  load(record: T): string | undefined {
    if (this.#slotById.has(record.id)) return `l’id ${record.id} c’è già`;
    const conflict = this.conflict(record);
    if (conflict === undefined) this.#set(this.#slots.length, undefined, record);
    return conflict;
  }

  delete(id: string): Change | undefined {
    const slot = this.#slotById.get(id);
    return slot === undefined ? undefined : this.#change(slot, undefined);
  }

  /** Closes the holes once they are more than the records; nothing may be left to undo. Answers whether it did. */
  compact(): boolean {
    const holes = this.#slots.length - this.size;
    if (holes < fewHoles || holes < this.size) return false;
    this.#slots = this.#slots.filter((record) => record !== undefined);
    for (const index of this.#indexes) index.clear();
    for (const [slot, record] of this.#slots.entries()) {
      if (record === undefined) continue;
      this.#slotById.set(record.id, slot);
      for (const index of this.#indexes) index.add(record, slot);
    }
    return true;
  }

  #change(slot: Slot, after: T | undefined): Change {
    const before = this.#slots[slot];
    this.#set(slot, before, after);
    return {
      undo: () => {
        this.#set(slot, after, before);
        // Every younger slot is undone by now, so an inserted record stands last.
        if (before === undefined) this.#slots.length = slot;
      },
    };
  }

  #set(slot: Slot, from: T | undefined, to: T | undefined): void {
    if (from !== undefined) for (const index of this.#indexes) index.remove(from, slot);
    this.#slots[slot] = to;
    if (to === undefined) {
      if (from !== undefined) this.#slotById.delete(from.id);
      return;
    }
    if (from === undefined) this.#slotById.set(to.id, slot);
    for (const index of this.#indexes) index.add(to, slot);
  }
}
