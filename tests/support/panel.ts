import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, signIn } from './site.ts';

export interface Chapter {
  sectionNumber: number;
  content: string;
}
export const pinocchio = JSON.parse(
  readFileSync(new URL('../fixtures/pinocchio.json', import.meta.url), 'utf8'),
) as Chapter[];

export async function openPanel(page: Page, search = ''): Promise<void> {
  await signIn(page);
  await page.goto(`/admin?${search}`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Admin Panel', includeHidden: true }),
  ).toBeVisible();
}

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** What stands in the menu of the head: `Impostazioni`, `Esci`. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await button(page, 'Altro').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export const dialog = (page: Page) => page.getByRole('dialog');
export const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.locator('[data-tone]').filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast).toBeVisible();
  if (description) await expect(toast).toContainText(description);
}

/** Holds back the requests to an address. @returns lets them go on */
export async function holdRequests(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, (route) => held.then(() => route.fallback()));
  return release;
}

/** Answers the browser's next question. @returns what it asked */
export function answerNext(page: Page, accept: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (question) => {
      resolve(question.message());
      void (accept ? question.accept() : question.dismiss());
    });
  });
}

/** Returns the whole site to the newest copy made before an act, from the list in the Backup tab. */
export async function returnToCopy(page: Page, before: string): Promise<void> {
  const copies = page.getByRole('region', { name: 'Le copie di tutto il sito' });
  await copies.getByRole('listitem').filter({ hasText: before }).first().getByRole('button').click();
  await page.getByLabel('Per confermare scrivi RIPRISTINA').fill('ripristina');
  const restored = page.waitForResponse((response) => /\/restore\/[^/]+\/apply$/.test(response.url()));
  await page.getByRole('button', { name: 'Ripristina', exact: true }).click();
  expect((await restored).status()).toBe(200);
  await expectToast(page, 'Backup ripristinato', 'fra le copie');
}
