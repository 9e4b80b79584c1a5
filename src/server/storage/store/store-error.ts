type StoreErrorKind = 'damaged' | 'locked' | 'newer-schema' | 'unreadable';

/**
 * Why the database cannot be opened: one Italian sentence for the author, who reads it on the terminal.
 * Nothing on the disk has been changed when it is thrown.
 */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly kind: StoreErrorKind;
  /** The file the sentence speaks of. */
  readonly file: string;
  /** What is wrong in a few words, for a list. */
  readonly reason: string;

  constructor(
    kind: StoreErrorKind,
    file: string,
    message: string,
    options: { reason?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.file = file;
    this.reason = options.reason ?? message;
  }
}

/** The process would be ended in the middle of reading: nothing is deleted to make room. */
export function tooLargeError(file: string): StoreError {
  const reason = 'è più grande della memoria che il programma può usare qui';
  return new StoreError(
    'unreadable',
    file,
    `Il file ${file} ${reason}: il sito non parte e non cancella niente; serve una macchina con più memoria, ` +
      'oppure NODE_OPTIONS=--max-old-space-size=<megabyte>.',
    { reason },
  );
}

/** @param reason what is wrong, in Italian, as it reads inside brackets */
export function damagedError(file: string, reason: string, cause?: unknown): StoreError {
  return new StoreError(
    'damaged',
    file,
    `Il file ${file} è danneggiato (${reason}): per non perdere altro il sito non parte; ` +
      'per tornare a un backup: npm run restore -- <database.json>',
    { reason, cause },
  );
}
