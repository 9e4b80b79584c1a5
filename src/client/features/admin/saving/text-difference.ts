import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';

/** A stretch of a text: both sides have it, or only this one. `gap`: so many characters are left out here. */
export interface Stretch {
  text: string;
  isOwn: boolean;
  gap?: number;
}

/** Two texts of which every word is another take longer than anybody waits: then whole lines are compared. */
const wordsMilliseconds = 1_500;
/** What both have is shown so far around what differs. */
const aroundCharacters = 160;

/** Both texts, each with what the other has not. What they share at length is left out but for its edges. */
export function textDifference(one: string, other: string): { one: Stretch[]; other: Stretch[] } {
  const changes = diffWordsWithSpace(one, other, { timeout: wordsMilliseconds }) ?? diffLines(one, other);
  return { one: sideOf(changes, 'removed'), other: sideOf(changes, 'added') };
}

function sideOf(changes: readonly ChangeObject<string>[], own: 'added' | 'removed'): Stretch[] {
  return changes.flatMap(({ value, added, removed }, index): Stretch[] => {
    if (added || removed) return (own === 'added' ? added : removed) ? [{ text: value, isOwn: true }] : [];
    if (value.length <= 2 * aroundCharacters) return [{ text: value, isOwn: false }];
    const before = index === 0 ? '' : value.slice(0, aroundCharacters);
    const after = index === changes.length - 1 ? '' : value.slice(-aroundCharacters);
    const gap = value.length - before.length - after.length;
    return [
      { text: before, isOwn: false },
      { text: '', isOwn: false, gap },
      { text: after, isOwn: false },
    ];
  });
}
