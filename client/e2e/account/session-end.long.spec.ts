import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#shared/time-units.ts';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Your session has ended' });

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good long password');
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Edits the phone number of the profile without saving it, and ends the session elsewhere, which the open page finds out. */
async function endSessionWithUnsavedPhone(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Phone Number' }).click();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('(415) 555-0123');
  await page.request.post('/logout/');
}

test('a session that ended elsewhere says so, and the same user finds their unsaved changes', async ({
  page,
}) => {
  const email = await registerUser(page, 'ended');
  await endSessionWithUnsavedPhone(page);
  await expect(page).toHaveURL('/auth/signin');
  await expect(notice(page)).toBeVisible();
  await expectNoViolations(page, 'a session that ended');

  await logIn(page, email);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('(415) 555-0123');
  await expect(page.getByText('What you changed earlier is not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByText('What you changed earlier is not saved yet.')).toBeHidden();
});

test('unsaved changes are not shown to another user', async ({ page }) => {
  const email = await registerUser(page, 'first-user');
  await endSessionWithUnsavedPhone(page);
  await expect(notice(page)).toBeVisible();

  const other = await registerUser(page, 'second-user');
  await page.request.post('/logout/');
  await logIn(page, other);
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('');
  await page.request.post('/login/', { data: { email, password: 'a good long password' } });
  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('');
});

test('a session that expired while Hark was closed says so, and a sign-in returns to the page', async ({
  page,
}) => {
  const email = await registerUser(page, 'expired');
  await page.goto('/help');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user_exp_time'))).not.toBeNull();
  // Not a page of the app, which would notice the end by itself.
  await page.goto('/healthz');
  await page.evaluate(() => {
    localStorage.setItem('user_exp_time', String(Date.now() - 1));
  });
  await page.request.post('/logout/');
  await page.goto('/analytics?page=1');
  await expect(page).toHaveURL('/auth/signin');
  await expect(notice(page)).toBeVisible();
  await logIn(page, email);
  await expect(page).toHaveURL('/analytics?page=1');

  await page.goto('/auth/signup');
  await expect(page).toHaveURL('/dashboard');
});

test('the page counts the time of the server, and ends with the session', async ({ page }) => {
  const registered = Date.now();
  await registerUser(page, 'counted');
  // As if the sign-in had been twenty minutes ago.
  await page.clock.install({ time: registered + 20 * MINUTE_MS });
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const expiry = await page.evaluate(() => Number(localStorage.getItem('user_exp_time')));
  expect(expiry - registered).toBeLessThan(61 * MINUTE_MS);
  await page.clock.fastForward(41 * MINUTE_MS);
  await expect(notice(page)).toBeVisible();
});

test('a log-out in one tab is said in the other', async ({ page, context }) => {
  await registerUser(page, 'two-tabs');
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const second = await context.newPage();
  await second.goto('/profile');
  await second.getByRole('button', { name: 'Account menu' }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(second).toHaveURL('/auth/signin');
  await expect(second.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(notice(second)).toBeHidden();
  await expect(page).toHaveURL('/auth/signin');
  await expect(notice(page)).toBeVisible();
});

test('before it ends, a session is prolonged above the page, whose open form stays', async ({ page }) => {
  await registerUser(page, 'prolonged');
  await page.clock.install();
  await page.goto('/profile/developers');
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('Zapier');
  await page.clock.fastForward(56 * MINUTE_MS);
  await expect(page.getByText('Your session ends in a few minutes')).toBeVisible();
  await page.getByRole('button', { name: 'Log in Again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await expectNoViolations(page, 'log in again');
  await dialog.getByLabel('Your password').fill('a guess');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog.getByText('Your password is not correct')).toBeVisible();
  await dialog.getByLabel('Your password').fill('a good long password');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect(dialog).toBeHidden();
  await page.clock.fastForward(30 * MINUTE_MS);
  await expect(form.getByLabel('Name')).toHaveValue('Zapier');
  await form.getByRole('button', { name: 'Create Key' }).click();
  await expect(page.getByRole('dialog', { name: 'Zapier is ready' })).toBeVisible();
});
