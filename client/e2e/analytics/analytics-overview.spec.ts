import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DAY_MS } from '#shared/time-units.ts';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { DEMO_CAMPAIGN, makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const tableOf = (page: Page) => page.getByRole('table', { name: 'Campaign Performance' });
const rowsOf = (page: Page) => tableOf(page).locator('tbody').getByRole('row');
const dayOf = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

test('a person finds campaigns by time, status and name, and the address keeps what is shown', async ({
  page,
}) => {
  await signInDemo(page);
  const planned = await makeCampaign(page, 'A/B 50% off? 😀 "now"', ['1001', '1002']);
  await page.goto('/analytics');
  await expect(page.getByRole('group', { name: 'Total Calls' })).toContainText('in all campaigns');
  // What is still to be sent comes before what is finished.
  await expect(rowsOf(page).first()).toContainText('Scheduled');

  await page.getByLabel('Search by name').fill('50% off? 😀 "NOW"');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page).first()).toContainText(planned);
  await page.reload();
  await expect(page.getByLabel('Search by name')).toHaveValue('50% off? 😀 "NOW"');
  await expect(rowsOf(page).first()).toContainText(planned);

  await page.getByLabel('Status').selectOption('Failed');
  await expect(page.getByText('No campaign matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/analytics');
  await expect(page.getByLabel('Search by name')).toHaveValue('');

  await page.getByLabel('Status').selectOption('Success');
  await expect(rowsOf(page).filter({ hasText: DEMO_CAMPAIGN })).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'Scheduled' })).toHaveCount(0);
  await page.getByLabel('Sort by').selectOption({ label: 'Name, A to Z' });
  await expect(page).toHaveURL('/analytics?status=Success&sort=name&direction=asc');
  await page.goBack();
  await expect(page.getByLabel('Sort by')).toHaveValue('running desc');
  await page.goBack();
  await expect(page.getByLabel('Status')).toHaveValue('');
});

test(
  'a range of days changes the totals and says which days they are of',
  { tag: '@long' },
  async ({ page }) => {
    await signInDemo(page);
    await makeCampaign(page, 'Next week', ['1001']);
    await page.goto('/analytics');
    const total = page.getByRole('group', { name: 'Total Calls' });
    await expect(total).toContainText('in all campaigns, including pending ones');
    await page.getByLabel('Time range').selectOption('Last 30 days');
    await expect(page).toHaveURL('/analytics?range=30d');
    await expect(total).toContainText(/made .* to /);
    await expect(rowsOf(page).filter({ hasText: 'Next week' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Calls by day' }).locator('svg[role="img"]')).toHaveCount(
      2,
    );
    await page.getByRole('button', { name: 'Calls by Day: show the numbers' }).click();
    await expect(page.getByRole('table', { name: 'Calls by day' }).getByRole('row')).toHaveCount(31);

    await page.getByLabel('Time range').selectOption('Choose days');
    await page.getByLabel('From, UTC day').fill(dayOf(5));
    await page.getByLabel('To, UTC day').fill(dayOf(10));
    await expect(page.getByText('This range begins in the future')).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: 'Next week' }).first()).toBeVisible();
    await expect(total).toContainText(/made .* to /);

    await page.getByLabel('To, UTC day').fill(dayOf(-1));
    await expect(page.getByText('The range ends before it begins.').first()).toBeVisible();
    await expect(tableOf(page)).toHaveCount(0);
    await expectNoViolationsInBothSchemes(page, 'reversed range');
    await page.getByRole('button', { name: 'Show All Time' }).click();
    await expect(page).toHaveURL('/analytics');
  },
);

test('an address that was changed by hand is answered in words', { tag: '@long' }, async ({ page }) => {
  await signInDemo(page);
  await page.goto('/analytics?after=0.0.0.0&page=7');
  await expect(page.getByText('This page of the list does not exist')).toBeVisible();
  await page.getByRole('button', { name: 'Show the first page' }).click();
  await expect(rowsOf(page).filter({ hasText: DEMO_CAMPAIGN })).toBeVisible();
  await page.goto('/analytics?range=custom&from=2026-02-30&to=%00');
  await expect(page.getByText('“2026-02-30” is not a day.').first()).toBeVisible();
  await page.goto('/analytics?range=ever&status=Gone&sort=size&direction=up&page=-1&search=%F0%9F%98%80%25');
  await expect(page.getByText('No campaign matches')).toBeVisible();
  await expect(page.getByText('has “😀%” in its name')).toBeVisible();
});

test(
  'a name with an escaped character is found wherever the address has it',
  { tag: '@long' },
  async ({ page }) => {
    await signInDemo(page);
    const name = `5%20off ${String(Date.now())}`;
    await makeCampaign(page, name, ['1001']);
    const encoded = encodeURIComponent(name);
    await page.goto(`/analytics?search=${encoded}`);
    await expect(rowsOf(page).filter({ hasText: name })).toBeVisible();
    await page.goto(`/analytics/compare?a=${encoded}`);
    await expect(page.getByText(name).first()).toBeVisible();
    await page.goto(`/analytics/details/${encoded}?search=5%2520off`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('5%20off');
    await page.request.delete(`/api/campaigns/${encoded}/delete/`);
  },
);

test('pages, and the list as a CSV file', { tag: '@long' }, async ({ page }) => {
  await signInDemo(page);
  const title = `Paged ${String(Date.now())}`;
  const made: string[] = [];
  for (let n = 0; n < 12; n += 1)
    made.push(await makeCampaign(page, `${title} ${String(n).padStart(2, '0')}`, ['1001']));
  await page.goto(`/analytics?search=${encodeURIComponent(title)}&sort=name&direction=asc`);
  await expect(rowsOf(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.reload();
  await expect(rowsOf(page).first()).toContainText(`${title} 10`);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(rowsOf(page).first()).toContainText(`${title} 00`);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV of the campaigns' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('campaigns.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.slice(0, title.length + 3))).toEqual(
    Array.from({ length: 12 }, (_, n) => `${title} ${String(n).padStart(2, '0')}`),
  );
  // Other journeys look for their campaigns on the first page of the dashboard.
  for (const name of made) await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
});

for (const width of [1440, 390]) {
  test(`the filters fit the screen, ${String(width)} px`, { tag: '@long' }, async ({ page }) => {
    await signInDemo(page);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/analytics?range=custom');
    await page.getByRole('button', { name: 'Compare Campaigns' }).click();
    await settle(page);
    expect(await layoutFaults(page)).toEqual([]);
    await expectNoViolationsInBothSchemes(page, 'filters');
    await page.screenshot({ path: `test-results/overview-${String(width)}.png`, fullPage: true });
  });
}
