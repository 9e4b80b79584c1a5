const key = 'codice';
const pairingKey = 'prosegui';

/**
 * Address that opens the chat with a code filled in. The code is in the fragment, which reaches neither servers nor
 * logs.
 *
 * @param origin for example `https://libro.example`
 */
export function codeLink(origin: string, code: string): string {
  return `${origin}/chat#${codeHash(code)}`;
}

/** Fragment for a link within the application, without its `#`. */
export const codeHash = (code: string): string => `${key}=${encodeURIComponent(code.trim())}`;

/** Address that opens the chat on another device to continue the same conversation. */
export function pairingLink(origin: string, code: string): string {
  return `${origin}/chat#${pairingKey}=${encodeURIComponent(code)}`;
}

/**
 * The code in a URL fragment, trimmed and cut to the maximum length; `undefined` without one.
 *
 * @param hash with or without its `#`
 */
export const codeInHash = (hash: string): string | undefined => valueInHash(hash, key);

/** The pairing code in a URL fragment, read like {@link codeInHash}. */
export const pairingCodeInHash = (hash: string): string | undefined => valueInHash(hash, pairingKey);

function valueInHash(hash: string, of: string): string | undefined {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get(of)?.trim();
  return code ? code.slice(0, 128) : undefined;
}
