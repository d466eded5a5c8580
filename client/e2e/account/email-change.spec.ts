import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { mailTo, pathOf } from '#client/e2e/support/outbox.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const PASSWORD = 'a good long password';

test('the email is changed by the link to the new address, after a proof of identity', async ({
  page,
  browser,
  baseURL,
  hark,
}) => {
  const email = await registerUser(page, 'email-change');
  const next = `new-${email}`;
  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  await other.request.post('/login/', { data: { email, password: PASSWORD } });

  await page.goto('/profile');
  // 'Email (read-only, with the text "Email address cannot be changed")'.
  await expect(page.getByText('Email address cannot be changed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Change it under Security' }).click();
  await expect(page.getByRole('region', { name: 'Sign-In Email' })).toBeInViewport({ ratio: 1 });
  await forgetAuthentication(hark);
  await page.getByRole('button', { name: 'Change Email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByLabel('New email').fill('not an address');
  await dialog.getByRole('button', { name: 'Send Link' }).click();
  await expect(dialog.getByText('Invalid email ID. Format: name@example.com')).toBeVisible();
  await expectNoViolations(page, 'change the email');
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByRole('button', { name: 'Send Link' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByLabel('Your password').fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`Confirmation link sent to: ${next}`)).toBeVisible();

  const notice = await mailTo(page.request, email, 'A change of your Hark email was requested');
  expect(notice.text).toContain('change your password now');
  const link = pathOf(await mailTo(page.request, next, 'Confirm your new email for Hark'));
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm new email' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Your email was changed.')).toBeVisible();
  // "The user menu shows the display name …, the e-mail … and the credits", without a reload.
  await page.getByRole('button', { name: 'account menu' }).click();
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next);
  expect((await other.request.get('/users/user-info/')).status()).toBe(401);
  await other.close();
  await mailTo(page.request, email, 'Your Hark email was changed');

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm new email' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
});
