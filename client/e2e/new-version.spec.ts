import { expect, test } from './support/test.ts';

/** What index.html loads before the application. */
const ENTRY = /\/assets\/index-[^/]+\.(js|css)$/;

test('a page whose entry script and styles belong to another version is loaded again until they are there', async ({
  page,
}) => {
  const refused = new Map<string, number>();
  await page.route(ENTRY, async (route) => {
    const kind = route.request().resourceType();
    const count = refused.get(kind) ?? 0;
    if (count >= 2) return route.continue();
    refused.set(kind, count + 1);
    return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
  });
  await page.goto('/auth/signin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect([...refused.values()]).toEqual([2, 2]);
  expect(await page.evaluate(() => sessionStorage.getItem('reloads'))).toBeNull();
});

test('a page whose entry script never comes is not loaded for ever', async ({ page }) => {
  let requests = 0;
  await page.route(ENTRY, (route) => {
    if (route.request().resourceType() === 'script') requests += 1;
    return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
  });
  await page.goto('/auth/signin');
  const reloads = () => page.evaluate(() => sessionStorage.getItem('reloads')).catch(() => '');
  await expect.poll(reloads, { timeout: 60_000 }).toBe('10');
  expect(requests).toBeLessThanOrEqual(11);
});
