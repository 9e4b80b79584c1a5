import type { Page } from 'playwright/test';

export const log = (page: Page) => page.getByRole('log');
export const rows = (page: Page) => log(page).getByRole('listitem');
export const input = (page: Page) => page.getByPlaceholder('DIGITARE MESSAGGIO...');
export const send = (page: Page) => page.getByRole('button', { name: '[SEND]' });
export const auth = (page: Page) => page.getByRole('button', { name: '[AUTH]' });
export const code = (page: Page) => page.getByPlaceholder('xxxx-xxxx');
export const notice = (page: Page) => page.getByRole('region', { name: /Avvisi/ }).getByRole('listitem');

export const distanceFromBottom = (page: Page) =>
  log(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);

export async function say(page: Page, text: string) {
  await input(page).fill(text);
  await input(page).press('Enter');
}
