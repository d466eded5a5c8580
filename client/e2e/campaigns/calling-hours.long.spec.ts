import type { Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { makeCampaign, signInDemo } from '#client/e2e/support/campaigns.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, openWizard, pickDay } from '#client/e2e/support/wizard.ts';

for (const width of [1440, 390]) {
  test(`calling hours are chosen, kept in the draft and published, ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const wizard = await openWizard(page);
    const name = await fillUpTo(wizard, 'schedule');
    await pickDay(page, 1);
    const from = page.getByLabel('Calls from');
    const day = (text: string) => page.getByRole('button', { name: text, exact: true });
    await expect(from).toHaveValue('09:00');
    await expect(page.getByLabel('Calls until')).toHaveValue('20:00');

    await from.selectOption('8:00 PM');
    await expect(page.getByText('The calling hours must end after they begin')).toBeVisible();
    await wizard.next();
    await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
    await from.selectOption('10:30 AM');
    for (const text of DAYS) await day(text).click();
    await expect(page.getByText('Please choose at least one day')).toBeVisible();
    await expectSound(page, 'schedule with an error');
    for (const text of DAYS.slice(0, 5)) await day(text).click();

    await page.reload();
    await page.getByRole('button', { name: 'Continue Draft' }).click();
    await expect(from).toHaveValue('10:30');
    await expect(day('Friday')).toHaveAttribute('aria-pressed', 'true');
    await expect(day('Saturday')).toHaveAttribute('aria-pressed', 'false');
    await wizard.next();
    await expect(
      page.getByText('Mon to Fri, 10:30 AM to 8:00 PM, in each person’s own time').first(),
    ).toBeVisible();
    await expectSound(page, 'review');
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    await wizard.heading('Your campaign is scheduled');
    const path = `/api/campaigns/${encodeURIComponent(name)}/`;
    const { campaign } = (await (await page.request.get(path)).json()) as { campaign: unknown };
    expect(campaign).toMatchObject({
      calling_hours: { from: '10:30', to: '20:00', days: [1, 2, 3, 4, 5] },
    });
    expect((await page.request.delete(`${path}delete/`)).status()).toBe(200);
  });
}

test('a campaign that waits for calling hours says when it goes on', async ({ page }) => {
  await signInDemo(page);
  const name = await makeCampaign(page, 'Waiting', ['0101']);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  // The local carrier calls at once, so that no campaign of this server ever waits.
  await page.route(/\/trpc\/.*campaigns\./, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"status":"Scheduled"', '"status":"Sending"');
    const next = JSON.stringify({ at, zone: 'America/Chicago' });
    await route.fulfill({ response, body: text.replaceAll('"next_calls":null', `"next_calls":${next}`) });
  });
  await page.route(/\/trpc\/live/, (route) => route.abort());
  await page.goto('/dashboard');
  const text = /Next calls at \d+:\d\d [AP]M Central/;
  await expect(page.getByRole('row', { name }).getByText(text)).toBeVisible();
  await expectSound(page, 'dashboard');
  await page.goto(`/analytics/details/${encodeURIComponent(name)}`);
  await expect(page.getByRole('status').getByText(text)).toBeVisible();
  await settle(page);
  await expectSound(page, 'details');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const path = `/api/campaigns/${encodeURIComponent(name)}/delete/`;
  expect((await page.request.delete(path)).status()).toBe(200);
});

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

async function expectSound(page: Page, where: string): Promise<void> {
  await expectNoViolationsInBothSchemes(page, where);
  expect(await layoutFaults(page), where).toEqual([]);
}
