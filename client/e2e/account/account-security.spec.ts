import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { mailTo, pathOf } from '#client/e2e/support/outbox.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const PASSWORD = 'a good long password';

test('the password is changed with the current one, and other devices are signed out', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await registerUser(page, 'security');
  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  expect((await other.request.post('/login/', { data: { email, password: PASSWORD } })).status()).toBe(200);

  await page.goto('/profile/security');
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByLabel('Current password').fill('a guess');
  await dialog.getByLabel('New password').fill('short');
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expect(dialog.getByText('The password needs at least 8 characters')).toBeVisible();
  await dialog.getByLabel('New password').fill('another good password');
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expect(dialog.getByText('Your current password is not correct')).toBeVisible();
  await expectNoViolations(page, 'change the password');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save Password' }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect((await other.request.get('/users/user-info/')).status()).toBe(401);
  await other.close();
  await page.reload();
  await expect(devices.getByText('This device')).toBeVisible();
});

test('a sign-in from a new browser is mailed; one device is signed out, then all', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await registerUser(page, 'devices');
  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  await other.request.post('/login/', { data: { email, password: PASSWORD } });
  const mail = await mailTo(page.request, email, 'New sign-in to your Hark account');
  expect(mail.text).toContain('Place: This network');
  await page.goto(pathOf(mail));
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByText(/^This network/)).toHaveCount(2);
  await devices.getByRole('button', { name: /^Sign out / }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect((await other.request.get('/users/user-info/')).status()).toBe(401);
  await other.close();

  await devices.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await page
    .getByRole('alertdialog', { name: 'Sign out everywhere?' })
    .getByRole('button', { name: 'Sign Out' })
    .click();
  await expect(page).toHaveURL('/auth/signin');
  expect((await page.request.get('/users/user-info/')).status()).toBe(401);
});
