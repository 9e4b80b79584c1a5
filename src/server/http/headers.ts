import type { H3Event } from 'h3';

const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
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

/** The security headers of every answer. */
export function setSecurityHeaders(event: H3Event, options: { secure: boolean; development: boolean }): void {
  const { headers } = event.res;
  headers.set('Content-Security-Policy', options.development ? development : production);
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  if (options.secure) headers.set('Strict-Transport-Security', 'max-age=31536000');
}
