/** The five tabs, in order; `hash` is the URL's. */
export const adminTabs = [
  { hash: 'sezioni', label: 'Sezioni' },
  { hash: 'codici-sblocco', label: 'Codici Sblocco' },
  { hash: 'codici-musica', label: 'Codici Musica' },
  { hash: 'galleria', label: 'Galleria' },
  { hash: 'backup', label: 'Backup' },
] as const;

export type AdminTab = (typeof adminTabs)[number]['hash'];

/** The tab a hash names; the first one for any other. */
export function tabOfHash(hash: string): AdminTab {
  return adminTabs.find((tab) => tab.hash === hash)?.hash ?? adminTabs[0].hash;
}

/** The pages that no other page links to: the author reaches them from here. */
export const hiddenPages = [
  { path: '/sato-lenz', label: 'Sato-Lenz' },
  { path: '/codex', label: 'Codex' },
  { path: '/quantum-age', label: 'Era della Coerenza' },
  { path: '/w01f-grizzly-warden', label: 'W-01F' },
  { path: '/b03-arctic-seeder', label: 'B-03' },
  { path: '/l72-ironwind', label: 'L-72' },
] as const;
