import { diffArrays } from 'diff';
import { absenceMarks, hasMarks, readPassages } from '#shared/witnessed.ts';

/** Lines of this length match anywhere; shorter ones («Sì.») only at the same place. */
const minDistinctiveLength = 30;

/** A newer text with the stored section's «non c’ero» marks, and the number of marked passages. */
export interface KeptMarks {
  content: string;
  passages: number;
}

/**
 * Copies the stored section's marks into a newer text without marks, because a manuscript lacks them and the
 * protagonist would learn those passages. Replaced lines of a marked passage are marked; a text with its own marks is
 * unchanged.
 */
export function keepMarks(content: string, stored: string): KeptMarks {
  if (content === '' || hasMarks(content) || !hasMarks(stored)) return { content, passages: 0 };
  const old = readPassages(stored).filter(({ line }) => line.trim() !== '');
  const lines = content.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const unwitnessed = unwitnessedLines(
    old.map(({ line, unwitnessed }) => ({ line: fold(line), unwitnessed })),
    filled.map(fold),
  );
  const isUnchanged =
    old.length === filled.length &&
    old.every(({ line, unwitnessed: was }, i) => line.trim() === filled[i]?.trim() && was === unwitnessed[i]);
  const marked = insertMarks(lines, unwitnessed);
  return isUnchanged ? { ...marked, content: stored } : marked;
}

/** For each line of the newer text: whether it is, or replaces, a marked line. */
function unwitnessedLines(
  old: readonly { line: string; unwitnessed: boolean }[],
  newLines: string[],
): boolean[] {
  const distinctiveLines = new Set(
    old
      .filter(({ line, unwitnessed }) => unwitnessed && line.length >= minDistinctiveLength)
      .map(({ line }) => line),
  );
  const changes = diffArrays(
    old.map(({ line }) => line),
    newLines,
  );
  const flags: boolean[] = [];
  let at = 0;
  let replacesMarked = false;
  for (const { added, removed, count } of changes) {
    const part = old.slice(at, at + count);
    if (removed) {
      replacesMarked = part.some(({ unwitnessed }) => unwitnessed);
      at += count;
    } else if (added) {
      // New lines within a passage belong to it.
      const isWithin = (old[at - 1]?.unwitnessed ?? false) && (old[at]?.unwitnessed ?? false);
      for (let copy = 0; copy < count; copy += 1) flags.push(replacesMarked || isWithin);
      replacesMarked = false;
    } else {
      flags.push(...part.map(({ unwitnessed }) => unwitnessed));
      at += count;
      replacesMarked = false;
    }
  }
  return flags.map((isMarked, i) => isMarked || distinctiveLines.has(newLines[i] ?? ''));
}

function insertMarks(lines: readonly string[], unwitnessed: readonly boolean[]): KeptMarks {
  const result: string[] = [];
  let passages = 0;
  let place = 0;
  let end: number | undefined;
  const close = () => {
    if (end !== undefined) result.splice(end, 0, absenceMarks.close);
    end = undefined;
  };
  for (const line of lines) {
    const isFilled = line.trim() !== '';
    const isMarked = isFilled && unwitnessed[place] === true;
    if (isFilled) place += 1;
    if (isFilled && !isMarked) close();
    if (isMarked && end === undefined) {
      result.push(absenceMarks.open);
      passages += 1;
    }
    result.push(line);
    if (isMarked) end = result.length;
  }
  close();
  return { content: result.join('\n'), passages };
}

const fold = (line: string) =>
  line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
