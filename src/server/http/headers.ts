import { createHash } from 'node:crypto';

const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  // Dialogs lock the page's scroll with a style element of their own.
  'style-src': "'self' 'unsafe-inline'",
  // A page names those of other sites that it shows: allowImagesFrom.
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'frame-src': 'https://open.spotify.com',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

function serialise(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

const production = serialise(policy);
/** Hot reload needs an inline script and a web socket. */
const development = serialise({
  ...policy,
  'script-src': "'self' 'unsafe-inline'",
  'img-src': "'self' https: data: blob:",
  'connect-src': "'self' ws:",
});

/** The policy of a page without an inline script, as the panel's is. */
export const policyOfPlainPage = production;

/** The policy of a page: beside the site's own files it may run its inline script, known by its hash. */
export function policyOfPage(inlineScript: string): string {
  const hash = createHash('sha256').update(inlineScript).digest('base64');
  return serialise({ ...policy, 'script-src': `'self' 'sha256-${hash}'` });
}

/** Images that the author shows from elsewhere, over https. What a policy would read as more than one name is left out. */
const otherSite = /^https:\/\/[\w.-]+(?::\d+)?$/;

/** @param sites their origins; `https:` for every one: the panel shows an address while it is being written */
export function allowImagesFrom(policyText: string, sites: Iterable<string>): string {
  const safe = [...new Set(sites)].filter((site) => site === 'https:' || otherSite.test(site));
  return safe.length === 0 ? policyText : policyText.replace("img-src 'self'", `$& ${safe.join(' ')}`);
}

export const policyName = 'Content-Security-Policy';
const always = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

// Without includeSubDomains: what else lives under the domain is not ours to decide about.
const alwaysOverHttps = { ...always, 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * Puts the security headers and the cookies on an answer; one that has a policy of its own (a page, a sandboxed file) keeps it.
 * They are set on the response itself: h3's prepared headers would make a copy of it, and cost its length.
 *
 * @param cookies whole `Set-Cookie` lines; a refusal sets none
 */
export function completeHeaders(
  response: Response,
  secure: boolean,
  isDevelopment: boolean,
  cookies: readonly string[],
): void {
  const { headers } = response;
  if (!headers.has(policyName)) headers.set(policyName, isDevelopment ? development : production);
  for (const [name, value] of Object.entries(secure ? alwaysOverHttps : always)) headers.set(name, value);
  if (response.status < 400) for (const cookie of cookies) headers.append('Set-Cookie', cookie);
}
