/** The five tabs, in order; `slug` is how the address names them. */
export const adminTabs = [
  { slug: 'sezioni', label: 'Sezioni' },
  { slug: 'codici-sblocco', label: 'Codici Sblocco' },
  { slug: 'codici-musica', label: 'Codici Musica' },
  { slug: 'galleria', label: 'Galleria' },
  { slug: 'backup', label: 'Backup' },
] as const;

export type AdminTab = (typeof adminTabs)[number]['slug'];

/** The `voce` of an entry that is being added. */
export const newEntry = 'nuova';

/** Where the author is in the panel: `/admin?scheda=galleria&voce=<id>`. */
export interface AdminSearch {
  /** The open tab; the first one when absent. */
  scheda?: AdminTab;
  /** The entry whose dialog is open: its id, or {@link newEntry}. */
  voce?: string;
}

const isTab = (name: unknown): name is AdminTab => adminTabs.some(({ slug }) => slug === name);

/** What an address says of the panel; whatever it does not understand counts as absent, and leaves the address. */
export function readAdminSearch({ scheda, voce }: Record<string, unknown>): AdminSearch {
  // The router reads an id of digits alone as a number.
  const id = typeof voce === 'string' || typeof voce === 'number' ? String(voce) : '';
  return { scheda: isTab(scheda) ? scheda : undefined, voce: id || undefined };
}

/** The tab of a bookmark from when the address named it after a `#`. */
export function tabOfHash(hash: string): AdminTab | undefined {
  return isTab(hash) ? hash : undefined;
}
