import { prefersStillness } from './reading.ts';

/** Scrolls to an anchor (its `scroll-margin-top` is 80 px) and moves the focus there. */
export function goTo(id: string): void {
  const target = document.getElementById(id);
  if (!target) return;
  target.scrollIntoView({ behavior: prefersStillness() ? 'instant' : 'smooth' });
  if (!target.matches('a, button')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
