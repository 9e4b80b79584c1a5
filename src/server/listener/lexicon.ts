import { isCalled } from '../text/addressing.ts';
import type { ListenerForms, Note, SlotId } from './texts.ts';
import { afterOpener, fillerAt, type Token } from './clause.ts';

export const articles: ReadonlySet<string> = new Set('il lo la l i gli le un uno una er o na n'.split(' '));
export const determiners: ReadonlySet<string> = new Set([...articles, ...'mio mia miei mie tuo'.split(' ')]);
export const possessives: ReadonlySet<string> = new Set('mio mia miei mie mi'.split(' '));

/** The words of a filler that follows an opener, and where both begin. */
interface Opened {
  at: number;
  from: number;
  filler: Token[];
  opener: readonly string[];
}

const setNames = [
  'stop',
  'names',
  'places',
  'school',
  'kin',
  'third',
  'sad',
  'dead',
  'friends',
  'animals',
  'moods',
  'events',
  'grave',
  'times',
  'opinions',
  'effects',
] as const;

/** The word lists of src/content/talk/ascolto-forme.yaml, ready to be asked. */
export type Lexicon = ReturnType<typeof openLexicon>;

export function openLexicon(forms: ListenerForms) {
  const sets = Object.fromEntries(
    setNames.map((name) => [name, new Set(forms[name])]),
  ) as unknown as Readonly<Record<(typeof setNames)[number], ReadonlySet<string>>>;
  const openers = new Map(
    Object.entries(forms.openers).map(([slot, list]) => [
      slot,
      // The longest first: «mi piace tantissimo» before «mi piace».
      list.map((line) => line.split(' ')).toSorted((a, b) => b.length - a.length),
    ]),
  );
  const isName = (token: Token | undefined): token is Token =>
    token !== undefined && sets.names.has(token.folded);

  return {
    ...sets,
    /** Words that end a filler which may have a preposition in it. */
    loose: new Set(forms.stop.filter((word) => !forms.kept.includes(word))) as ReadonlySet<string>,
    isName,
    isRefused: (slot: string, token: Token | undefined) =>
      token === undefined || (forms.refuse[slot] ?? []).includes(token.folded),
    isTrade: (token: Token | undefined) =>
      token !== undefined &&
      (/(?:ista|aio|aia|iere|iera|trice|ologo|ologa|tore|ante)$/.test(token.folded) ||
        forms.trades.some((trade) => token.folded.startsWith(trade))),
    /** Without the small words that a filler was cut off after. */
    trimmed(filler: readonly Token[]): Token[] {
      const words = [...filler];
      const isSmall = (word = '') => sets.stop.has(word) || articles.has(word);
      while (words.length > 1 && isSmall(words.at(-1)?.folded)) words.pop();
      return words;
    },
    /** Every filler after an opener of the slot. */
    *afterOpeners(
      slot: string,
      tokens: readonly Token[],
      most: number,
      stop: ReadonlySet<string> = sets.stop,
    ): Generator<Opened> {
      for (const at of tokens.keys()) {
        // «Mi chiamo Anna, e tu?» tells a name; any other question tells nothing.
        if (tokens[at - 1]?.folded === 'non') continue;
        for (const opener of openers.get(slot) ?? []) {
          const from = afterOpener(tokens, at, opener);
          if (from < 0 || from >= tokens.length) continue;
          const tellsName = slot.startsWith('nome') && (tokens.some(isName) || tokens[from + 1]?.opens);
          if (tokens[at]?.asks && !tellsName) break;
          yield { at, from, filler: fillerAt(tokens, from, stop, most), opener };
          break;
        }
      }
    },
  };
}

export const isCapital = (token: Token) => /^\p{Lu}\p{Ll}/u.test(token.written);

export const capitalised = (text: string) =>
  text.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());

export const noteOf = (slot: SlotId, values: Record<string, string>, grave = false): Note => ({
  slot,
  values,
  grave,
});

/** Whether nothing of weight stands before the word in its clause. */
export function opensStatement(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1]?.folded ?? '';
  return (
    !token ||
    token.opens ||
    isCalled(before) ||
    /^(?:io|ciao|e|comunque|ma|no|si|hi|hello|hey|and|y|et|und|hallo|hola|salut|bonjour)$/.test(before)
  );
}
