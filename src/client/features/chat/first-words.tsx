import { currentBook } from '#client/current-book.ts';
import { knownReaderKey } from '#shared/boot.ts';
import { speakerLabel } from './format.ts';

/**
 * The prerendered greeting, visible until the history has a message (specification, section 4). CSS hides it for known
 * readers by the root attribute.
 */
export function FirstWords() {
  return (
    <div className="terminal-row terminal-first-words" data-speaker="assistant">
      <p className="terminal-row-head">
        <span className="terminal-speaker">{speakerLabel(currentBook().character.name)}</span>
      </p>
      <p className="terminal-row-text">{currentBook().character.greeting}</p>
    </div>
  );
}

/** Whether this browser had a conversation; `true` without storage. */
export function hasTalkedBefore(): boolean {
  try {
    return localStorage.getItem(knownReaderKey) !== null;
  } catch {
    return true;
  }
}

export function rememberReader(hasTalked: boolean): void {
  try {
    if (hasTalked) localStorage.setItem(knownReaderKey, '1');
    else localStorage.removeItem(knownReaderKey);
  } catch {
    // Storage may be blocked.
  }
}
