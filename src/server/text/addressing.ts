import { foldChatSpelling } from './chat-spelling.ts';
import { escapePattern } from './escape-pattern.ts';

/** What readers call the characters of this process by, folded. */
const called = new Set<string>();

/** Readers call a character by name in any sentence: from now on the rules that read messages pass over this one. */
export function callBy(name: string): void {
  const folded = foldChatSpelling(name).trim();
  if (folded) called.add(folded);
}

/** Whether a folded word is what a character is called by. */
export const isCalled = (word: string) => called.has(word);

/** A rule with the characters' names in it, made anew when there is another. @param make gets them as alternatives */
export function withNames(make: (names: string) => RegExp): () => RegExp {
  let lastRule: { of: number; rule: RegExp } | undefined;
  return () => {
    if (lastRule?.of !== called.size) lastRule = { of: called.size, rule: make(namesPattern()) };
    return lastRule.rule;
  };
}

const namesPattern = () => (called.size === 0 ? '(?!)' : [...called].map(escapePattern).join('|'));
