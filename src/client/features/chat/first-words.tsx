import { currentBook } from '#client/current-book.ts';
import { knownReaderKey } from '#shared/boot.ts';
import { speakerLabel } from './format.ts';

/**
 * The greeting while the history is on its way: it comes with the page, and whoever enters for the first time reads it
 * at once (specification, section 4: the local greeting is replaced once the history returns a message). A reader who
 * has talked from this browser waits for their own messages instead: the style sheet hides it by the root's attribute.
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

/** Whether there was a conversation in this browser when the chat was last looked at; `true` where that cannot be remembered. */
export function hasTalkedBefore(): boolean {
  try {
    return localStorage.getItem(knownReaderKey) !== null;
  } catch {
    return true;
  }
}

/** Remembers in this browser whether there is a conversation to wait for. */
export function rememberReader(hasTalked: boolean): void {
  try {
    if (hasTalked) localStorage.setItem(knownReaderKey, '1');
    else localStorage.removeItem(knownReaderKey);
  } catch {
    // Where storage is forbidden the greeting is seen for a moment, nothing else.
  }
}
