import { createHash } from 'node:crypto';
import { starter } from '../../shared/starter.ts';

const policy = {
  'default-src': "'self'",
  'script-src': `'self' 'sha256-${createHash('sha256').update(starter).digest('base64')}'`,
  // Dialogs lock the page's scroll with a style element of their own.
  'style-src': "'self' 'unsafe-inline'",
  // The author may show images of other sites, over https only.
  'img-src': "'self' https: data: blob:",
  'media-src': "'self' https: blob:",
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
  'connect-src': "'self' ws:",
});

/**
 * Puts the security headers on an answer; one that has a policy of its own (a sandboxed file) keeps it.
 * They are set on the response itself: h3's prepared headers would make a copy of it, and cost its length.
 */
export function setSecurityHeaders(
  response: Response,
  options: { secure: boolean; development: boolean },
): void {
  const { headers } = response;
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', options.development ? development : production);
  }
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  if (options.secure) headers.set('Strict-Transport-Security', 'max-age=31536000');
}
