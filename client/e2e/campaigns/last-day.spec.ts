import { signInDemo } from '#client/e2e/support/campaigns.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, openWizard, pickDay } from '#client/e2e/support/wizard.ts';

const RELEASED = /Calls not made by [A-Z][a-z]{2} \d{2}, \d{4} in each person’s time are released\./;

test('the end of the range is the last day of calling, from the schedule to the campaign’s page', async ({
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
  await wizard.next();
  await wizard.heading('Campaign Overview');
  await expect(page.getByText(RELEASED)).toBeVisible();
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await wizard.heading('Your campaign is scheduled');

  const path = `/api/campaigns/${encodeURIComponent(name)}/`;
  const { campaign } = (await (await page.request.get(path)).json()) as { campaign: { last_day: string } };
  expect(campaign.last_day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await page.goto(`/analytics/details/${encodeURIComponent(name)}?tab=overview`);
  await expect(page.getByText('Last day of calling')).toBeVisible();
  await page.request.delete(`${path}delete/`);
});
