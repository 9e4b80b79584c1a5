const key = 'codice';
const handOverKey = 'prosegui';

/**
 * The address that opens the chat with a code in its bar: in the fragment, which a browser sends to nobody and no log has.
 *
 * @param origin for example `https://libro.example`
 */
export function codeLink(origin: string, code: string): string {
  return `${origin}/chat#${codeHash(code)}`;
}

/** The same for a link within the application: the fragment alone, without its `#`. */
export const codeHash = (code: string): string => `${key}=${encodeURIComponent(code.trim())}`;

/** The address that opens the chat on another device, to go on there with the same conversation. */
export function handOverLink(origin: string, code: string): string {
  return `${origin}/chat#${handOverKey}=${encodeURIComponent(code)}`;
}

/**
 * The code in an address's fragment, trimmed and at most as long as a code may be; `undefined` when there is none.
 *
 * @param hash with or without its `#`
 */
export const codeInHash = (hash: string): string | undefined => valueInHash(hash, key);

/** The same of a code that makes this browser the reader of another one. */
export const handOverInHash = (hash: string): string | undefined => valueInHash(hash, handOverKey);

function valueInHash(hash: string, of: string): string | undefined {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get(of)?.trim();
  return code ? code.slice(0, 128) : undefined;
}
