/**
 * Keeps in this tab, when the page is put away, what was being typed: a page that is loaded anew has it again.
 *
 * @param words what is being typed at that moment; empty when there is nothing to keep
 * @returns what the page before this one had kept, the first time it is asked for; else an empty text
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
      // Storage that is full or forbidden costs the words, as before.
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
