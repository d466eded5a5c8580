import { DAY_MS } from '#shared/time-units.ts';
import { makeCampaign, sendNow, signInDemo, takeOffList } from '#client/e2e/support/campaigns.ts';
import { countClicks } from '#client/e2e/support/clicks.ts';
import { clientOf } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fixture, introduceSender, MESSAGE, pickDay } from '#client/e2e/support/wizard.ts';

test.beforeEach(async ({ page }) => {
  await signInDemo(page);
});

const next = { name: 'Continue', exact: true } as const;

test('a campaign for a saved list takes seven clicks', async ({ page }) => {
  await introduceSender(page);
  const name = `Regulars ${String(Date.now())}`;
  const contacts = [
    {
      id: '1',
      first_name: 'Ana',
      last_name: 'Lopez',
      phone_number: '12025551201',
      recommended_phone: '12025551201',
      city: 'Miami',
    },
  ];
  expect((await clientOf(page).post('/api/contact-lists/', { name, contacts })).status).toBe(201);
  await page.goto('/contacts');
  const clicks = await countClicks(page);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('link', { name: 'Start' }).click();
  await page.getByLabel('Campaign Name').fill(`To ${name}`);
  await page.getByLabel('Campaign Description').fill('Open house');
  await page.getByRole('button', next).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE);
  await page.getByRole('button', next).click();
  // The voice of the latest campaign, or the only one, is chosen already.
  await pickDay(page, 1);
  await page.getByRole('button', next).click();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(page.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(7);
});

test('the same message to another list takes four clicks', async ({ page }) => {
  const day = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  const made = { description: 'Autumn', drop_date: `${day}T16:00:00.000Z` };
  const name = await makeCampaign(page, 'The same', ['1202'], made);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  const clicks = await countClicks(page);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByRole('button', next)).toBeVisible();
  await page.setInputFiles('input[type=file]', fixture('contacts-outcomes.csv'));
  await expect(page.getByText(/^[\d,]+ contacts, /)).toBeVisible();
  await page.getByRole('button', next).click();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(page.getByRole('heading', { name: 'Your campaign is scheduled' })).toBeVisible();
  // One more opens the picker of files.
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test('another start takes three clicks, and nobody calling a person again one', async ({ page }) => {
  const name = await makeCampaign(page, 'Moved', ['1203']);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Change Time' }).click();
  await page.getByLabel('Start time (UTC)').selectOption('17:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`“${name}” starts at another time now.`)).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(3);

  await page.getByRole('link', { name: '+1 (202) 555-1203' }).click();
  const onCall = await clicks();
  await page.getByRole('dialog').getByRole('button', { name: 'Add to Do Not Call' }).click();
  await expect(page.getByText('+1 (202) 555-1203 will no longer be called.')).toBeVisible();
  expect((await clicks()) - onCall).toBe(1);
  await takeOffList(page, ['1203']);
});

test('the result of what was sent last is on the dashboard', async ({ page }) => {
  const name = await makeCampaign(page, 'Just sent', ['1204', '1205']);
  await page.goto('/dashboard');
  await sendNow(page, page.getByRole('row').filter({ hasText: name }));
  await expect(page.getByText(`Campaign "${name}" executed successfully!`)).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('2 of 2');
});
