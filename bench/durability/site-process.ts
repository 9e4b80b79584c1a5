import { adminPassword } from '../../tests/support/admin-password.ts';
import { ServerProcess } from '../../tests/support/server-process.ts';

interface SiteProcessOptions {
  env?: Record<string, string>;
  /** Runs as this user: a file's permissions mean nothing to root. */
  uid?: number;
}

/** The built server as deploy/libro.service starts it, without the demonstration book and with its store's events logged. */
export class SiteProcess extends ServerProcess {
  constructor(folder: string, { env, uid }: SiteProcessOptions = {}) {
    super(folder, {
      env: { MALLOC_ARENA_MAX: '2', DEMO: 'off', LOG_LEVEL: 'info', ...env },
      nodeFlags: ['--max-semi-space-size=8'],
      ...(uid !== undefined && { uid }),
    });
  }

  /** The store's events since the last start, as logged. */
  get events(): { type: string; [detail: string]: unknown }[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('"msg":"store"'))
      .map((line) => (JSON.parse(line) as { event: { type: string } }).event);
  }
}

/** For the first start alone: deriving the administrator's password takes a third of a second. */
export const firstStart = { ADMIN_PASSWORD: adminPassword };
