import { LRUCache } from 'lru-cache';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { IdSlots, type RecordPlace } from './id-slots.ts';
import {
  isIrregular,
  mostPacked,
  packedLength,
  packLine,
  packMessage,
  hasSameReader,
  readerInLine,
  readerOf,
  idOffset,
  unpackMessage,
} from './packed-message.ts';
import { type Change, type GroupIndex, type RecordTable, type Slot } from './table.ts';

const chunkBytes = 1024 * 1024;
/** The objects made last, by their characters: the same object for who asks again, as of any other record. */
const unpackedCharacters = 8 * 1024 * 1024;
const objectCharacters = 400;
/** Chunks that are rewritten in one go, when half of what is in them is gone: some milliseconds. */
const tidiedAtOnce = 2;
const hole = -1;
const mostProblems = 20;

/** The bytes of records at one moment: what is written later goes elsewhere. */
class Records implements Iterable<StoredChatMessage | undefined> {
  readonly #chunks: readonly (Buffer | undefined)[];
  readonly #places: Float64Array;

  constructor(chunks: readonly (Buffer | undefined)[], places: Float64Array) {
    this.#chunks = chunks;
    this.#places = places;
  }

  *[Symbol.iterator](): IterableIterator<StoredChatMessage | undefined> {
    for (const place of this.#places) {
      const chunk = this.#chunks[Math.floor(place / chunkBytes)];
      if (place !== hole && chunk) yield unpackMessage(chunk, place % chunkBytes);
    }
  }
}

/**
 * The messages in writing order, packed ({@link packMessage}) into chunks of a megabyte: those of all readers stay in memory,
 * as objects only those that were asked for lately. Slots are never given twice; what deletes leave is taken back by `compact`.
 */
export class MessageTable implements RecordTable<StoredChatMessage> {
  readonly #byReader: GroupIndex<StoredChatMessage, string>;
  #chunks: (Buffer | undefined)[] = [];
  /** Bytes of each chunk that are in use. */
  #live: number[] = [];
  #end = chunkBytes;
  /** The record's chunk times {@link chunkBytes} and its place in there. */
  #places: Float64Array = new Float64Array(1_024).fill(hole);
  #next: Slot = 0;
  #bytes = 0;
  readonly #slotById = new IdSlots((slot) => this.#place(slot));
  /** Of ids that are no UUIDs, or stand in an irregular record. */
  readonly #slotByOddId = new Map<string, Slot>();
  readonly #unpacked = new LRUCache<Slot, StoredChatMessage>({
    maxSize: unpackedCharacters,
    sizeCalculation: ({ content }) => content.length + objectCharacters,
  });
  /** Of the line that was added last, in its chunk: a question and its answer are of one reader. */
  #newestChunk: Buffer | undefined;
  #newestAt = 0;
  #newestReader = '';
  /** What is wrong with the lines that were added, the first of what may be many. */
  readonly problems: string[] = [];
  #lines = 0;

  constructor(byReader: GroupIndex<StoredChatMessage, string>) {
    this.#byReader = byReader;
  }

  get size(): number {
    return this.#slotById.size + this.#slotByOddId.size;
  }

  /** What the records take. */
  get bytes(): number {
    return this.#bytes;
  }

  get slots(): RecordTable<StoredChatMessage>['slots'] {
    const slice = () => new Records([...this.#chunks], this.#places.slice(0, this.#next));
    return { slice, [Symbol.iterator]: () => slice()[Symbol.iterator]() };
  }

  get(id: string): StoredChatMessage | undefined {
    return this.at(this.#slotOf(id));
  }

  at(slot: Slot | undefined): StoredChatMessage | undefined {
    if (slot === undefined || (this.#places[slot] ?? hole) === hole) return undefined;
    const ready = this.#unpacked.get(slot);
    if (ready) return ready;
    const { chunk, at } = this.#place(slot);
    const message = unpackMessage(chunk, at);
    this.#unpacked.set(slot, message);
    return message;
  }

  conflict(): undefined {
    return undefined;
  }

  *values(): IterableIterator<StoredChatMessage> {
    for (const message of this.slots) if (message !== undefined) yield message;
  }

  put(record: StoredChatMessage): Change {
    const slot = this.#slotOf(record.id) ?? this.#next;
    const place = this.#write(packMessage(record));
    return this.#change(slot, place, record);
  }

  load(record: StoredChatMessage): string | undefined {
    if (this.#slotOf(record.id) !== undefined) return `l’id ${record.id} c’è già`;
    this.#set(this.#next, this.#write(packMessage(record)), record.readerId);
    return undefined;
  }

  /**
   * Adds a line of db.json.
   *
   * @param start where it is in `bytes`, up to `end`
   * @param parse checks a line that is not of the ordinary kind: the record, or what is wrong with it
   */
  loadLine(bytes: Buffer, start: number, end: number, parse: () => StoredChatMessage | string): void {
    this.#lines += 1;
    const taken = this.#loadPacked(bytes, start, end);
    const problem = taken === false ? this.#loadParsed(parse()) : taken;
    if (problem !== undefined && this.problems.length < mostProblems)
      this.problems.push(`elemento ${this.#lines}: ${problem}`);
  }

  /** @returns `false` for a line that has to be parsed, otherwise what is wrong with it */
  #loadPacked(bytes: Buffer, start: number, end: number): string | undefined | false {
    const most = mostPacked(end - start);
    if (this.#end + most > chunkBytes) {
      if (most > chunkBytes) return false;
      this.#addChunk(chunkBytes);
    }
    const chunk = this.#chunks.at(-1);
    if (!chunk) return false;
    const at = this.#end;
    const length = packLine(bytes, start, end, chunk, at);
    if (length === 0) return false;
    const slot = this.#next;
    const place = (this.#chunks.length - 1) * chunkBytes + at;
    if (slot >= this.#places.length) this.#growPlaces();
    this.#places[slot] = place;
    if (!this.#slotById.add(chunk, at + idOffset, slot)) {
      this.#places[slot] = hole;
      return `l’id ${unpackMessage(chunk, at).id} c’è già`;
    }
    this.#next += 1;
    this.#end += length;
    this.#count(place, length);
    const newest = this.#newestChunk;
    if (!newest || !hasSameReader(chunk, at, newest, this.#newestAt))
      this.#newestReader = readerInLine(bytes, start);
    this.#newestChunk = chunk;
    this.#newestAt = at;
    this.#byReader.insert(this.#newestReader, slot);
    return undefined;
  }

  #loadParsed(record: StoredChatMessage | string): string | undefined {
    return typeof record === 'string' ? record : this.load(record);
  }

  delete(id: string): Change | undefined {
    const slot = this.#slotOf(id);
    return slot === undefined ? undefined : this.#change(slot, hole, undefined);
  }

  /** Takes back the room of deleted records, a little at a time. Nothing may be left to undo. */
  compact(): false {
    let tidied = 0;
    for (const [number, chunk] of this.#chunks.entries()) {
      if (tidied === tidiedAtOnce) break;
      const live = this.#live[number] ?? 0;
      // The last one is being filled.
      if (!chunk || number === this.#chunks.length - 1 || live * 2 > chunk.length) continue;
      if (live > 0) {
        this.#moveOut(number, chunk);
        tidied += 1;
      }
      this.#chunks[number] = undefined;
    }
    return false;
  }

  #moveOut(number: number, chunk: Buffer): void {
    const base = number * chunkBytes;
    for (let at = 0; at < chunk.length;) {
      const length = packedLength(chunk, at);
      const slot = isIrregular(chunk, at)
        ? this.#slotByOddId.get(unpackMessage(chunk, at).id)
        : this.#slotById.find(chunk, at + idOffset);
      if (slot !== undefined && this.#places[slot] === base + at) {
        this.#places[slot] = this.#write(chunk.subarray(at, at + length));
        this.#count(this.#places[slot] ?? hole, length);
        this.#count(base + at, -length);
      }
      at += length;
      if (chunk.length - at < mostPacked(0)) break;
    }
  }

  #slotOf(id: string): Slot | undefined {
    return this.#slotById.get(id) ?? this.#slotByOddId.get(id);
  }

  #place(slot: Slot): RecordPlace {
    const place = this.#places[slot] ?? hole;
    const chunk = this.#chunks[Math.floor(place / chunkBytes)];
    if (!chunk) throw new RangeError(`No message in slot ${slot}`);
    return { chunk, at: place % chunkBytes };
  }

  #addChunk(length: number): Buffer {
    const chunk = Buffer.alloc(length);
    this.#chunks.push(chunk);
    this.#live.push(0);
    this.#end = 0;
    return chunk;
  }

  /** @returns where the record's bytes are now */
  #write(record: Uint8Array): number {
    const isLarge = record.length > chunkBytes;
    if (isLarge || this.#end + record.length > chunkBytes)
      this.#addChunk(isLarge ? record.length : chunkBytes);
    const at = this.#end;
    this.#chunks.at(-1)?.set(record, at);
    this.#end += record.length;
    return (this.#chunks.length - 1) * chunkBytes + at;
  }

  #change(slot: Slot, after: number, record: StoredChatMessage | undefined): Change {
    const before = this.#places[slot] ?? hole;
    this.#set(slot, after, record?.readerId);
    if (record) this.#unpacked.set(slot, record);
    return {
      undo: () => this.#set(slot, before, undefined),
    };
  }

  /** @param readerId of the record at `to`, when it is at hand */
  #set(slot: Slot, to: number, readerId: string | undefined): void {
    if (slot >= this.#places.length) this.#growPlaces();
    const from = this.#places[slot] ?? hole;
    this.#unpacked.delete(slot);
    if (from !== hole) this.#unlist(slot);
    this.#places[slot] = to;
    this.#next = Math.max(this.#next, slot + 1);
    if (to !== hole) this.#list(slot, readerId);
  }

  #list(slot: Slot, readerId: string | undefined): void {
    const { chunk, at } = this.#place(slot);
    this.#count(this.#places[slot] ?? hole, packedLength(chunk, at));
    if (isIrregular(chunk, at)) this.#slotByOddId.set(unpackMessage(chunk, at).id, slot);
    else this.#slotById.set(chunk, at + idOffset, slot);
    this.#byReader.insert(readerId ?? readerOf(chunk, at), slot);
  }

  #unlist(slot: Slot): void {
    const { chunk, at } = this.#place(slot);
    this.#count(this.#places[slot] ?? hole, -packedLength(chunk, at));
    if (isIrregular(chunk, at)) this.#slotByOddId.delete(unpackMessage(chunk, at).id);
    else this.#slotById.delete(chunk, at + idOffset);
    this.#byReader.discard(readerOf(chunk, at), slot);
  }

  #count(place: number, bytes: number): void {
    const number = Math.floor(place / chunkBytes);
    this.#live[number] = (this.#live[number] ?? 0) + bytes;
    this.#bytes += bytes;
  }

  #growPlaces(): void {
    const places = new Float64Array(this.#places.length * 2).fill(hole);
    places.set(this.#places);
    this.#places = places;
  }
}
