export type StoreErrorKind = 'damaged' | 'locked' | 'newer-schema' | 'unreadable';

/**
 * Why the database cannot be opened: one Italian sentence for the author, who reads it on the terminal.
 * Nothing on the disk has been changed when it is thrown.
 */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly kind: StoreErrorKind;
  /** The file the sentence speaks of. */
  readonly file: string;

  constructor(kind: StoreErrorKind, file: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
    this.file = file;
  }
}

/** @param reason what is wrong, in Italian, as it reads inside brackets */
export function damaged(file: string, reason: string, cause?: unknown): StoreError {
  return new StoreError(
    'damaged',
    file,
    `Il file ${file} è danneggiato (${reason}): per non perdere altro il sito non parte; ` +
      'per tornare a un backup: npm run restore -- <database.json>',
    { cause },
  );
}
