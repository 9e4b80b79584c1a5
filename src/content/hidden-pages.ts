import type { articleSlugs } from '#shared/pages.ts';

/** Pages without a link from other pages: the author opens them from the panel. */
export const hiddenPages: readonly { path: `/${(typeof articleSlugs)[number]}`; label: string }[] = [
  { path: '/sato-lenz', label: 'Sato-Lenz' },
  { path: '/codex', label: 'Codex' },
  { path: '/quantum-age', label: 'Era della Coerenza' },
  { path: '/w01f-grizzly-warden', label: 'W-01F' },
  { path: '/b03-arctic-seeder', label: 'B-03' },
  { path: '/l72-ironwind', label: 'L-72' },
];
