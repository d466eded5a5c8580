import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { changeAnswer, cutOff, fail, refuse } from '#client/e2e/support/answers.ts';
import { makeCampaign, sendNow, signInDemo, takeOffList } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
});

test('Send Now calls all contacts, announces the result and balance, and updates the row', async ({
  page,
}) => {
  const name = await makeCampaign(page, 'All well', ['1001', '1002', '1003']);
  await page.goto('/dashboard');
  await expect(row(page, name)).toContainText('3 contacts');
  await row(page, name).getByRole('button', { name: 'Send Now' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send this campaign now?' });
  await expect(question).toContainText(name);
  await expect(question).toContainText(/3 calls, \d+ credits are on hold for it/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, name)).toContainText('Scheduled');
  await sendNow(page, row(page, name));
  await expect(row(page, name).getByRole('button', { name: 'Sending...' })).toBeVisible();
  const toast = page.getByText(
    `Campaign "${name}" executed successfully! Voicemails delivered to all contacts. Your current balance:`,
  );
  await expect(toast).toBeVisible();
  const balance = (await toast.textContent())?.match(/balance: ([\d,]+)/)?.[1];
  await expect(page.getByRole('group', { name: 'Available credits' })).toContainText(`$${String(balance)}`);
  await expect(row(page, name)).toContainText('3 of 3');
  await expect(row(page, name).getByRole('button', { name: 'Send Now' })).toBeDisabled();
});

test('a campaign that did not reach all contacts announces how many it reached', async ({ page }) => {
  const name = await makeCampaign(page, 'Half well', ['1001', '0005']);
  await page.goto('/dashboard');
  await sendNow(page, row(page, name));
  await expect(
    page.getByText(`Campaign "${name}" finished: 1 of 2 delivered. Your current balance:`),
  ).toBeVisible();
  await expect(row(page, name).getByRole('button', { name: 'Retry 1' })).toBeVisible();
});

test('a rejected Send Now shows a toast', async ({ page }) => {
  // Otherwise live progress updates the row.
  await page.route('**/trpc/live.progress*', (route) => route.abort());
  const name = await makeCampaign(page, 'Gone meanwhile', ['1001']);
  await page.goto('/dashboard');
  await expect(row(page, name)).toBeVisible();
  const deleted = await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
  expect(deleted.status()).toBe(200);
  await sendNow(page, row(page, name));
  await expect(page.getByText('Campaign not found')).toBeVisible();
});

test('deleting asks for confirmation and shows the released credits', async ({ page }) => {
  const name = await makeCampaign(page, 'Never mind', ['1001', '1002']);
  await page.goto('/dashboard');
  await row(page, name).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Campaign?' });
  await expect(question).toContainText('This action cannot be undone.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, name)).toBeVisible();

  await row(page, name).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  const done = page.getByRole('dialog', { name: `Campaign ${name} Deleted` });
  await expect(done).toContainText(/Released credits\s*80/);
  const balance = (await done.textContent())?.match(/balance([\d,]+)/)?.[1];
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Available credits' })).toContainText(`$${String(balance)}`);
});

test('a campaign that cannot be deleted, resumed or paused says so', async ({ page }) => {
  const name = await makeCampaign(page, 'Stuck', ['1001']);
  await page.goto('/dashboard');
  const remove = async () => {
    await row(page, name).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await refuse(page, 'campaigns.delete', 409, 'CONFLICT', 'This campaign is sending.');
  await remove();
  await expect(
    page.getByText('Failed to delete campaign: This campaign is sending.', { exact: true }),
  ).toBeVisible();
  await page.unrouteAll();
  for (const answer of [() => cutOff(page, 'campaigns.delete'), () => fail(page, 'campaigns.delete', 502)]) {
    await answer();
    // The message of the last attempt may still be shown: the answer counts once it was asked for.
    const asked = page.waitForRequest('**/trpc/campaigns.delete*');
    await remove();
    await asked;
    await expect(
      page.getByText('An error occurred while deleting the campaign.', { exact: true }),
    ).toBeVisible();
    await page.unrouteAll();
  }

  // Otherwise live progress shows the real status.
  await cutOff(page, 'live.progress');
  for (const [status, action, text] of [
    ['Paused', 'Resume', 'An unexpected error occurred while resuming the campaign'],
    ['Sending', 'Pause', 'An unexpected error occurred while pausing the campaign'],
  ] as const) {
    await changeAnswer<{ campaigns: CampaignView[] }>(page, 'campaigns.list', (list) => ({
      ...list,
      campaigns: list.campaigns.map((campaign) => ({ ...campaign, status })),
    }));
    await fail(page, `campaigns.${action.toLowerCase()}`);
    await page.reload();
    await row(page, name).getByRole('button', { name: action, exact: true }).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('the charts of the week can be read as tables', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('img', { name: /calls; .*calls/ })).toBeVisible();
  await page.getByRole('button', { name: 'Calls Sent Last Week: show the numbers' }).click();
  await expect(page.getByRole('table', { name: 'Calls sent last week' }).getByRole('row')).toHaveCount(8);
  await page.getByRole('button', { name: 'Delivery Rate: show the numbers' }).click();
  await expect(page.getByRole('table', { name: 'Delivery rate' })).toContainText('%');
});

test('a list that fails to load is empty, and Retry loads it', async ({ page }) => {
  let down = true;
  await page.route('**/trpc/**', (route) =>
    down && route.request().url().includes('campaigns.list') ? route.abort() : route.continue(),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  down = false;
  await page.getByRole('region', { name: 'Campaigns' }).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Campaigns' })).toBeVisible();
});

test('campaigns are loaded in pages, and each is on exactly one of them', async ({ page }) => {
  const made: string[] = [];
  for (let n = 1; n <= 12; n += 1) made.push(await makeCampaign(page, `Part ${String(n)}`, ['1001']));
  const { campaigns } = (await (await page.request.get('/api/campaigns/')).json()) as {
    campaigns: { name: string }[];
  };
  await page.route('**/trpc/**', (route) =>
    route.continue({ url: route.request().url().replace('limit%22%3A50', 'limit%22%3A3') }),
  );
  await page.goto('/analytics');
  const table = page.getByRole('table', { name: 'Campaign Performance' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'View details' }) });
  const shown: string[] = [];
  const pages = Math.ceil(campaigns.length / 10);
  for (let number = 1; number <= pages; number += 1) {
    if (number > 1) await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(`Page ${String(number)} of ${String(pages)}`)).toBeVisible();
    await expect(rows).toHaveCount(Math.min(10, campaigns.length - shown.length));
    shown.push(...(await rows.locator(':scope > :first-child').allTextContents()));
  }
  expect(shown.toSorted()).toEqual(campaigns.map(({ name }) => name).toSorted());
  // The journeys after this one expect their campaigns on the first page.
  for (const name of made) await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`);
});

test('analytics links to the calls of a campaign, five per page, and their export', async ({ page }) => {
  await takeOffList(page, ['0007']);
  const name = await makeCampaign(page, '50% off/on', [
    '1001',
    '0002',
    '0003',
    '0004',
    '0005',
    '0006',
    '0007',
  ]);
  await page.goto('/dashboard');
  await sendNow(page, row(page, name));
  await expect(page.getByText(`Campaign "${name}" finished: 1 of 7 delivered.`)).toBeVisible();
  await page.goto('/analytics');
  await expect(page.getByRole('group', { name: 'Success Rate' })).toContainText('%');
  await row(page, name).getByRole('link', { name: 'View details' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const calls = page.getByRole('table', { name: 'Call Details' });
  await expect(calls.getByRole('row')).toHaveCount(6);
  // The evidence of the campaign, which may be loaded by then, has rows of the same people.
  const call = (number: string) => calls.getByRole('row').filter({ hasText: number });
  await expect(call('+1 (202) 555-1001')).toContainText('success');
  await expect(call('+1 (202) 555-0003')).toContainText('Mailbox full');
  const callDetails = page.getByRole('region', { name: 'Call Details' });
  await callDetails.getByRole('button', { name: 'Next page' }).click();
  await expect(calls.getByRole('row')).toHaveCount(3);
  await expect(call('+1 (202) 555-0007')).toContainText('Do not call');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Details' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${name.replace('/', '_')}_analytics_details.csv`);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(8);
  await expect(page.getByText('Export successful!')).toBeVisible();
  await takeOffList(page, ['0007']);
});

test('a failed export shows an error', async ({ page }) => {
  await page.route('**/details/download/**', (route) => route.abort());
  await page.goto('/analytics');
  await page.getByRole('link', { name: 'View details' }).first().click();
  await page.getByRole('button', { name: 'Export Details' }).click();
  await expect(page.getByText('Failed to export details. Please try again.')).toBeVisible();
});

test('a missing campaign has no call details', async ({ page }) => {
  await page.goto('/analytics/details/nothing%20here');
  await expect(page.getByText('No call details available')).toBeVisible();
});

test('what finished last can be retried for its price, and the next start changed in three presses', async ({
  page,
}) => {
  const failed = await makeCampaign(page, 'Retry at a price', ['1001', '0005']);
  const next = await makeCampaign(page, 'First to start', ['1001']);
  await page.goto('/dashboard');
  await sendNow(page, row(page, failed));
  const now = page.getByRole('region', { name: 'Now and next' });
  const finished = now.getByRole('listitem').filter({ hasText: failed });
  await expect(finished).toContainText('1 of 2 delivered');
  await expect(finished.getByRole('button')).toHaveText(/^Retry 1 for \d+ credits$/);

  await page.goto(`/analytics/details/${encodeURIComponent(next)}`);
  await page.getByRole('button', { name: 'Change Time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the start' });
  await dialog.getByLabel('Start time (UTC)').selectOption('23:30');
  await expect(dialog).toContainText('In your time:');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`“${next}” starts at another time now.`)).toBeVisible();
  await expect(page.getByText(/Starts .* 11:30 PM/)).toBeVisible();
});
