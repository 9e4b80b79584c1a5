/** Something derived from a table's records, told of each change after the table has it. */
export interface Index<T> {
  /** @param before what stood there; `undefined` for a new record @param after `undefined` for a deleted one */
  replace(before: T | undefined, after: T | undefined): void;
}

/** Records by a key that at most one of them has. */
export class UniqueIndex<T extends { id: string }, K> implements Index<T> {
  readonly #keyOf: (record: T) => K;
  readonly #sentence: (record: T) => string;
  readonly #records = new Map<K, T>();

  /** @param sentence what the author reads when the key of a record is taken, in Italian */
  constructor(keyOf: (record: T) => K, sentence: (record: T) => string) {
    this.#keyOf = keyOf;
    this.#sentence = sentence;
  }

  get(key: K): T | undefined {
    return this.#records.get(key);
  }

  /**
   * Why a key would be taken, in Italian.
   *
   * @param changes what becomes of records, by id: the record, or `undefined` where it is deleted
   */
  conflict(changes: ReadonlyMap<string, T | undefined>): string | undefined {
    const keys = new Set<K>();
    for (const [id, record] of changes) {
      if (!record) continue;
      const key = this.#keyOf(record);
      const holder = this.#records.get(key);
      const isTaken = holder !== undefined && holder.id !== id && !changes.has(holder.id);
      if (isTaken || keys.has(key)) return this.#sentence(record);
      keys.add(key);
    }
    return undefined;
  }

  replace(before: T | undefined, after: T | undefined): void {
    // Within one mutation another record may have taken the key already.
    if (before && this.get(this.#keyOf(before)) === before) this.#records.delete(this.#keyOf(before));
    if (after) this.#records.set(this.#keyOf(after), after);
  }
}

/** The records of each key, in writing order. */
export class GroupIndex<T extends { id: string }, K> implements Index<T> {
  readonly #table: ReadonlyMap<string, T>;
  readonly #keyOf: (record: T) => K;
  readonly #groups = new Map<K, T[]>();

  constructor(table: ReadonlyMap<string, T>, keyOf: (record: T) => K) {
    this.#table = table;
    this.#keyOf = keyOf;
  }

  /** The list itself: it changes with the next mutation. */
  get(key: K): readonly T[] {
    return this.#groups.get(key) ?? [];
  }

  /** The keys that have a record. */
  keys(): IterableIterator<K> {
    return this.#groups.keys();
  }

  replace(before: T | undefined, after: T | undefined): void {
    const key = after && this.#keyOf(after);
    if (before) {
      const oldKey = this.#keyOf(before);
      const group = this.#groups.get(oldKey) ?? [];
      const replacement = after && key === oldKey ? [after] : [];
      group.splice(group.indexOf(before), 1, ...replacement);
      if (group.length === 0) this.#groups.delete(oldKey);
      if (replacement.length > 0) return;
    }
    if (!after) return;
    const group = this.#groups.get(key as K);
    if (!group) this.#groups.set(key as K, [after]);
    else if (!before) group.push(after);
    else {
      // One that comes from another group keeps its place in the whole table.
      const members = [...this.#table.values()].filter((record) => this.#keyOf(record) === key);
      this.#groups.set(key as K, members);
    }
  }
}

/** The sum of a measure over all records. */
export class SumIndex<T> implements Index<T> {
  readonly #measure: (record: T) => number;
  sum = 0;

  constructor(measure: (record: T) => number) {
    this.#measure = measure;
  }

  replace(before: T | undefined, after: T | undefined): void {
    this.sum += (after ? this.#measure(after) : 0) - (before ? this.#measure(before) : 0);
  }
}
