export const adminTabs = ['sezioni', 'codici-sblocco', 'codici-musica', 'galleria', 'backup'] as const;

export type AdminTab = (typeof adminTabs)[number];

export const settingsSheet = 'impostazioni';

export const binSheet = 'cestino';

export const numbersSheet = 'numeri';

export const accessSheet = 'accesso';

/** `foglio` of the book; a part follows after a point: `libro.trama`. */
export const bookSheet = 'libro';

export const characterSheet = 'personaggio';

export const articlesPart = 'articoli';

export const packagePart = 'pacchetto';

export const chaptersPart = 'capitoli';

export const newEntry = 'nuova';

/** The first tab for an unknown name. */
export function tabOf(scheda: string | undefined): AdminTab {
  return adminTabs.find((tab) => tab === scheda) ?? adminTabs[0];
}
