import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { DEMO_CAMPAIGN, makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const resultOf = (page: Page) => page.getByRole('region', { name: 'Comparison' });
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Comparison' }).getByRole('row').filter({ hasText: name });

test('two campaigns chosen in the overview are compared in words, numbers and a file', async ({ page }) => {
  await signInDemo(page);
  const other = await makeCampaign(page, '=A/B 50%? 😀 "x" #1 &c', ['1001', '1002']);
  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Compare Campaigns' }).click();
  await page.getByRole('checkbox', { name: `Compare ${DEMO_CAMPAIGN}` }).check();
  await expect(page.getByText('Choose one more campaign')).toBeVisible();
  await page.getByRole('checkbox', { name: `Compare ${other}` }).check();
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveTitle('Compare · Hark');
  await expect(resultOf(page)).toContainText(`Only “${DEMO_CAMPAIGN}” has final calls so far.`);
  await expect(rowOf(page, 'Made')).toContainText('0');
  await expect(rowOf(page, 'Delivery rate')).toContainText('%');
  const times = page.getByRole('region', { name: 'Best Time to Call' });
  await expect(times).toContainText(/Best: |Too few calls to name a best hour yet/);
  await expect(times).toContainText('No calls were counted by hour.');
  await page.reload();
  await expect(resultOf(page)).toContainText(other);
  await settle(page);
  await expectNoViolationsInBothSchemes(page, 'compare');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain(`“${other.replaceAll('"', '""')}”`);
  expect(lines[1]).toMatch(/^Made,\d+,0,-\d+,,$/);
  await expect(resultOf(page)).not.toContainText('confidence');

  const finished = new URLSearchParams({ a: DEMO_CAMPAIGN, b: 'Spring open house' });
  await page.goto(`/analytics/compare?${finished.toString()}`);
  await expect(resultOf(page)).toContainText('with 95% confidence', { ignoreCase: true });
  await expect(rowOf(page, 'Delivery rate')).toContainText('(95%: ');
});

test(
  'a campaign is chosen by its name, and one that is gone is said to be',
  { tag: '@long' },
  async ({ page }) => {
    await signInDemo(page);
    const other = await makeCampaign(page, 'Gone/tomorrow', ['1001']);
    await page.goto('/analytics/compare');
    await expect(page.getByText('Choose two campaigns')).toBeVisible();
    for (const [side, name] of [
      ['first', DEMO_CAMPAIGN],
      ['second', other],
    ] as const) {
      await page.getByRole('button', { name: `Choose the ${side} campaign` }).click();
      const dialog = page.getByRole('dialog', { name: `Choose the ${side} campaign` });
      await dialog.getByLabel('Search by name').fill(name.toUpperCase());
      await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await expect(dialog).toBeHidden();
    }
    await expect(resultOf(page)).toContainText(other);
    await page.request.delete(`/api/campaigns/${encodeURIComponent(other)}/delete/`);
    await page.reload();
    await expect(page.getByText('Campaign not found')).toBeVisible();
    await expect(page.getByText(`You have no campaign named “${other}”.`)).toBeVisible();
    await page.getByRole('button', { name: 'Change the second campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: DEMO_CAMPAIGN }).click();
    await expect(rowOf(page, 'Delivered').first()).toContainText('the same');
  },
);

test('a period is compared with the one before', { tag: '@long' }, async ({ page }) => {
  await signInDemo(page);
  await page.goto('/analytics?range=30d');
  await page.getByRole('link', { name: 'Compare with the Period Before' }).click();
  await expect(resultOf(page)).toContainText(/has final calls so far|more than|Neither side|Both delivered/);
  await expect(rowOf(page, 'Campaigns')).toBeVisible();
  const from = page.getByLabel('First period: from');
  const day = await from.inputValue();
  await page.getByLabel('First period: to').fill('2001-01-01');
  await expect(page.getByText('The range ends before it begins.')).toBeVisible();
  await page.getByLabel('First period: to').fill(day);
  await expect(page).toHaveURL(new RegExp(`a=${day}\\.\\.${day}`));
  await page.goto('/analytics/compare?by=days&a=2026-13-01..x&b=%00..');
  await expect(page.getByText('Choose two periods')).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`a comparison fits the screen, ${String(width)} px`, { tag: '@long' }, async ({ page }) => {
    await signInDemo(page);
    await page.setViewportSize({ width, height: 900 });
    const long = await makeCampaign(page, 'A name without spaces '.replaceAll(' ', '').repeat(3), ['1001']);
    const sides = new URLSearchParams({ a: DEMO_CAMPAIGN, b: long });
    await page.goto(`/analytics/compare?${sides.toString()}`);
    await expect(resultOf(page)).toBeVisible();
    await settle(page);
    expect(await layoutFaults(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = `test-results/compare-${String(width)}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  });
}
