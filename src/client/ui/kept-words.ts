/**
 * Saves typed text in sessionStorage on `pagehide`, so that a reload restores it.
 *
 * @param words the current text; empty when there is nothing to save
 * @returns the text saved before the reload, on the first call; then an empty text
 */
export function keepWords(key: string, words: () => string): () => string {
  if (typeof window === 'undefined') return () => '';
  const name = `parole-${key}`;
  let isTaken = false;
  addEventListener('pagehide', () => {
    try {
      if (words()) sessionStorage.setItem(name, words());
      else sessionStorage.removeItem(name);
    } catch {
      // Storage may be full or blocked.
    }
  });
  return () => {
    if (isTaken) return '';
    isTaken = true;
    try {
      return sessionStorage.getItem(name) ?? '';
    } catch {
      return '';
    }
  };
}
