const key = 'codice';

/**
 * The address that opens the chat with a code in its bar: in the fragment, which a browser sends to nobody and no log has.
 *
 * @param origin for example `https://ilrespirodiferro.it`
 */
export function codeLink(origin: string, code: string): string {
  return `${origin}/chat#${key}=${encodeURIComponent(code.trim())}`;
}

/**
 * The code in an address's fragment, trimmed and at most as long as a code may be; `undefined` when there is none.
 *
 * @param hash with or without its `#`
 */
export function codeInHash(hash: string): string | undefined {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get(key)?.trim();
  return code ? code.slice(0, 128) : undefined;
}
