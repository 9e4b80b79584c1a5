import type { CopyReason } from '#shared/contracts/copies.ts';

export const reasonWords: Record<CopyReason, string> = {
  daily: 'la copia del giorno',
  asked: 'chiesta da te',
  import: 'prima di importare un manoscritto',
  package: 'prima di importare un libro',
  restore: 'prima di tornare a un backup',
  update: 'all’aggiornamento del sito',
};
