import { idOffset, packId } from './packed-message.ts';
import type { Slot } from './table.ts';

/** Where a slot's record is: the chunk's bytes and where in them. */
export interface RecordPlace {
  chunk: Buffer;
  at: number;
}

const fewest = 1_024;
const wanted = Buffer.alloc(16);

/**
 * From a UUID to its slot: open addressing over the 16 bytes that the records hold anyway, at 12 bytes for each where a `Map`
 * of strings takes a hundred.
 */
export class IdSlots {
  readonly #placeOf: (slot: Slot) => RecordPlace;
  /** Slots and one, 0 for none. */
  #table = new Int32Array(fewest);
  #hashes = new Uint32Array(fewest);
  #size = 0;

  /** @param placeOf where the record of a slot is that was set here */
  constructor(placeOf: (slot: Slot) => RecordPlace) {
    this.#placeOf = placeOf;
  }

  get size(): number {
    return this.#size;
  }

  get(id: string): Slot | undefined {
    return packId(id, wanted, 0) ? this.find(wanted, 0) : undefined;
  }

  /** The slot of the 16 bytes at `at`. */
  find(bytes: Buffer, at: number): Slot | undefined {
    const found = (this.#table[this.#entryOf(bytes, at, hashOf(bytes, at))] ?? 0) - 1;
    return found < 0 ? undefined : found;
  }

  /** Sets the slot of the 16 bytes at `at`, which are in its record. */
  set(bytes: Buffer, at: number, slot: Slot): void {
    const hash = hashOf(bytes, at);
    this.#fill(this.#entryOf(bytes, at, hash), hash, slot);
  }

  /** As `set`, unless the id has a slot already. @returns whether it had none */
  add(bytes: Buffer, at: number, slot: Slot): boolean {
    const hash = hashOf(bytes, at);
    const entry = this.#entryOf(bytes, at, hash);
    if (this.#table[entry] !== 0) return false;
    this.#fill(entry, hash, slot);
    return true;
  }

  #fill(entry: number, hash: number, slot: Slot): void {
    if (this.#table[entry] === 0) this.#size += 1;
    this.#table[entry] = slot + 1;
    this.#hashes[entry] = hash;
    if (this.#size * 2 > this.#table.length) this.#grow();
  }

  delete(bytes: Buffer, at: number): void {
    const mask = this.#table.length - 1;
    let hole = this.#entryOf(bytes, at, hashOf(bytes, at));
    if (this.#table[hole] === 0) return;
    this.#size -= 1;
    // Those behind move up, so that no search ends too early.
    for (let next = (hole + 1) & mask; this.#table[next] !== 0; next = (next + 1) & mask) {
      const home = (this.#hashes[next] ?? 0) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      this.#table[hole] = this.#table[next] ?? 0;
      this.#hashes[hole] = this.#hashes[next] ?? 0;
      hole = next;
    }
    this.#table[hole] = 0;
  }

  /** Where the id stands, or would stand. */
  #entryOf(bytes: Buffer, at: number, hash: number): number {
    const mask = this.#table.length - 1;
    for (let entry = hash & mask; ; entry = (entry + 1) & mask) {
      const slot = (this.#table[entry] ?? 0) - 1;
      if (slot < 0) return entry;
      if (this.#hashes[entry] !== hash) continue;
      const { chunk, at: place } = this.#placeOf(slot);
      if (chunk.compare(bytes, at, at + 16, place + idOffset, place + idOffset + 16) === 0) return entry;
    }
  }

  #grow(): void {
    const [table, hashes] = [this.#table, this.#hashes];
    this.#table = new Int32Array(table.length * 2);
    this.#hashes = new Uint32Array(table.length * 2);
    const mask = this.#table.length - 1;
    for (let old = 0; old < table.length; old += 1) {
      const slot = table[old] ?? 0;
      if (slot === 0) continue;
      const hash = hashes[old] ?? 0;
      let entry = hash & mask;
      while (this.#table[entry] !== 0) entry = (entry + 1) & mask;
      this.#table[entry] = slot;
      this.#hashes[entry] = hash;
    }
  }
}

/** All bytes count: ids that a tool numbered differ in the last ones only. */
function hashOf(bytes: Buffer, at: number): number {
  let hash = 0;
  for (let word = 0; word < 16; word += 4) {
    hash = Math.imul(hash ^ bytes.readUInt32LE(at + word), 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
