import { isIP } from 'node:net';
import { AppError } from '#shared/errors.ts';

/** The address by which the site is called, as the request and the settings say it. */
export interface SiteAddress {
  publicUrl: string | undefined;
  host: string;
}

/** Whom a passkey is made for (`id`, a name), and from which pages it may be used. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

/**
 * With a PUBLIC_URL it alone counts, whatever `Host` says: a page of another name that passes requests on gets nothing signed.
 * Without one the site is being tried out, and is called as `Host` says, which the browser compares with its own page.
 *
 * @throws AppError IMPOSSIBLE where passkeys cannot work: at a number, or by another name than the public one
 */
export function relyingParty({ publicUrl, host }: SiteAddress): RelyingParty {
  const called = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  const own = publicUrl === undefined ? called : new URL(publicUrl);
  if (!own || !called) throw new AppError('IMPOSSIBLE');
  if (publicUrl !== undefined && called.host !== own.host) {
    throw new AppError('IMPOSSIBLE', `Le passkey valgono soltanto su ${own.origin}: apri il pannello da lì.`);
  }
  if (isIP(own.hostname.replace(/^\[|\]$/g, '')) > 0) {
    throw new AppError(
      'IMPOSSIBLE',
      'Le passkey vogliono un nome e non un numero: apri il pannello dal dominio del sito (sul tuo computer, da localhost).',
    );
  }
  const origins =
    publicUrl === undefined ? [`http://${called.host}`, `https://${called.host}`] : [own.origin];
  return { id: own.hostname, origins };
}
