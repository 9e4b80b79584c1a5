import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';

/** Part of a text: common, or only on this side. `gap`: number of omitted characters. */
export interface Stretch {
  text: string;
  isOwn: boolean;
  gap?: number;
}

/** Timeout of the word diff, in milliseconds; then whole lines are compared. */
const wordsMilliseconds = 1_500;
const aroundCharacters = 160;

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
