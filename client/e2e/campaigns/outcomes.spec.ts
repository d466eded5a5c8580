import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { makeCampaign, sendNow, signInDemo, takeOffList } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
});

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const outcomes = (page: Page) => page.getByRole('list', { name: 'Failed calls by reason' });

/** A finished campaign: one delivered, one with a full mailbox and one busy. Its details are shown. */
async function failedCampaign(page: Page): Promise<string> {
  await takeOffList(page, ['0003', '0006']);
  const name = await makeCampaign(page, 'Why, 100%/so?', ['1001', '0003', '0006']);
  await page.goto('/dashboard');
  await sendNow(page, row(page, name));
  await expect(page.getByText(`Campaign "${name}" finished:`)).toBeVisible();
  await row(page, name).getByRole('link', { name: 'View analytics' }).click();
  await expect(outcomes(page)).toBeVisible();
  return name;
}

test('from why calls failed to a retry of exactly those calls takes three clicks', async ({ page }) => {
  const name = await failedCampaign(page);
  await expectNoViolations(page, 'outcomes');
  await outcomes(page)
    .getByRole('button', { name: /Mailbox full/ })
    .click();
  await expect(page).toHaveURL(/reason=4002/);
  await page.getByRole('button', { name: /Retry only “Mailbox full”/ }).click();
  const dialog = page.getByRole('dialog');
  const title = dialog.getByRole('heading', { name: /^Retry \d+ failed calls? for [\d,]+ credits$/ });
  await expect(title).toBeVisible();
  await expectNoViolations(page, 'outcomes');
  const sent = page.waitForRequest('**/trpc/campaigns.retry?*');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ '0': { id: name, reasons: ['4002'] } });
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/reason=/);
});

test(
  'a price that changed meanwhile is refused, and the new one is shown',
  { tag: '@long' },
  async ({ page }) => {
    await failedCampaign(page);
    await page.getByRole('button', { name: /^Retry \d+ failed calls? for/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: /^Retry \d+ failed/ })).toBeVisible();
    await page.route('**/trpc/campaigns.retry?*', async (route) => {
      const body = route.request().postDataJSON() as Record<string, { expected: { cost: number } }>;
      for (const input of Object.values(body)) input.expected.cost -= 1;
      await route.continue({ postData: JSON.stringify(body) });
    });
    await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(
      page.getByText(/It is now \d+ calls? for [\d,]+ credits. Please confirm again./),
    ).toBeVisible();
    await expect(dialog).toBeVisible();
  },
);
