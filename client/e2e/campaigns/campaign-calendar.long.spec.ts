import { DAY_MS } from '#shared/time-units.ts';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('the calendar shows a campaign on its day in the time of the reader, and opens it', async ({
  browser,
}) => {
  const context = await browser.newContext({
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await signInDemo(page);
  const drop = new Date(Date.now() + 40 * DAY_MS);
  drop.setUTCHours(20, 0, 0, 0);
  const name = await makeCampaign(page, 'On a day', ['1001'], { drop_date: drop.toISOString() });
  // 20:00 UTC is the morning of the next day in Auckland.
  const day = new Date(drop.getTime() + DAY_MS).toISOString().slice(0, 10);

  await page.goto('/campaigns?sort=name');
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Calendar' }).click();
  await expect(page).toHaveURL(/view=calendar/);
  const table = page.getByRole('table', { name: /^Campaigns in / });
  await expect(table).toBeVisible();
  const cell = table.getByRole('cell').filter({ has: page.locator(`time[datetime="${day}"]`) });
  for (let months = 0; months < 2 && (await cell.count()) === 0; months++) {
    const heading = await page.getByRole('heading', { level: 2 }).innerText();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('heading', { level: 2 })).not.toHaveText(heading);
    await expect(table).toBeVisible();
  }
  await expect(cell.getByRole('link', { name })).toContainText(/Starts (8|9):00 AM/);
  await expectNoViolations(page, 'calendar');

  const address = page.url();
  await cell.getByRole('link', { name }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(cell.getByRole('link', { name })).toBeVisible();

  await cell.hover();
  await cell.getByRole('link', { name: /^New campaign on / }).click();
  await expect(page).toHaveURL(/\/campaign\?day=\d{4}-\d{2}-\d{2}$/);
  await page.getByLabel('Campaign Name').fill('On the day');
  // The introduction comes before the first step.
  await page.goBack();
  await expect(page.getByRole('button', { name: "Let's Start" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table).toHaveCount(0);
  await expect(page.getByRole('listitem').getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/month=/);
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('table', { name: 'Campaigns' })).toBeVisible();
  await expect(page).toHaveURL('/campaigns?sort=name');
  await context.close();
});
