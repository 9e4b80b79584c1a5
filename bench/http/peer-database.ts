import path from 'node:path';
import type { StoredChatMessage } from '../../src/shared/contracts/chat.ts';
import { codeKey } from '../../src/shared/contracts/codes.ts';
import type { GalleryImage } from '../../src/shared/contracts/gallery.ts';
import type { MusicCode } from '../../src/shared/contracts/music-codes.ts';
import type { User } from '../../src/shared/contracts/readers.ts';
import type { Section } from '../../src/shared/contracts/sections.ts';
import type { UnlockCode } from '../../src/shared/contracts/unlock-codes.ts';
import { book, readers } from './book.ts';
import { openSqlite } from './packages.ts';

/**
 * The book and its readers in SQLite, as the field would keep them: WAL, and `synchronous=FULL`, since what was acknowledged
 * must be on the disk here as there. Every statement is prepared once.
 */
export function openPeerDatabase(folder: string) {
  const db = openSqlite(path.join(folder, 'peer.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`
    CREATE TABLE IF NOT EXISTS sections (id TEXT PRIMARY KEY, sectionNumber INTEGER UNIQUE, title TEXT, content TEXT,
      contentReduced70 TEXT, contentReduced30 TEXT, contentLine TEXT, createdAt TEXT, updatedAt TEXT);
    CREATE TABLE IF NOT EXISTS unlockCodes (id TEXT PRIMARY KEY, key TEXT UNIQUE, code TEXT, maxSection INTEGER, label TEXT,
      createdAt TEXT, updatedAt TEXT);
    CREATE TABLE IF NOT EXISTS musicCodes (id TEXT PRIMARY KEY, key TEXT UNIQUE, code TEXT, spotifyUrl TEXT, trackTitle TEXT,
      artist TEXT, description TEXT, createdAt TEXT, updatedAt TEXT);
    CREATE TABLE IF NOT EXISTS galleryImages (id TEXT PRIMARY KEY, title TEXT, imageUrl TEXT, description TEXT,
      displayOrder INTEGER, createdAt TEXT, updatedAt TEXT);
    CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, maxSection INTEGER, email TEXT, createdAt TEXT, updatedAt TEXT)
      WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS chatMessages (id TEXT PRIMARY KEY, readerId TEXT, role TEXT, content TEXT, level INTEGER,
      timestamp TEXT);
    CREATE INDEX IF NOT EXISTS byReader ON chatMessages (readerId, timestamp);`);

  const putUser = db.prepare<never>(
    `INSERT INTO users VALUES (@id, @maxSection, @email, @createdAt, @updatedAt)
     ON CONFLICT (id) DO UPDATE SET maxSection = @maxSection, updatedAt = @updatedAt`,
  );
  const putMessage = db.prepare<never>(
    'INSERT INTO chatMessages VALUES (@id, @readerId, @role, @content, @level, @timestamp)',
  );

  return {
    db,
    sections: db.prepare<Section>('SELECT * FROM sections ORDER BY sectionNumber'),
    unlockCodes: db.prepare<UnlockCode>(
      'SELECT id, code, maxSection, label, createdAt, updatedAt FROM unlockCodes ORDER BY maxSection',
    ),
    galleryImages: db.prepare<GalleryImage>('SELECT * FROM galleryImages ORDER BY displayOrder'),
    musicCode: db.prepare<Pick<MusicCode, 'trackTitle' | 'artist' | 'description' | 'spotifyUrl'>>(
      'SELECT trackTitle, artist, description, spotifyUrl FROM musicCodes WHERE key = ?',
    ),
    unlockCode: db.prepare<{ maxSection: number }>('SELECT maxSection FROM unlockCodes WHERE key = ?'),
    user: db.prepare<User>('SELECT * FROM users WHERE id = ?'),
    conversation: db.prepare<StoredChatMessage>(
      'SELECT * FROM chatMessages WHERE readerId = ? AND level <= ? ORDER BY timestamp',
    ),
    putUser,
    putMessage,
    /** A message, and its reader if new, in one transaction. */
    putFirst: db.transaction((user: User | undefined, message: StoredChatMessage) => {
      if (user) putUser.run(user);
      putMessage.run(message);
    }),
  };
}

/** Puts in the same book and readers that {@link seedSite} puts into ours. */
export function seedPeer(folder: string, count: number): void {
  const { db, putUser, putMessage } = openPeerDatabase(folder);
  const insert = (table: string, records: readonly object[], columns: readonly string[]) => {
    const marks = columns.map((column) => `@${column}`).join(', ');
    const statement = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
    const empty = Object.fromEntries(columns.map((column) => [column, null]));
    for (const record of records) statement.run({ ...empty, ...record });
  };
  const { sections, unlockCodes, musicCodes, galleryImages } = book();
  const keyed = <T extends { code: string }>(records: readonly T[]) =>
    records.map((record) => ({ ...record, key: codeKey(record.code) }));
  const times = ['createdAt', 'updatedAt'];
  const texts = ['title', 'content', 'contentReduced70', 'contentReduced30', 'contentLine'];
  db.transaction(() => {
    insert('sections', sections, ['id', 'sectionNumber', ...texts, ...times]);
    insert('unlockCodes', keyed(unlockCodes), ['id', 'key', 'code', 'maxSection', 'label', ...times]);
    const track = ['spotifyUrl', 'trackTitle', 'artist', 'description'];
    insert('musicCodes', keyed(musicCodes), ['id', 'key', 'code', ...track, ...times]);
    insert('galleryImages', galleryImages, [
      'id',
      'displayOrder',
      'title',
      'imageUrl',
      'description',
      ...times,
    ]);
    for (const { user, messages } of readers(count)) {
      putUser.run(user);
      for (const message of messages) putMessage.run(message);
    }
  })();
  db.close();
}
