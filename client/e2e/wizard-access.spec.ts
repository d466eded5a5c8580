import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { fillUpTo, openWizard, type WizardPage } from './support/wizard.ts';

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([]);
}

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

test('axe finds nothing where publishing failed, nor where it succeeded', async ({ page }) => {
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

test('the keyboard alone leads from the intro to the voice, and the focus follows each step', async ({
  page,
}) => {
  const wizard = await openWizard(page);
  const focusOnHeading = (name: string) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await page.getByRole('button', { name: "Let's Start" }).focus();
  await page.keyboard.press('Enter');
  await focusOnHeading('What kind of campaign are you running?');
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('No mouse');
  await pressInFoot(wizard);
  await focusOnHeading('Upload your contact list');
  await wizard.upload('contacts-outcomes.csv');
  await expect(page.getByText('9 contacts')).toBeVisible();
  await pressInFoot(wizard);
  await focusOnHeading('Edit your message here');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Hi there');
  await pressInFoot(wizard);
  await focusOnHeading('Select Voice');
});

/** Tabs on to Continue and presses it. */
async function pressInFoot({ page }: WizardPage): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  for (
    let tabs = 0;
    tabs < 40 && !(await next.evaluate((button) => button === document.activeElement));
    tabs++
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
}

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
