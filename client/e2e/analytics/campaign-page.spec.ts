import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { changeAnswer } from '#client/e2e/support/answers.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('a campaign is sent, paused, resumed and deleted on its own page', async ({ page }) => {
  await signInDemo(page);
  const name = await makeCampaign(page, 'Own page', ['1001', '1002', '1003'], { drops_per_minute: 1 });
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  const header = page
    .getByRole('main')
    .locator('header')
    .filter({ has: page.getByRole('heading', { level: 1 }) });
  const verb = (label: string) => header.getByRole('button', { name: label, exact: true });
  await expect(header.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(verb('Pause')).toHaveCount(0);
  await expectNoViolations(page, 'the page of a scheduled campaign');
  const parts = page.getByRole('navigation', { name: 'Parts of the campaign' });
  // The system of the journeys places calls at once, so that it has no plan to show.
  await changeAnswer<{ mode: CallingMode }>(page, 'campaigns.plan', (data) => ({ ...data, mode: 'enforce' }));
  await parts.getByRole('link', { name: 'Overview' }).click();
  await expect(page).toHaveURL(/tab=overview/);
  const cost = page.getByRole('region', { name: 'Cost' });
  await expect(cost).toContainText(/At most\s*120 credits, if all 3 calls are delivered/);
  await expect(page.getByRole('region', { name: 'Setup' })).toContainText('Up to 1 call a minute');
  await expect(page.getByRole('img', { name: /^Contacts that may be called, in their time/ })).toBeVisible();
  await expectNoViolations(page, 'the overview of a campaign');
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Call Details' })).toBeVisible();

  await verb('Send Now').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send Now' }).click();
  await verb('Pause').click();
  await expect(header.getByText('Paused', { exact: true })).toBeVisible();
  await verb('Resume').click();
  await expect(header.getByText('Sending', { exact: true })).toBeVisible();
  await verb('Pause').click();
  await expect(header.getByText('Paused', { exact: true })).toBeVisible();

  await verb('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Released credits');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/analytics');
});

test('the people of a campaign are saved as a list, for the next campaign', async ({ page }) => {
  await signInDemo(page);
  const name = await makeCampaign(page, 'Weekly', ['1011', '1012']);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'Save People as List' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save these people as a list' });
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await expectNoViolations(page, 'the dialog that saves people');
  await dialog.getByRole('button', { name: 'Save List' }).click();
  await expect(page.getByText(`“${name}” is saved with 2 contacts.`)).toBeVisible();
  await expect(page).toHaveURL(/\/contacts/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Start a Campaign' }).click();
  await expect(page).toHaveURL(/\/campaign\?list=/);
});
