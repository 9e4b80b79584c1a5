import type { ConsoleMessage } from 'playwright/test';

/** Whether the page says something on the console that somebody should look at. */
export function isComplaint(message: ConsoleMessage): boolean {
  // The tests' own doing: service workers are blocked, or they would answer instead of the routes that tests set up.
  if (message.text().includes('blocked by Playwright')) return false;
  return ['error', 'warning'].includes(message.type());
}
