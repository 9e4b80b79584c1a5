import type { ClipboardEvent } from 'react';

/** Characters: Chromium's insertion is quadratic in lines, 16 s for a novel. */
const largePaste = 20_000;

/** Inserts a long pasted text directly; short ones use the browser's undoable paste. */
export function pasteLarge(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain');
  if (text.length < largePaste) return;
  event.preventDefault();
  const field = event.currentTarget;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
