import { expect, test } from './support/test.ts';

/** What a page loads before the application. */
const ENTRY = /\/assets\/index-[^/]+\.js$/;

test('a page whose entry script belongs to another version is loaded again until it is there', async ({
  page,
}) => {
  let refused = 0;
  await page.route(ENTRY, async (route) => {
    if (refused >= 2) return route.continue();
    refused += 1;
    return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
  });
  await page.goto('/auth/signin');
  await expect.poll(() => refused, { timeout: 60_000 }).toBe(2);
  const reloads = () => page.evaluate(() => sessionStorage.getItem('reloads')).catch(() => '');
  await expect.poll(reloads).toBeNull();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page without its entry script is not loaded for ever', async ({ page }) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(ENTRY, (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  );
  await page.goto('/auth/signin');
  await expect.poll(() => loads, { timeout: 60_000 }).toBe(11);
  const reloads = () => page.evaluate(() => sessionStorage.getItem('reloads')).catch(() => '');
  await expect.poll(reloads).toBe('10');
});
