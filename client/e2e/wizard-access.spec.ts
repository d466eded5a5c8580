import { expectNoViolations } from './support/axe.ts';
import { fillUpTo, openWizard } from './support/wizard.ts';
import { expect, test } from './support/test.ts';

const STEPS = ['name', 'upload', 'message', 'voice', 'schedule', 'review'] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any step, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const wizard = await openWizard(page);
    await expectNoViolations(page, 'intro');
    for (const step of STEPS) {
      await page.reload();
      await fillUpTo(wizard, step);
      await expectNoViolations(page, step);
    }
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(wizard.dialog).toBeVisible();
    await expectNoViolations(page, 'exit');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Continue Draft' })).toBeVisible();
    await expectNoViolations(page, 'intro with a draft');
    await context.close();
  });
}

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

for (const width of [360, 390, 768, 1440]) {
  test(`no step is wider than a screen of ${String(width)} px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const page = await context.newPage();
    const wizard = await openWizard(page);
    for (const step of STEPS) {
      await page.reload();
      await fillUpTo(wizard, step);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, step).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
}
