/**
 * What must not reach a reader before its section. Found in texts by means of its own, so that leaks are not counted by the code that is to prevent them.
 */
export interface Term {
  text: string;
  /** An everyday word too: only with its capital letter it is the name. */
  nameOnly?: boolean;
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/[’‘]/g, "'");

/** Whether a text says the term, whatever stands between its words. */
export function says(text: string, { text: term, nameOnly }: Term): boolean {
  const written = plain(term).split(/[ -]/).join('[^\\p{L}\\p{N}]*');
  return new RegExp(`(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])`, nameOnly ? 'u' : 'iu').test(
    plain(text),
  );
}
