/** What the store does by itself and a log should tell. Sizes in bytes, times in milliseconds. */
export type StoreEvent =
  | { type: 'created'; file: string }
  | { type: 'replayed'; mutations: number }
  /** A crash left a half-written last line in the journal: it was never acknowledged, and is cut off. */
  | { type: 'torn-tail-cut'; file: string; bytes: number }
  | { type: 'lock-taken-over'; file: string; pid: number }
  | { type: 'migrated'; from: number; to: number; copy: string }
  /** A backup took the place of the database. */
  | { type: 'replaced' }
  | { type: 'folded'; bytes: number; records: number; milliseconds: number }
  | { type: 'fold-failed'; error: unknown }
  /** A batch of mutations was refused by the disk; memory was read anew. */
  | { type: 'write-failed'; error: unknown; mutations: number }
  | { type: 'read-only'; error: unknown };

export type OnStoreEvent = (event: StoreEvent) => void;
