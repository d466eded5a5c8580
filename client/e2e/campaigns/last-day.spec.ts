import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, openWizard, pickDay } from '#client/e2e/support/wizard.ts';

const RELEASED = /Calls not made by [A-Z][a-z]{2} \d{2}, \d{4} in each person’s time are released\./;
const RETRIED = 'Retries failed calls 2 days after it finishes, once.';

test('the last day of calling and the retries go from the schedule to the campaign’s page', async ({
  page,
}) => {
  await signInDemo(page);
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'schedule');
  await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  await pickDay(page, 4);
  await expect(page.getByText('An end date is the last day of calling.')).toBeVisible();
  await pickDay(page, 9);
  await expect(page.getByText(RELEASED)).toBeVisible();
  await page.getByLabel('Retry failed calls').selectOption('Once');
  await page.getByLabel('After the campaign has finished').selectOption('2 days');
  await wizard.next();
  await wizard.heading('Campaign Overview');
  await expect(page.getByText(RELEASED)).toBeVisible();
  await expect(page.getByText(RETRIED)).toBeVisible();
  await expect(page.getByText('Automatic retries hold their credits when they start')).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');

  const path = `/api/campaigns/${encodeURIComponent(name)}/`;
  const { campaign } = (await (await page.request.get(path)).json()) as { campaign: { last_day: string } };
  expect(campaign.last_day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}?tab=overview`);
  await expect(page.getByText('Last day of calling')).toBeVisible();
  await expect(page.getByText(RETRIED)).toBeVisible();
  await page.request.delete(`${path}delete/`);
});
