import type { Page } from 'playwright/test';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { answerHistory } from '../support/chat-channel.ts';
import { expect, test } from '../support/site.ts';
import { log, rows } from '../support/terminal.ts';

// The day one is reading stands at the top of the log, and hides nothing that one goes to.

const dates = ['2026-03-01', '2026-03-02', '2026-03-05'];
const history = dates.flatMap((date, day) =>
  Array.from({ length: 24 }, (_, index): ChatMessage => {
    const isQuestion = index % 2 === 0;
    return {
      role: isQuestion ? 'user' : 'assistant',
      content: `${isQuestion ? 'Domanda' : 'Risposta'} ${day}-${index}.`,
      timestamp: `${date}T12:${String(index).padStart(2, '0')}:00.000Z`,
    };
  }),
);

const days = (page: Page) => log(page).locator('.terminal-day');
/** From the top of the log to the top of an element, in pixels. */
const below = async (page: Page, text: string | RegExp) => {
  const [top, frame] = await Promise.all([log(page).getByText(text).boundingBox(), log(page).boundingBox()]);
  return (top?.y ?? NaN) - (frame?.y ?? NaN);
};

test('it stays at the top at every width', async ({ page }) => {
  await answerHistory(page, () => history);
  await page.goto('/chat');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(rows(page)).toHaveCount(72);
    await expect(days(page)).toHaveText([/1 marzo 2026/, /2 marzo 2026/, /5 marzo 2026/]);
    // Who hears the log knows where in it they are, whatever the day.
    await expect(rows(page).nth(30)).toHaveAttribute('aria-posinset', '31');
    await expect(rows(page).nth(30)).toHaveAttribute('aria-setsize', '72');

    for (const [index, day] of [/1 marzo/, /2 marzo/, /5 marzo/].entries()) {
      const row = rows(page).nth(index * 24 + 5);
      await row.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
      expect(Math.abs(await below(page, day)), `${day} stays at the top`).toBeLessThan(2);
      const line = await days(page).nth(index).boundingBox();
      const read = await row.boundingBox();
      expect(read?.y, `${day} hides no word of the row one went to`).toBeGreaterThanOrEqual(
        (line?.y ?? 0) + (line?.height ?? 0) - 1,
      );
      // No row shines through it.
      const alpha = await days(page)
        .nth(index)
        .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(alpha).toMatch(/^rgb\(/);
    }
    await log(page).evaluate((element) => element.scrollTo(0, 0));
    const [first, line] = [await rows(page).first().boundingBox(), await days(page).first().boundingBox()];
    expect(first?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
  }
});

test('with the keyboard of a phone open it gives its line back to the words', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 380 });
  await answerHistory(page, () => history);
  await page.goto('/chat');
  await expect(days(page).first()).toHaveCSS('position', 'static');
});

test('what one voice goes on to say stands close, with its label and time', async ({ page }) => {
  const said = (role: ChatMessage['role'], content: string, minute: number): ChatMessage => ({
    role,
    content,
    timestamp: `2026-03-01T12:0${minute}:00.000Z`,
  });
  await answerHistory(page, () => [
    said('user', 'Ciao.', 0),
    said('assistant', 'Ciao.', 1),
    said('assistant', 'Dicevo.', 2),
    said('assistant', 'Più tardi.', 6),
  ]);
  await page.goto('/chat');
  await expect(rows(page)).toHaveCount(4);
  const grouped = rows(page).evaluateAll((items: HTMLElement[]) =>
    items.map(({ dataset }) => dataset.grouped),
  );
  expect(await grouped).toEqual(['false', 'false', 'true', 'false']);
  await expect(rows(page).nth(2).getByText('[NILAK]>')).toBeVisible();
  await expect(rows(page).nth(2).locator('time')).toBeVisible();
});
