/** The panel's search parameters: `/admin?scheda=galleria&voce=<id>`. Part of every page's first load: kept small. */
export interface AdminSearch {
  scheda?: string;
  /** Id of the entry in the open dialog, or `nuova`. */
  voce?: string;
  /** Open sheet that belongs to no tab: `impostazioni`, `accesso`. */
  foglio?: string;
}

/** Validates search parameters; the router parses values of digits only as numbers. */
export function readAdminSearch({ scheda, voce, foglio }: Record<string, unknown>): AdminSearch {
  return { scheda: textOf(scheda), voce: textOf(voce), foglio: textOf(foglio) };
}

const textOf = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
