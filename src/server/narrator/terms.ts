import { LRUCache } from 'lru-cache';
import { memoizeByObject } from '#shared/memoize-by-object.ts';
import { foldChatSpelling } from '../text/chat-spelling.ts';
import { isStopWord, stem } from '../text/italian.ts';

/** What stands before a word that says nothing of what a text is about: such words only tell how something is asked. */
const asking = '_';

export const isContent = (term: string): boolean => !term.startsWith(asking);

/** Words that ask the same, whatever they agree with or are cut to. */
const askingAlike = new Map(
  [
    'quanto quanta quanti quante quant',
    'che cosa cos cose checosa',
    'dove dov ndo',
    'come com',
    'quale quali qual',
    'perche pecche',
  ]
    .map((line) => line.split(' '))
    .flatMap((line) => line.map((word) => [word, line[0] ?? word] as const)),
);

/** The reader's last messages are gone through at every turn. */
const termsByText = new LRUCache<string, ReadonlyMap<string, string>>({ max: 300 });

/** The terms of a text, folded, each with the word it comes from; repetitions are left out. */
export function termsIn(text: string): ReadonlyMap<string, string> {
  const terms = termsByText.get(text) ?? readTerms(text);
  termsByText.set(text, terms);
  return terms;
}

function readTerms(text: string): Map<string, string> {
  const terms = new Map<string, string>();
  for (const [word] of foldChatSpelling(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    const alike = askingAlike.get(word);
    terms.set(alike || isStopWord(word) ? asking + (alike ?? word) : stem(word), word);
  }
  return terms;
}

/** The content terms of a text. */
export function contentTerms(text: string): Set<string> {
  return new Set([...termsIn(text).keys()].filter(isContent));
}

/** The words of those, folded. */
export const contentWords = (text: string): string[] =>
  [...termsIn(text)].flatMap(([term, word]) => (isContent(term) ? [word] : []));

/** Adds a place to the list of a key. */
export function post<Key>(lists: Map<Key, number[]>, key: Key, at: number): void {
  const found = lists.get(key);
  if (found) found.push(at);
  else lists.set(key, [at]);
}

/** Lists that end with one record: of the open cards a reply looks through all, through those that answer and through those of the story. */
const listsKept = 4;

/**
 * What `make` gives for a list of records, kept as long as its last record is and while no more than a few other lists end with
 * it: readers of one level share it.
 */
export function perList<Source extends object, Made>(
  make: (list: readonly Source[]) => Made,
): (list: readonly Source[]) => Made | undefined {
  const keptOf = memoizeByObject<Source, { list: readonly Source[]; made: Made }[]>(() => []);
  return (list) => {
    const last = list.at(-1);
    if (!last) return undefined;
    const kept = keptOf(last);
    const at = kept.findIndex(
      (one) => one.list.length === list.length && one.list.every((record, place) => record === list[place]),
    );
    const [found = { list: [...list], made: make(list) }] = at < 0 ? [] : kept.splice(at, 1);
    kept.unshift(found);
    kept.length = Math.min(kept.length, listsKept);
    return found.made;
  };
}
