import type { Page } from '@playwright/test';
import type { CallingProfileView } from '#shared/schemas/calling/calling-profile.ts';
import { changeAnswer } from '#client/e2e/support/answers.ts';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { expect, test } from '#client/e2e/support/test.ts';
import {
  fillUpTo,
  MESSAGE,
  moveTo,
  openWizard,
  openWizardAsUser,
  type WizardPage,
} from '#client/e2e/support/wizard.ts';

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
    await expect(status).toHaveText('3 warnings');
    await wizard.next();
    await wizard.heading('Select Voice');
    await wizard.back();

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

/** The rules as a live carrier has them. */
const enforceRules = (page: Page) =>
  changeAnswer<CallingProfileView>(page, 'calling.profile', (profile) => ({
    ...profile,
    message_rules: 'enforced',
  }));

test('with a live carrier Publish refuses what Continue let pass, and the review fixes it', async ({
  page,
}) => {
  await enforceRules(page);
  const wizard = await openWizard(page);
  const name = await fillUpTo(wizard, 'message');
  await wizard.message.fill('Hi {first_name}, your roof is done.');
  await expect(checkOf(page).status).toHaveText('3 things to resolve');
  await moveOn(wizard);
  const { status, button } = checkOf(page);
  await expect(status).toHaveText('3 things to resolve');
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog.getByText(/does not say how to stop these messages/)).toBeVisible();
  await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
  await expectSound(page, 'review with three things to resolve');
  await button('Add: This is Maple').click();
  await button('Add: To stop these messages call').click();
  await expect(status).toHaveText('Ready to send');
  await publishAndDelete(wizard, name);
});

test(
  'with the local carrier the same message is published with warnings',
  { tag: '@long' },
  async ({ page }) => {
    const wizard = await openWizard(page);
    const name = await fillUpTo(wizard, 'message');
    await wizard.message.fill('Hi {first_name}, your roof is done.');
    await moveOn(wizard);
    await expect(checkOf(page).status).toHaveText('3 warnings');
    expect((await publishAndDelete(wizard, name))['warnings']).toHaveLength(3);
  },
);

test(
  'risky words are refused until they are removed or overridden, which is published',
  { tag: '@long' },
  async ({ page }) => {
    await enforceRules(page);
    const wizard = await openWizard(page);
    const name = await fillUpTo(wizard, 'message');
    const { check, status, button } = checkOf(page);
    await wizard.message.fill(`${MESSAGE} You won a prize. Act now.`);
    await expect(status).toHaveText('1 thing to resolve');
    await expect(check.getByText('“You won”, “prize” announces a prize or a gift.')).toBeVisible();
    await expectSound(page, 'risky words');
    await button('Remove the sentence with “Act now”').click();
    await expect(wizard.message).toHaveValue(`${MESSAGE} You won a prize.`);
    await button('Remove the sentence with “You won”').click();
    await expect(wizard.message).toHaveValue(MESSAGE);
    await expect(status).toHaveText('Ready to send');
    await wizard.message.press('ControlOrMeta+z');
    await expect(wizard.message).toHaveValue(`${MESSAGE} You won a prize.`);
    await moveOn(wizard);
    await page.getByRole('button', { name: 'Publish Campaign' }).click();
    await expect(wizard.dialog.getByText(/announces a prize/)).toBeVisible();
    await wizard.dialog.getByRole('button', { name: 'Okay' }).click();
    await check.getByRole('checkbox', { name: /^Keep it/ }).check();
    await expect(status).toHaveText('Ready to send');

    await page.reload();
    await page.getByRole('button', { name: 'Continue Draft' }).click();
    await expect(check.getByRole('checkbox', { name: /^Keep it/ })).toBeChecked();
    expect(await publishAndDelete(wizard, name)).toMatchObject({ warnings: [{ code: 'prize' }] });
  },
);

test('a message that the server refuses can be changed', { tag: '@long' }, async ({ page }) => {
  const wizard = await openWizard(page);
  await fillUpTo(wizard, 'review');
  const error = 'The message does not say how to stop these messages.';
  const body = {
    success: false,
    error,
    message: error,
    code: 'MESSAGE_INCOMPLETE',
    fields: { message: error },
  };
  await page.route('**/api/campaigns/create/', (route) => route.fulfill({ status: 400, json: body }));
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  await expect(wizard.dialog.getByText(/The message does not say how to stop these messages/)).toBeVisible();
  await wizard.dialog.getByRole('button', { name: 'Change the message' }).click();
  await expect(wizard.message).toHaveValue(MESSAGE);
});

/** Continues from the message to the review. */
async function moveOn(wizard: WizardPage): Promise<void> {
  await wizard.next();
  await moveTo(wizard, 'schedule', { name: '' });
  await moveTo(wizard, 'review', { name: '' });
}

/** Publishes, returns the answer, and deletes the campaign. */
async function publishAndDelete(
  { page, heading }: WizardPage,
  name: string,
): Promise<Record<string, unknown>> {
  const created = page.waitForResponse('**/api/campaigns/create/');
  await page.getByRole('button', { name: 'Publish Campaign' }).click();
  const answer = (await (await created).json()) as Record<string, unknown>;
  await heading('Your campaign is scheduled');
  const path = `/api/campaigns/${encodeURIComponent(name)}/delete/`;
  expect((await page.request.delete(path)).status()).toBe(200);
  return answer;
}

async function expectSound(page: Page, where: string): Promise<void> {
  await expectNoViolationsInBothSchemes(page, where);
  expect(await layoutFaults(page), where).toEqual([]);
}
