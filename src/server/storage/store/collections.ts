import { z } from 'zod';
import { article } from '#shared/contracts/articles.ts';
import { ownPagesPrefix } from '#shared/pages.ts';
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
import { GroupIndex, type Index, SumIndex, UniqueIndex } from './indexes.ts';
import { sizeOfText } from './record-size.ts';
import type { CollectionName, Collections, Operation } from './types.ts';

/** What `Low` holds: every collection's records by id, in writing order. Records are replaced whole, never changed in place. */
export type Database = { [N in CollectionName]: Map<string, Collections[N]> };

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
  articles: article,
};

/** The collections in the order of the JSON file. */
export const collectionNames = Object.keys(schemas) as readonly CollectionName[];

function mapCollections<Value>(valueOf: (name: CollectionName) => Value) {
  return Object.fromEntries(collectionNames.map((name) => [name, valueOf(name)])) as Record<
    CollectionName,
    Value
  >;
}

/** The records of this moment in the order of the file. */
export function listsOf(database: Database): Record<CollectionName, unknown[]> {
  return mapCollections((name) => [...database[name].values()]);
}

export function isCollectionName(name: unknown): name is CollectionName {
  return typeof name === 'string' && Object.hasOwn(schemas, name);
}

/** What is wrong with a record, as `field: reason`; `undefined` when nothing is. */
function recordProblem(collection: CollectionName, record: unknown): string | undefined {
  const result = schemas[collection].safeParse(record);
  if (result.success) return undefined;
  const issue = result.error.issues[0];
  return `${issue?.path.join('.') || 'record'}: ${issue?.message ?? 'non valido'}`;
}

export function isRecord<N extends CollectionName>(collection: N, record: unknown): record is Collections[N] {
  return schemas[collection].safeParse(record).success;
}

/** About what a message takes of memory, in bytes: small objects take four times their JSON. */
function sizeOf({ content, quotes, pageLine }: Collections['chatMessages']): number {
  const more = quotes || pageLine ? JSON.stringify([quotes, pageLine]).length * 4 : 0;
  return sizeOfText(content) + more;
}

/** The records, what is derived from them, and the rules between them: what must be unique in its kind. */
export class CollectionSet {
  readonly tables = mapCollections(() => new Map()) as Database;
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
  readonly articleByName = new UniqueIndex<Collections['articles'], string>(
    ({ name }) => name,
    ({ name }) => `All’indirizzo ${ownPagesPrefix}${name} c’è già un articolo.`,
  );
  readonly unlockCodesUnaccented = new GroupIndex(this.tables.unlockCodes, ({ code }) =>
    unaccentedCodeKey(code),
  );
  readonly musicCodesUnaccented = new GroupIndex(this.tables.musicCodes, ({ code }) =>
    unaccentedCodeKey(code),
  );
  readonly messagesByReader = new GroupIndex(this.tables.chatMessages, ({ readerId }) => readerId);
  readonly messageBytes = new SumIndex(sizeOf);
  readonly cardsBySection = new GroupIndex(this.tables.memoryCards, ({ sectionId }) => sectionId);

  readonly #unique: { readonly [N in CollectionName]?: UniqueIndex<Collections[N], unknown> } = {
    sections: this.sectionByNumber,
    unlockCodes: this.unlockCodeByKey,
    musicCodes: this.musicCodeByKey,
    articles: this.articleByName,
  };
  readonly #indexes: { readonly [N in CollectionName]?: readonly Index<Collections[N]>[] } = {
    sections: [this.sectionByNumber],
    unlockCodes: [this.unlockCodeByKey, this.unlockCodesUnaccented],
    musicCodes: [this.musicCodeByKey, this.musicCodesUnaccented],
    chatMessages: [this.messagesByReader, this.messageBytes],
    memoryCards: [this.cardsBySection],
    articles: [this.articleByName],
  };

  counts(): Record<CollectionName, number> {
    return mapCollections((name) => this.tables[name].size);
  }

  /** Adds a record of a file. @returns why it cannot be added, in Italian */
  load<N extends CollectionName>(name: N, record: unknown): string | undefined {
    if (!isRecord(name, record)) return recordProblem(name, record) ?? 'non valido';
    if (this.tables[name].has(record.id)) return `l’id ${record.id} c’è già`;
    const conflict = this.#unique[name]?.conflict(new Map([[record.id, record]]));
    if (conflict === undefined) this.#replace(name, record.id, record);
    return conflict;
  }

  /**
   * Looks whether a mutation can be applied; changes nothing.
   *
   * @throws AppError `DUPLICATE` when a section number or a code would be there twice afterwards; TypeError when a record does
   *   not have its collection's shape (a mistake of the caller: requests are checked long before)
   */
  check(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.type === 'put' && !isRecord(operation.collection, operation.record)) {
        const { collection, record } = operation;
        throw new TypeError(`Not a record of ${collection}: ${recordProblem(collection, record) ?? ''}`);
      }
    }
    for (const name of new Set(operations.map(({ collection }) => collection)))
      if (this.#unique[name]) this.#checkUnique(name, operations);
  }

  /** Applies operations that were checked, in their order. */
  apply(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.type === 'put')
        this.#replace(operation.collection, operation.record.id, operation.record);
      else this.#replace(operation.collection, operation.id, undefined);
    }
  }

  #checkUnique<N extends CollectionName>(name: N, operations: readonly Operation[]): void {
    const changes = new Map<string, Collections[N] | undefined>();
    for (const operation of operations) {
      if (operation.collection !== name) continue;
      if (operation.type === 'put') changes.set(operation.record.id, operation.record as Collections[N]);
      else changes.set(operation.id, undefined);
    }
    const conflict = changes.size > 0 ? this.#unique[name]?.conflict(changes) : undefined;
    if (conflict !== undefined) throw new AppError('DUPLICATE', conflict);
  }

  #replace<N extends CollectionName>(name: N, id: string, after: Collections[N] | undefined): void {
    const table: Map<string, Collections[N]> = this.tables[name];
    const before = table.get(id);
    if (after) table.set(id, after);
    else table.delete(id);
    for (const index of this.#indexes[name] ?? []) index.replace(before, after);
  }
}
