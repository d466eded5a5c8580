import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { successRate } from '#shared/formats.ts';
import { changeAnswer } from '#client/e2e/support/answers.ts';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

type Week = Record<string, { dropcowboy_total_calls: number; call_sent_rate: number; delivered: number }>;

const card = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .last();
const points = (page: Page): Locator => card(page, 'Calls Sent Last Week').getByRole('application');
const tooltip = (chart: Locator): Locator => chart.locator('.visx-tooltip');
const announced = (chart: Locator): Locator => chart.locator('[aria-live]');

/** Opens the dashboard with a number of calls on each of the last seven days. */
async function openWeek(page: Page, calls: readonly number[]): Promise<void> {
  await changeAnswer<Week>(page, 'analytics.aggregates', (days) =>
    Object.fromEntries(
      Object.keys(days).map((day, index) => {
        const made = calls[index - 7] ?? 0;
        const delivered = Math.round(made * 0.9);
        return [
          day,
          { dropcowboy_total_calls: made, call_sent_rate: successRate(delivered, made), delivered },
        ];
      }),
    ),
  );
  await page.goto('/dashboard');
  await settle(page);
}

/** Returns the middle of column `n` of seven. */
async function columnAt(chart: Locator, n: number): Promise<{ x: number; y: number }> {
  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart is not shown');
  const left = box.x + 40;
  return { x: left + ((n + 0.5) / 7) * (box.width - 42), y: box.y + 100 };
}

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
});

test('the pointer shows the values of the nearest day, until it leaves', async ({ page }) => {
  await openWeek(page, [10, 20, 30, 40, 50, 1_000_000, 70]);
  const chart = points(page);
  const [second, sixth] = [await columnAt(chart, 1), await columnAt(chart, 5)];
  await page.mouse.move(second.x, second.y);
  await expect(tooltip(chart)).toContainText('Calls20');
  await page.mouse.move(sixth.x, sixth.y);
  await expect(tooltip(chart)).toContainText('Calls1,000,000');
  await expect(chart.getByText('1M', { exact: true })).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tooltip(chart)).toHaveCount(0);
});

test('a chart is one tab stop whose days the arrow keys read, and Escape closes', async ({ page }) => {
  await openWeek(page, [10, 20, 30, 40, 50, 60, 70]);
  const chart = points(page);
  await card(page, 'Calls Sent Last Week').getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(chart).toBeFocused();
  await expect(announced(chart)).toBeEmpty();
  for (const [key, calls] of [
    ['ArrowRight', 10],
    ['ArrowRight', 20],
    ['End', 70],
    ['ArrowRight', 70],
    ['ArrowLeft', 60],
    ['Home', 10],
  ] as const) {
    await page.keyboard.press(key);
    await expect(announced(chart)).toHaveText(new RegExp(`^\\w+day, \\w+ \\d+: Calls ${String(calls)}$`));
    await expect(tooltip(chart)).toContainText(`Calls${String(calls)}`);
  }
  await expectNoViolations(page, 'a chart with a tooltip');
  await page.keyboard.press('Escape');
  await expect(tooltip(chart)).toHaveCount(0);
  await expect(announced(chart)).toBeEmpty();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await expect(tooltip(chart)).toHaveCount(0);
  await expect(card(page, 'Delivery Rate').getByRole('button')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap shows a day, a drag follows the finger, and a tap elsewhere closes', async ({ page }) => {
    await openWeek(page, [10, 20, 30, 40, 50, 60, 70]);
    const chart = points(page);
    await chart.scrollIntoViewIfNeeded();
    const [first, third] = [await columnAt(chart, 0), await columnAt(chart, 2)];
    await page.touchscreen.tap(first.x, first.y);
    await expect(tooltip(chart)).toContainText('Calls10');
    await expect(announced(chart)).toContainText('Calls 10');

    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
    await touch('touchStart', first);
    await touch('touchMove', { ...first, x: first.x + 20 });
    await touch('touchMove', third);
    await expect(tooltip(chart)).toContainText('Calls30');
    await touch('touchEnd');
    await expect(tooltip(chart)).toContainText('Calls30');

    const box = await tooltip(chart).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(tooltip(chart)).toHaveCount(0);
  });
});

test('the table of a chart is saved as CSV', async ({ page }) => {
  await openWeek(page, [10, 20, 30, 40, 50, 60, 1_234]);
  const calls = card(page, 'Calls Sent Last Week');
  await calls.getByRole('button', { name: 'show the numbers' }).click();
  await expect(calls.getByRole('row').last()).toContainText('1,234');
  const saved = page.waitForEvent('download');
  await calls.getByRole('link', { name: 'Download CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('calls.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFDay (UTC),Calls');
  expect(lines[7]).toMatch(/^\d{4}-\d\d-\d\d,1234$/);
  await calls.getByRole('button', { name: 'show the chart' }).click();
  await expect(points(page)).toBeVisible();
});

test('a single day is a dot without a line, and a week without calls has axes alone', async ({ page }) => {
  await openWeek(page, [0, 0, 0, 12, 0, 0, 0]);
  const rate = card(page, 'Delivery Rate').getByRole('application');
  await expect(rate.locator('circle')).toHaveCount(1);
  await expect(rate.locator('path')).toHaveCount(0);
  const dot = await rate.locator('circle').boundingBox();
  const middle = await columnAt(rate, 3);
  // The width of the ticks moves the columns a little.
  expect(Math.abs((dot?.x ?? 0) + (dot?.width ?? 0) / 2 - middle.x)).toBeLessThan(8);

  await page.unrouteAll();
  await openWeek(page, [0, 0, 0, 0, 0, 0, 0]);
  await expect(points(page).locator('path')).toHaveCount(0);
  await expect(card(page, 'Delivery Rate')).toContainText('No calls yet');
  await expect(points(page).getByText('0', { exact: true })).toBeVisible();
  await points(page).focus();
  await page.keyboard.press('End');
  await expect(announced(points(page))).toContainText('Calls 0');
  await expectNoViolations(page, 'charts without calls');
});
test.describe('the insights of /analytics', () => {
  const hours = [
    { weekday: 2, hour: 10, delivered: 78, failed: 2 },
    { weekday: 2, hour: 11, delivered: 60, failed: 20 },
    { weekday: 5, hour: 16, delivered: 5, failed: 0 },
  ];

  test('name the best hour in words, and the arrow keys read the week', async ({ page }) => {
    await changeAnswer<object>(page, 'analytics.hours', (data) => ({ ...data, hours }));
    await page.goto('/analytics');
    const best = card(page, 'Best Time to Call');
    await expect(best).toContainText('Best: Tuesday, 10–11 AM · 78 of 80 delivered');
    await expect(best).toContainText('Best weekday: Tuesday · 138 of 160 delivered');
    const week = best.getByRole('application');
    await week.focus();
    for (const [key, text] of [
      ['ArrowRight', 'Monday, 12–1 AM: Calls none'],
      ['ArrowDown', 'Tuesday, 12–1 AM: Calls none'],
      ['End', 'Tuesday, 11 PM–12 AM: Calls none'],
      ['ArrowRight', 'Tuesday, 11 PM–12 AM: Calls none'],
      ['Home', 'Tuesday, 12–1 AM: Calls none'],
      ...Array.from({ length: 9 }, (_, n) => ['ArrowRight', `Tuesday, ${String(n + 1)}`] as const),
      ['ArrowRight', 'Tuesday, 10–11 AM: Delivery rate 98%, Calls 78 of 80'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(announced(week)).toContainText(text);
    }
    await expectNoViolations(page, 'the insights');
    await best.getByRole('button', { name: 'show the numbers' }).click();
    await expect(best.getByRole('row', { name: /Friday, 4–5 PM/ })).toContainText('100%');
  });

  test('claim no best hour of a few calls, and say so without any', async ({ page }) => {
    let few = hours.slice(2);
    await changeAnswer<object>(page, 'analytics.hours', (data) => ({ ...data, hours: few }));
    await page.goto('/analytics');
    const best = card(page, 'Best Time to Call');
    await expect(best).toContainText('Too few calls to name a best hour yet: it takes 20 calls within one.');
    few = [];
    await page.reload();
    await expect(best).toContainText('No calls in these days.');
  });

  test('the credits of each day add up to the balance', async ({ page }) => {
    await page.goto('/analytics');
    const flow = card(page, 'Credit Flow');
    await flow.getByRole('button', { name: 'show the numbers' }).click();
    const rows = flow.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect(rows).toHaveCount(30);
    const days = await rows.evaluateAll((found) =>
      found.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replaceAll(',', ''))),
      ),
    );
    const worth = days.map(
      ([granted = 0, released = 0, held = 0, , corrected = 0]) => granted + released + corrected - held,
    );
    const opening = (days[0]?.at(-1) ?? 0) - (worth[0] ?? 0);
    expect(days.at(-1)?.at(-1)).toBe(opening + worth.reduce((sum, change) => sum + change, 0));
    expect(Math.max(...days.map(([, , held = 0]) => held))).toBeGreaterThan(0);
  });

  test('credits that are not added up yet are announced, and asked for again', async ({ page }) => {
    let complete = false;
    await changeAnswer<{ days: unknown[]; complete: boolean }>(page, 'credits.flow', ({ days }) => ({
      days: complete ? days : [],
      complete,
    }));
    await page.goto('/analytics');
    const flow = card(page, 'Credit Flow');
    await expect(flow.getByRole('status')).toContainText('older days are still being added up');
    complete = true;
    await expect(flow.getByRole('status')).toBeEmpty();
    await flow.getByRole('application').focus();
    await page.keyboard.press('End');
    await expect(announced(flow)).toContainText('Balance');
  });
});
