import { readFile } from 'node:fs/promises';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('campaigns are found by their group, their name and the back button, and opened by their name', async ({
  page,
}) => {
  await signInDemo(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Campaigns' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Orientation week' })).toContainText('Scheduled');

  const groups = page.getByRole('group', { name: 'Which campaigns' });
  await groups.getByRole('button', { name: /^Finished/ }).click();
  await expect(page).toHaveURL(/show=finished/);
  await expect(rows.filter({ hasText: 'Spring open house' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Orientation week' })).toHaveCount(0);
  await page.getByLabel('Search by name').fill('spring');
  await expect(rows).toHaveCount(2);
  await expectNoViolations(page, 'campaigns');
  await page.getByLabel('Search by name').fill('no campaign has this');
  await expect(page.getByText('No campaign matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show All Campaigns' }).click();
  await expect(rows.filter({ hasText: 'Orientation week' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No campaign matches')).toBeVisible();

  await page.goto('/campaigns?after=not-a-cursor');
  await expect(page.getByText('This page of the list does not exist')).toBeVisible();
  await page.goto('/campaigns');
  await rows.getByRole('link', { name: 'Spring open house' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spring open house' })).toBeVisible();
});

test('campaigns are chosen, paused and deleted together, and a press anywhere in a row opens it', async ({
  page,
}) => {
  await signInDemo(page);
  const names = [];
  for (const name of ['Bulk one', 'Bulk two']) names.push(await makeCampaign(page, name, ['1001']));
  await page.goto('/campaigns?search=Bulk');
  const table = page.getByRole('table', { name: 'Campaigns' });
  const bulk = page.getByRole('group', { name: 'Chosen campaigns' });
  await table.getByLabel('Choose all on this page').check();
  await expect(bulk).toContainText('2 chosen');
  const exported = page.waitForEvent('download');
  await bulk.getByRole('button', { name: 'Export 2' }).click();
  const lines = (await readFile(await (await exported).path())).toString().split('\r\n');
  expect(lines).toHaveLength(4);
  await bulk.getByRole('button', { name: 'Pause 2' }).click();
  await expect(page.getByText('2 campaigns paused.')).toBeVisible();
  await expect(table.getByText('Paused')).toHaveCount(2);
  await expect(bulk).toHaveCount(0);
  await expectNoViolations(page, 'campaigns');

  await table.getByLabel(`Choose ${names[0] ?? ''}`).check();
  await expect(bulk.getByRole('button', { name: 'Pause 0' })).toBeDisabled();
  await bulk.getByRole('button', { name: 'Delete 1' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 1 campaign?' });
  await expect(question).toContainText('40 held credits released');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 campaign deleted.')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('campaigns.csv');
  // The link of its name lies above all of it.
  await table.getByText('Voice:').click({ force: true });
  await expect(page.getByRole('heading', { level: 1, name: names[1] ?? '' })).toBeVisible();
});
