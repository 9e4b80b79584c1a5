import type { ClipboardEvent } from 'react';

/** From here on Chromium's own way of inserting text, quadratic in the lines, is felt: a novel takes it 16 s. */
const largePaste = 20_000;

/** Puts a long pasted text in the field at once; a short one goes the browser's way, which can be undone. */
export function pasteLarge(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain');
  if (text.length < largePaste) return;
  event.preventDefault();
  const field = event.currentTarget;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
