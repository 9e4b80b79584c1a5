/** The paths of the application; any other is answered with status 404 and the not-found page. */
export const pages = [
  '/',
  '/chat',
  '/admin',
  '/sato-lenz',
  '/codex',
  '/quantum-age',
  '/w01f-grizzly-warden',
  '/b03-arctic-seeder',
  '/l72-ironwind',
] as const;
