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
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('reloads'))).toBeNull();
});

for (const [what, files] of [
  ['entry script', ENTRY],
  ['styles', /\/assets\/index-[^/]+\.css$/],
] as const)
  test(`a page without its ${what} is not loaded for ever`, async ({ page }) => {
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(files, (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
    );
    await page.goto('/auth/signin');
    await expect.poll(() => loads, { timeout: 60_000 }).toBe(11);
    const reloads = () => page.evaluate(() => sessionStorage.getItem('reloads')).catch(() => '');
    await expect.poll(reloads).toBe('10');
  });
