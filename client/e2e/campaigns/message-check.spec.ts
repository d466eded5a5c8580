import type { Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import { fillUpTo, MESSAGE, openWizard, openWizardAsUser } from '#client/e2e/support/wizard.ts';

const checkOf = (page: Page) => {
  const check = page.getByRole('region', { name: 'Message check' });
  return {
    check,
    status: check.getByRole('status'),
    button: (name: string) => check.getByRole('button', { name }),
  };
};

for (const width of [1440, 390]) {
  const tag = width === 1440 ? [] : ['@long'];
  test(`a message gets what it lacks by one click each, ${String(width)} px`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await registerUser(page, `sender-${String(width)}`);
    await subscribe(page, 'launch');
    const wizard = await openWizardAsUser(page);
    await fillUpTo(wizard, 'message');
    const { check, status, button } = checkOf(page);
    await expect(status).toHaveText('Checked as you write');
    await wizard.message.fill('Hi {first_name}, your roof is done.');
    await expect(status).toHaveText('3 things to resolve');
    await wizard.next();
    await expect(wizard.dialog.getByText(/^Your profile has no business name/)).toBeVisible();
    await wizard.dialog.getByRole('button', { name: 'Okay' }).click();

    await check.getByRole('textbox', { name: 'Business name' }).fill('www.maple.example');
    await button('Save Business name').click();
    await expect(check.getByRole('textbox', { name: 'Business name' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expectSound(page, 'empty profile');
    await check.getByRole('textbox', { name: 'Business name' }).fill('Maple Roofing, Inc.');
    await check.getByRole('textbox', { name: 'Business name' }).press('Enter');
    await check.getByRole('textbox', { name: 'Number to call back' }).fill('(800) 555-0142');
    await button('Save Number to call back').click();
    await expect(check.getByRole('textbox')).toHaveCount(0);
    await expect(wizard.message).toHaveValue('Hi {first_name}, your roof is done.');

    await button('Add: This is Maple Roofing, Inc.').click();
    const introduced = 'Hi {first_name}, this is Maple Roofing, Inc. Your roof is done.';
    await expect(wizard.message).toHaveValue(introduced);
    await wizard.message.press('ControlOrMeta+z');
    await expect(wizard.message).toHaveValue('Hi {first_name}, your roof is done.');
    await button('Add: This is Maple Roofing, Inc.').click();
    await expectSound(page, 'two things to resolve');
    await button('Add: To stop these messages call 800-555-0142').click();
    await expect(wizard.message).toHaveValue(`${introduced} To stop these messages call 800-555-0142.`);
    await expect(status).toHaveText('Ready to send');
    await expect(button('Add')).toHaveCount(0);
    await wizard.next();
    await wizard.heading('Select Voice');
  });
}

test(
  'risky words block until they are removed or overridden, which is published',
  { tag: '@long' },
  async ({ page }) => {
    const wizard = await openWizard(page);
    const name = await fillUpTo(wizard, 'message');
    const { check, status, button } = checkOf(page);
    await wizard.message.fill(`${MESSAGE} You won a prize. Act now.`);
    await expect(status).toHaveText('1 thing to resolve');
    await expect(check.getByText('“You won”, “prize” announces a prize or a gift.')).toBeVisible();
    await wizard.next();
    await expect(wizard.dialog.getByText(/announces a prize/)).toBeVisible();
    await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
    await expect(wizard.dialog).toHaveCount(0);
    await expectSound(page, 'risky words');
    await button('Remove the sentence with “Act now”').click();
    await expect(wizard.message).toHaveValue(`${MESSAGE} You won a prize.`);
    await button('Remove the sentence with “You won”').click();
    await expect(wizard.message).toHaveValue(MESSAGE);
    await expect(status).toHaveText('Ready to send');
    await wizard.message.press('ControlOrMeta+z');
    await expect(wizard.message).toHaveValue(`${MESSAGE} You won a prize.`);
    await check.getByRole('checkbox', { name: /^Keep it/ }).check();
    await expect(status).toHaveText('Ready to send');

    await page.reload();
    await page.getByRole('button', { name: 'Continue Draft' }).click();
    await expect(check.getByRole('checkbox', { name: /^Keep it/ })).toBeChecked();
    await wizard.next();
    await page.getByRole('radio').first().click();
    await wizard.next();
    await page.getByRole('gridcell').getByRole('button', { disabled: false }).nth(1).click();
    await wizard.next();
    const created = page.waitForResponse('**/api/campaigns/create/');
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    expect(await (await created).json()).toMatchObject({ warnings: [{ code: 'prize' }] });
    await wizard.heading('Your campaign is scheduled');
    const path = `/api/campaigns/${encodeURIComponent(name)}/delete/`;
    expect((await page.request.delete(path)).status()).toBe(200);
  },
);

test('a message that the server refuses can be changed', { tag: '@long' }, async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'review');
  await page.route('**/api/campaigns/create/', async (route) => {
    const body = route
      .request()
      .postDataBuffer()
      ?.toString('latin1')
      .replace('To stop these messages', 'For messages');
    await route.continue({ postData: Buffer.from(body ?? '', 'latin1') });
  });
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog.getByText(/The message does not say how to stop these messages/)).toBeVisible();
  await wizard.dialog.getByRole('button', { name: 'Change the message' }).click();
  await expect(wizard.message).toHaveValue(MESSAGE);
});

async function expectSound(page: Page, where: string): Promise<void> {
  await expectNoViolationsInBothSchemes(page, where);
  expect(await layoutFaults(page), where).toEqual([]);
}
