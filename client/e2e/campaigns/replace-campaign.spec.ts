import type { Page } from '@playwright/test';
import { DAY_MS } from '#shared/time-units.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, MESSAGE, openWizard } from '#client/e2e/support/wizard.ts';

const CHANGED = MESSAGE.replace('it is Ana', 'it is Bea');

/** Schedules a campaign in the wizard and opens its page; returns its name. */
async function schedule(page: Page): Promise<string> {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'review');
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  return name;
}

async function changeMessage(page: Page, name: string, message: string): Promise<void> {
  await page.getByRole('link', { name: 'Replace', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Overview' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `Replaces “${name}”` })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Message' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

const replaceIt = (page: Page) => page.getByRole('button', { name: 'Replace Campaign' }).click();

test('the message of a scheduled campaign is replaced by five clicks', async ({ page }) => {
  const name = await schedule(page);
  await changeMessage(page, name, CHANGED);
  await expect(page.getByText(/are on hold already\. No more credits are needed\./)).toBeVisible();
  await page.reload();
  // A reload keeps what it replaces.
  await page.getByRole('button', { name: 'Continue Draft' }).click();
  await expect(page.getByText(`Replaces “${name}”`)).toBeVisible();
  await expect(page.getByText(CHANGED)).toBeVisible();
  await replaceIt(page);
  await expect(page.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible();
  await page.goto(`/campaigns?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}?tab=message`);
  await expect(page.getByText(/it is Bea of Maple/).first()).toBeVisible();
});

test('what another tab has replaced is replaced only once it is asked for', async ({ page, context }) => {
  const name = await schedule(page);
  await changeMessage(page, name, CHANGED);
  const details = await context.newPage();
  await details.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await details.getByRole('link', { name: 'Replace', exact: true }).click();
  await expect(details.getByRole('button', { name: 'Continue Draft' })).toBeVisible();
  await details.getByRole('button', { name: `Replace “${name}”` }).click();
  await details.getByRole('button', { name: 'Edit Campaign' }).click();
  await details.getByLabel('Campaign Description').fill('Changed in another tab');
  await details.getByRole('button', { name: 'Continue', exact: true }).click();
  await replaceIt(details);
  await expect(details.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible();

  await page.bringToFront();
  await replaceIt(page);
  const refused = page.getByRole('dialog', { name: 'Not replaced' });
  await expect(refused).toContainText('was changed or replaced in another tab or browser');
  await refused.getByRole('button', { name: 'Replace Anyway' }).click();
  await expect(page.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible();
});

test('a campaign that has started meanwhile stays, and nothing typed is lost', async ({ page, context }) => {
  await signInDemo(page);
  // Sent to numbers that no report puts on the do-not-call list of this worker's server.
  const day = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  // As the wizard makes one.
  const made = { description: 'Autumn', drop_date: `${day}T16:00:00.000Z` };
  const name = await makeCampaign(page, 'Started meanwhile', ['1001', '1002'], made);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await changeMessage(page, name, CHANGED);
  const other = await context.newPage();
  await other.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await other.getByRole('button', { name: 'Send Now' }).click();
  await other
    .getByRole('alertdialog')
    .or(other.getByRole('dialog'))
    .getByRole('button', { name: /^Send/ })
    .click();
  await expect(other.getByRole('link', { name: 'Replace', exact: true })).toHaveCount(0);

  await page.bringToFront();
  await replaceIt(page);
  const refused = page.getByRole('dialog', { name: 'Not replaced' });
  await expect(refused).toContainText('has started or was paused meanwhile, and stays as it is');
  await refused.getByRole('button', { name: 'Make It a New Campaign' }).click();
  await expect(page.getByLabel('Campaign Name')).toHaveValue(name);
  await expect(page.getByText(`Replaces “${name}”`)).toHaveCount(0);
});
