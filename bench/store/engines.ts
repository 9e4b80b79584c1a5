import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import type { StoredChatMessage } from '../../src/shared/contracts/chat.ts';
import { collectionNames, openStore, realDisk, writeSnapshot } from '../../src/server/main/bench-api.ts';

/** One way of keeping messages. `write` resolves when the message is as safe as the engine makes it. */
export interface Engine {
  write(message: StoredChatMessage): Promise<unknown>;
  /** Makes the one JSON file whole, for the engines that have one. */
  fold?(): Promise<unknown>;
  close(): Promise<unknown>;
}

interface EngineKind {
  title: string;
  /** Fills an empty folder with the messages. */
  prepare(directory: string, messages: () => Iterable<StoredChatMessage>): Promise<void>;
  open(directory: string): Promise<Engine>;
}

const journaled: EngineKind = {
  title: 'lowdb + journal (ours)',
  async prepare(directory, messages) {
    const empty = Object.fromEntries(collectionNames.map((name) => [name, [] as unknown[]]));
    const header = { schema: 1, generation: 'bench', sequence: 0 };
    await writeSnapshot(realDisk, path.join(directory, 'db.json'), 0o600, header, {
      ...empty,
      chatMessages: [...messages()],
    });
  },
  async open(directory) {
    const store = await openStore({ dataDir: directory });
    return {
      write: (record) => store.mutate([{ type: 'put', collection: 'chatMessages', record }]),
      fold: () => store.fold(),
      close: () => store.close(),
    };
  },
};

const raw: EngineKind = {
  title: 'raw append + fdatasync, group',
  prepare: () => Promise.resolve(),
  async open(directory) {
    const file = await fs.open(path.join(directory, 'raw'), 'a', 0o600);
    let queue: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
    let running = false;
    async function flush(): Promise<void> {
      while (queue.length > 0) {
        const batch = queue;
        queue = [];
        try {
          await file.write(batch.map(({ line }) => line).join(''));
          await file.datasync();
          for (const { resolve } of batch) resolve();
        } catch (error) {
          for (const { reject } of batch) reject(error);
        }
      }
      running = false;
    }
    return {
      write: (message) =>
        new Promise<void>((resolve, reject) => {
          queue.push({ line: `${JSON.stringify(message)}\n`, resolve, reject });
          if (running) return;
          running = true;
          setImmediate(() => void flush());
        }),
      close: () => file.close(),
    };
  },
};

/** The part of better-sqlite3 that is used here: it is installed in bench/ only. */
interface Sqlite {
  pragma(text: string): void;
  exec(text: string): void;
  prepare(text: string): { run(record: object): void };
  transaction<A>(body: (argument: A) => void): (argument: A) => void;
  close(): void;
}

function openSqlite(directory: string): { database: Sqlite; insert: (message: StoredChatMessage) => void } {
  const Database = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => Sqlite;
  const database = new Database(path.join(directory, 'messages.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'create table if not exists messages (id text primary key, readerId text, role text, content text, level integer, timestamp text) without rowid;' +
      'create index if not exists by_reader on messages (readerId, timestamp);',
  );
  const statement = database.prepare(
    'insert into messages values (@id, @readerId, @role, @content, @level, @timestamp)',
  );
  return { database, insert: (message) => statement.run(message) };
}

function prepareSqlite(directory: string, messages: () => Iterable<StoredChatMessage>): Promise<void> {
  const { database, insert } = openSqlite(directory);
  database.transaction((list: Iterable<StoredChatMessage>) => {
    for (const message of list) insert(message);
  })(messages());
  database.close();
  return Promise.resolve();
}

const sqlitePerWrite: EngineKind = {
  title: 'SQLite WAL FULL, per write',
  prepare: prepareSqlite,
  open(directory) {
    const { database, insert } = openSqlite(directory);
    return Promise.resolve({
      write: (message: StoredChatMessage) => {
        insert(message);
        return new Promise(setImmediate);
      },
      close: () => Promise.resolve(database.close()),
    });
  },
};

const sqliteBatched: EngineKind = {
  title: 'SQLite WAL FULL, batched per tick',
  prepare: prepareSqlite,
  open(directory) {
    const { database, insert } = openSqlite(directory);
    let queue: { message: StoredChatMessage; resolve: () => void; reject: (error: unknown) => void }[] = [];
    const insertAll = database.transaction((batch: typeof queue) => {
      for (const { message } of batch) insert(message);
    });
    function flush(): void {
      const batch = queue;
      queue = [];
      try {
        insertAll(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    return Promise.resolve({
      write: (message: StoredChatMessage) =>
        new Promise<void>((resolve, reject) => {
          if (queue.push({ message, resolve, reject }) === 1) setImmediate(flush);
        }),
      close: () => Promise.resolve(database.close()),
    });
  },
};

const stockLowdb: EngineKind = {
  title: 'stock lowdb (never synced)',
  prepare: (directory, messages) =>
    fs.writeFile(path.join(directory, 'db.json'), JSON.stringify({ messages: [...messages()] })),
  async open(directory) {
    const low = new Low<{ messages: StoredChatMessage[] }>(new JSONFile(path.join(directory, 'db.json')), {
      messages: [],
    });
    await low.read();
    return {
      write: (message) => {
        low.data.messages.push(message);
        return low.write();
      },
      fold: () => low.write(),
      close: () => Promise.resolve(),
    };
  },
};

export const engines = { raw, journaled, sqliteBatched, sqlitePerWrite, stockLowdb };
export type EngineName = keyof typeof engines;
export const engineNames = Object.keys(engines) as EngineName[];
