/** The five tabs, in order, as the address names them. */
export const adminTabs = ['sezioni', 'codici-sblocco', 'codici-musica', 'galleria', 'backup'] as const;

export type AdminTab = (typeof adminTabs)[number];

/** The `foglio` of the settings. */
export const settingsSheet = 'impostazioni';

/** The `foglio` of what was deleted. */
export const binSheet = 'cestino';

/** The `foglio` of the numbers. */
export const numbersSheet = 'numeri';

/** The `foglio` of the ways in. */
export const accessSheet = 'accesso';

/** The `foglio` of the book, followed by a point and the part that is open: `libro.trama`. */
export const bookSheet = 'libro';

/** The part of the book where it is exported and imported. */
export const packagePart = 'pacchetto';

/** The `voce` of an entry that is being added. */
export const newEntry = 'nuova';

/** The tab that an address names; the first one for any other name. */
export function tabOf(scheda: string | undefined): AdminTab {
  return adminTabs.find((tab) => tab === scheda) ?? adminTabs[0];
}
