import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { fillUpTo, openWizard } from '#client/e2e/support/wizard.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('axe finds nothing in the list of row errors', async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'upload');
  await wizard.upload('contacts-row-errors.csv');
  await expect(wizard.dialog).toBeVisible();
  await expectNoViolations(page, 'row errors');
});

test('axe finds nothing after publishing failed or succeeded', async ({ page }) => {
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'review');
  await page.route('**/api/campaigns/create/', (route) => route.abort());
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog).toBeVisible();
  await expectNoViolations(page, 'failure');
  await page.unroute('**/api/campaigns/create/');
  await wizard.dialog.getByRole('button', { name: 'Try again' }).click();
  await wizard.heading('Your campaign is scheduled');
  await expectNoViolations(page, 'success');
  expect((await page.request.delete(`/api/campaigns/${encodeURIComponent(name)}/delete/`)).status()).toBe(
    200,
  );
});
