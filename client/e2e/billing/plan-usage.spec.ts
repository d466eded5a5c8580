import type { Page } from '@playwright/test';
import { registerUser } from '#client/e2e/support/billing.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

interface Usage {
  allowance: number;
  allowance_calls: { delivered: number; held: number };
}

async function usageOf(page: Page): Promise<Usage> {
  const response = await page.request.get('/trpc/billing.usage');
  return ((await response.json()) as { result: { data: { usage: Usage } } }).result.data.usage;
}

const used = (calls: number, { allowance }: Usage) =>
  `${calls.toLocaleString('en-US')} of ${allowance.toLocaleString('en-US')}`;

test('the usage of the period follows delivered calls live, and the profile has its history', async ({
  page,
}) => {
  await signInDemo(page);
  const before = await usageOf(page);
  const { delivered, held } = before.allowance_calls;
  const stream = page.waitForResponse('**/trpc/live.progress*');
  await page.goto('/billing');
  await stream;
  const allowance = page.getByRole('group', { name: 'Calls in the allowance' });
  await expect(allowance).toContainText(used(delivered, before));
  await expect(page.getByRole('group', { name: 'Extra calls' })).toContainText('credits each');
  await expect(page.getByRole('group', { name: 'Forecast at today’s pace' })).toContainText('Not yet');

  // Calls to numbers that end in 0003 fail.
  const name = await makeCampaign(page, 'Usage', ['1001', '1002', '0003']);
  await expect(allowance).toContainText(`${(held + 3).toLocaleString('en-US')} on hold`);
  await page.request.post(`/api/campaigns/${encodeURIComponent(name)}/execute/`);
  await expect(allowance).toContainText(used(delivered + 2, before));

  const { billing } = (await (await page.request.get('/users/user-info/')).json()) as {
    billing: { credits: { usage_history: { campaign_name: string; calls: number }[] } };
  };
  const mine = billing.credits.usage_history.filter(({ campaign_name }) => campaign_name === name);
  expect(mine.reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
});

test('the plans show all their prices, and none can be selected', { tag: '@long' }, async ({ page }) => {
  await registerUser(page, 'plans');
  await page.goto('/billing');
  const scale = page.getByRole('radio', { name: 'Scale' });
  await expect(scale).toBeChecked();
  for (const term of ['About 1,500 calls a month', 'A message 4 credits', 'An extra message 5 credits'])
    await expect(scale).toContainText(term);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  const start = page.getByRole('button', { name: 'Get Started' });
  await expect(start).toBeDisabled();
  await expect(page.getByRole('button', { name: 'No plan selected' })).toBeDisabled();
  await start.click({ force: true });
  await expect(page).toHaveURL('/billing');
  await page.getByRole('radio', { name: 'Launch' }).click();
  await start.click();
  await expect(page).toHaveURL('/billing/payments');
});
