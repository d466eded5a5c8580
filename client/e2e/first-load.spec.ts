import { signInDemo } from './support/campaigns.ts';
import { javascriptOfFirstLoad } from './support/first-load.ts';
import { expect, test } from './support/test.ts';

/** Budgets in bytes (scripts/bench/client.ts measures the effect): of the sign-in page, and of one with charts. */
const MAX_SIGN_IN = 115_000;
const MAX_DASHBOARD = 140_000;

test('the first load of the sign-in page and the dashboard stays within its budget', async ({
  page,
  browser,
}) => {
  expect(await javascriptOfFirstLoad(page, '/auth/signin')).toBeLessThanOrEqual(MAX_SIGN_IN);

  const context = await browser.newContext();
  const dashboard = await context.newPage();
  await signInDemo(dashboard);
  expect(await javascriptOfFirstLoad(dashboard, '/dashboard')).toBeLessThanOrEqual(MAX_DASHBOARD);
  await context.close();
});

test('a page is prefetched when the pointer is over its link', async ({ page }) => {
  await signInDemo(page);
  await page.goto('/dashboard');
  const code = page.waitForRequest(/analytics-page-.*\.js$/);
  await page.getByRole('link', { name: 'Analytics', exact: true }).hover();
  await code;
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
});
