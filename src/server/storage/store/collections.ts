import { z } from 'zod';
import { storedSession } from '#shared/contracts/auth.ts';
import { storedBinEntry } from '#shared/contracts/bin.ts';
import { storedChatMessage } from '#shared/contracts/chat.ts';
import { codeKey, unaccentedCodeKey } from '#shared/contracts/codes.ts';
import { erasure } from '#shared/contracts/erasures.ts';
import { galleryImage } from '#shared/contracts/gallery.ts';
import { memoryCard } from '#shared/contracts/memory-cards.ts';
import { mirrorTask } from '#shared/contracts/mirror.ts';
import { musicCode } from '#shared/contracts/music-codes.ts';
import { user } from '#shared/contracts/readers.ts';
import { section } from '#shared/contracts/sections.ts';
import { unlockCode } from '#shared/contracts/unlock-codes.ts';
import { id } from '#shared/contracts/values.ts';
import { storedVersion } from '#shared/contracts/versions.ts';
import { AppError } from '#shared/errors.ts';
import { MessageTable } from './message-table.ts';
import { type Change, GroupIndex, type RecordTable, Table, undo, UniqueIndex } from './table.ts';
import type { CollectionName, Collections, Operation } from './types.ts';

/** What `Low` holds: every collection's records in writing order, with a hole where one was deleted. */
export type Database = { [N in CollectionName]: RecordTable<Collections[N]>['slots'] };

const setting = z.object({ id, value: z.json() });

/** What a stored record must look like, on writing and on loading. */
const schemas: { [N in CollectionName]: z.ZodType<Collections[N]> } = {
  sections: section,
  unlockCodes: unlockCode,
  musicCodes: musicCode,
  galleryImages: galleryImage,
  users: user,
  chatMessages: storedChatMessage,
  settings: setting,
  mirrorTasks: mirrorTask,
  memoryCards: memoryCard,
  binEntries: storedBinEntry,
  sectionVersions: storedVersion,
  erasures: erasure,
  sessions: storedSession,
};

/** The collections in the order of the JSON file. */
export const collectionNames = Object.keys(schemas) as readonly CollectionName[];

export function mapCollections<Value>(valueOf: (name: CollectionName) => Value) {
  return Object.fromEntries(collectionNames.map((name) => [name, valueOf(name)])) as Record<
    CollectionName,
    Value
  >;
}

export function isCollectionName(name: unknown): name is CollectionName {
  return typeof name === 'string' && Object.hasOwn(schemas, name);
}

/** What is wrong with a record, as `field: reason`; `undefined` when nothing is. */
export function recordProblem(collection: CollectionName, record: unknown): string | undefined {
  const result = schemas[collection].safeParse(record);
  if (result.success) return undefined;
  const issue = result.error.issues[0];
  return `${issue?.path.join('.') || 'record'}: ${issue?.message ?? 'non valido'}`;
}

/** A time that certainly is one; the few it leaves out (leap days, the ends of months) are left to the schema. */
const certainTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 64;
}

/**
 * Whether a message certainly is right, at a quarter of the schema's cost and without its garbage: a million of them are
 * checked at every start. Whatever it doubts the schema decides.
 */
function isCertainMessage(record: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const message: Partial<Record<keyof Collections['chatMessages'], unknown>> = record;
  const { id: own, readerId, role, content, level, timestamp, quotes, pageLine } = message;
  return (
    quotes === undefined &&
    pageLine === undefined &&
    isShortText(own) &&
    isShortText(readerId) &&
    (role === 'user' || role === 'assistant') &&
    typeof content === 'string' &&
    Number.isSafeInteger(level) &&
    Number(level) >= 0 &&
    typeof timestamp === 'string' &&
    certainTime.test(timestamp)
  );
}

export function isRecord<N extends CollectionName>(collection: N, record: unknown): record is Collections[N] {
  return (
    (collection === 'chatMessages' && isCertainMessage(record)) ||
    schemas[collection].safeParse(record).success
  );
}

type Tables = { [N in CollectionName]: RecordTable<Collections[N]> };

/** The tables and the rules between records: what must be unique in its kind. */
export class CollectionSet {
  readonly sectionByNumber = new UniqueIndex<Collections['sections'], number>(
    (record) => record.sectionNumber,
    (record) => `Esiste già una sezione con il numero ${record.sectionNumber}.`,
  );
  readonly unlockCodeByKey = new UniqueIndex<Collections['unlockCodes'], string>(
    (record) => codeKey(record.code),
    (record) => `Esiste già un codice di sblocco uguale a ${record.code}.`,
  );
  readonly musicCodeByKey = new UniqueIndex<Collections['musicCodes'], string>(
    (record) => codeKey(record.code),
    (record) => `Esiste già un codice musicale uguale a ${record.code}.`,
  );
  readonly unlockCodesUnaccented = new GroupIndex<Collections['unlockCodes'], string>((record) =>
    unaccentedCodeKey(record.code),
  );
  readonly musicCodesUnaccented = new GroupIndex<Collections['musicCodes'], string>((record) =>
    unaccentedCodeKey(record.code),
  );
  readonly messagesByReader = new GroupIndex<Collections['chatMessages'], string>(
    (record) => record.readerId,
  );

  readonly cardsBySection = new GroupIndex<Collections['memoryCards'], string | null>(
    (record) => record.sectionId,
  );

  /** A million of them would fill the memory as objects. */
  readonly chatMessages = new MessageTable(this.messagesByReader);

  readonly tables: Tables = {
    sections: new Table([this.sectionByNumber]),
    unlockCodes: new Table([this.unlockCodeByKey, this.unlockCodesUnaccented]),
    musicCodes: new Table([this.musicCodeByKey, this.musicCodesUnaccented]),
    galleryImages: new Table(),
    users: new Table(),
    chatMessages: this.chatMessages,
    settings: new Table(),
    mirrorTasks: new Table(),
    memoryCards: new Table([this.cardsBySection]),
    binEntries: new Table(),
    sectionVersions: new Table(),
    erasures: new Table(),
    sessions: new Table(),
  };

  counts(): Record<CollectionName, number> {
    return mapCollections((name) => this.tables[name].size);
  }

  /** The arrays that `Low` holds; ask again after `compact`. */
  database(): Database {
    return mapCollections((name) => this.tables[name].slots) as Database;
  }

  /**
   * Applies the operations in their order, all or none, and answers what changed.
   *
   * @throws AppError `DUPLICATE` when a section number or a code is taken; TypeError when a record does not have its
   *   collection's shape (a mistake of the caller: requests are checked long before)
   */
  apply(operations: readonly Operation[]): Change[] {
    const applied: Change[] = [];
    try {
      for (const operation of operations) {
        const change =
          operation.type === 'put'
            ? putRecord(this.tables, operation)
            : this.tables[operation.collection].delete(operation.id);
        if (change) applied.push(change);
      }
    } catch (error) {
      undo(applied);
      throw error;
    }
    return applied;
  }

  /** Closes holes; answers whether `database()` has new arrays. Only while nothing may be undone. */
  compact(): boolean {
    return collectionNames.map((name) => this.tables[name].compact()).includes(true);
  }
}

function putRecord<N extends CollectionName>(
  tables: Tables,
  operation: { collection: N; record: Collections[N] },
): Change {
  const { collection, record } = operation;
  const table: RecordTable<Collections[N]> = tables[collection];
  if (!isRecord(collection, record)) {
    throw new TypeError(`Not a record of ${collection}: ${recordProblem(collection, record) ?? ''}`);
  }
  const conflict = table.conflict(record);
  if (conflict) throw new AppError('DUPLICATE', conflict);
  return table.put(record);
}
