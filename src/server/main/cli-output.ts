import { AppError } from '#shared/errors.ts';
import { BucketError } from '../storage/bucket/types.ts';
import { ArchiveError } from '../storage/files/archive.ts';
import { StoreError } from '../storage/store/store-error.ts';
import { EnvError } from './env.ts';

/** What the program says to the person who starts it, on the terminal and not in the log. */
export const announce = {
  online(url: string): void {
    console.log(`Il sito è in linea su ${url}`);
  },
  password(password: string): void {
    console.log(
      [
        '',
        '  Password dell’amministratore (mostrata solo questa volta):',
        '',
        `      ${password}`,
        '',
        '  Accedi da /admin. In «Accesso» ne scegli un’altra, aggiungi una passkey e stampi i codici di recupero.',
        '',
      ].join('\n'),
    );
  },
  demoCodes(codes: readonly { code: string; opens: string }[]): void {
    console.log(
      [
        '  Codici del libro dimostrativo (stanno anche nel pannello):',
        '',
        ...codes.map(({ code, opens }) => `      ${code}  ${opens}`),
        '',
      ].join('\n'),
    );
  },
  publishedCodes(codes: readonly string[]): void {
    console.log(
      `Attenzione: ${codes.join(', ')} stanno nel programma, che chiunque può leggere, e aprono il sito: cambiali nel pannello.`,
    );
  },
  lines(lines: string[]): void {
    console.log(lines.join('\n'));
  },
  /** Ends the program with what kept it from its work. Status 75: another machine works in the bucket (see libro.service). */
  failure(error: unknown): never {
    console.error(explainFailure(error));
    process.exit(error instanceof BucketError && error.failure === 'occupied' ? 75 : 1);
  },
} as const;

/** One clear line for what the author can mend, the whole error for the rest. */
function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([EnvError, StoreError, BucketError, ArchiveError, AppError].some((kind) => error instanceof kind))
    return error.message;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'La porta è già occupata da un altro programma: scegline un’altra con PORT.';
  }
  // A file or folder that may not be read or written, is no folder, or lies on a full disk.
  if ('path' in error && 'syscall' in error) {
    return `Il sito non può usare ${String(error.path)}: ${error.message}`;
  }
  return error.stack ?? error.message;
}
