import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { signInDemo } from '#client/e2e/support/campaigns.ts';
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
