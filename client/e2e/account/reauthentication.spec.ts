import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const PASSWORD = 'a good long password';

test('a protected change asks for the password and then goes on; what was typed is kept', async ({
  page,
  hark,
}) => {
  await registerUser(page, 'reauthentication');
  await page.goto('/profile/developers');
  await forgetAuthentication(hark);
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await form.getByLabel('Name').fill('Zapier');
  await form.getByRole('button', { name: 'Create Key' }).click();

  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirm).toBeHidden();
  await expect(form.getByText('Nothing was changed, as you did not confirm that it is you.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Zapier');

  await form.getByRole('button', { name: 'Create Key' }).click();
  await confirm.getByLabel('Your password').fill('a guess');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirm.getByText('Your password is not correct')).toBeVisible();
  await expectNoViolations(page, 'confirm that it is you');
  await confirm.getByLabel('Your password').fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog', { name: 'Zapier is ready' })).toBeVisible();
  await expect(confirm).toBeHidden();
});

test(
  'a change without a form asks too, and closing the question refuses it calmly',
  { tag: '@long' },
  async ({ page, hark }) => {
    await registerUser(page, 'reauthentication-card');
    await subscribe(page, 'launch');
    await forgetAuthentication(hark);
    await page.getByRole('button', { name: 'Add New Card' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(confirm).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(confirm).toBeHidden();
    await page.getByRole('button', { name: 'Retry' }).click();
    await confirm.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(confirm).toBeHidden();
    await expect(page.getByRole('form', { name: 'New card' })).toBeVisible();
  },
);
