/** Where the author is in the panel: `/admin?scheda=galleria&voce=<id>`. In the first load of every page: kept small. */
export interface AdminSearch {
  /** The open tab; the first one when absent or unknown. */
  scheda?: string;
  /** The entry whose dialog is open: its id, or `nuova`. */
  voce?: string;
  /** A sheet over the panel, of no tab: `impostazioni`, `accesso`. */
  foglio?: string;
}

/** What an address says of the panel; values of another kind count as absent. The router reads digits alone as a number. */
export function readAdminSearch({ scheda, voce, foglio }: Record<string, unknown>): AdminSearch {
  return { scheda: textOf(scheda), voce: textOf(voce), foglio: textOf(foglio) };
}

const textOf = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
