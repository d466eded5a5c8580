import { DEMO_CAMPAIGN, signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const OTHER_CAMPAIGN = 'Spring open house';

for (const path of ['/campaigns', '/dashboard']) {
  test(`a campaign is heard in its row of ${path}, one at a time, and nothing is loaded before`, async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('previews')) loaded.push(request.url());
    });
    await signInDemo(page);
    await page.goto(path);
    const table = page.getByRole('table', { name: 'Campaigns' });
    const first = table.getByRole('row', { name: new RegExp(DEMO_CAMPAIGN) });
    const second = table.getByRole('row', { name: new RegExp(OTHER_CAMPAIGN) });
    await expect(first.getByText('Voice: Ana, warm')).toBeVisible();
    expect(loaded).toEqual([]);

    const hear = first.getByRole('button', { name: `Hear ${DEMO_CAMPAIGN}` });
    await hear.focus();
    await page.keyboard.press('Enter');
    await expect(first.getByRole('button', { name: `Pause ${DEMO_CAMPAIGN}` })).toBeFocused();
    const position = first.getByRole('slider', { name: `Position in ${DEMO_CAMPAIGN}` });
    await expect(first.locator('svg path[d*="V"]').first()).toBeAttached();

    await second.getByRole('button', { name: `Hear ${OTHER_CAMPAIGN}` }).click();
    await expect(second.getByRole('button', { name: `Pause ${OTHER_CAMPAIGN}` })).toBeVisible();
    await expect(hear).toBeVisible();
    const before = Number(await position.inputValue());
    await position.focus();
    await page.keyboard.press('ArrowRight');
    expect(Number(await position.inputValue())).toBeGreaterThan(before);
    // The row is not opened by what is in it.
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

test('a row says why its campaign cannot be heard', async ({ page }) => {
  await signInDemo(page);
  const refused = {
    success: true,
    preview: { status: 'failed', reason: 'This voice was deleted.', url: null },
  };
  await page.route('**/trpc/previews.beginOfCampaign*', (route) =>
    route.fulfill({ json: [{ result: { data: refused } }] }),
  );
  await page.goto('/campaigns');
  await page.getByRole('button', { name: `Hear ${DEMO_CAMPAIGN}` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'This voice was deleted.' })).toBeVisible();
});

test('the example of the sign-in page is loaded when it is played, and played to any position', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.mp3')) loaded.push(request.url());
  });
  await page.goto('/auth/signin');
  const example = page.getByRole('region', { name: 'What people hear' });
  const position = example.getByRole('slider', { name: 'Position in the example' });
  const hear = example.getByRole('button', { name: 'Hear the example' });
  await expect(hear).toBeVisible();
  expect(loaded).toEqual([]);
  await hear.focus();
  await page.keyboard.press('Enter');
  await expect(example.getByRole('button', { name: 'Pause the example' })).toBeFocused();
  expect(loaded).toHaveLength(1);
  await position.fill('8');
  await example.getByRole('button', { name: 'Pause the example' }).click();
  expect(Number(await position.inputValue())).toBeGreaterThanOrEqual(8);
});
