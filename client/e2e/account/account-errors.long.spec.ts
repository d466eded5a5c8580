import { cutOff, fail, refuse } from '#client/e2e/support/answers.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('a sign-in without a user says "Login failed"', async ({ page }) => {
  await page.route(/\/trpc\/auth\.login/, (route) => route.fulfill({ json: [{ result: { data: {} } }] }));
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a good long password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();

  await page.unrouteAll();
  await fail(page, 'auth.login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('An unexpected error occurred', { exact: true })).toBeVisible();
});

test('a log-out that fails says so, and the user stays signed in', async ({ page }) => {
  await registerUser(page, 'stays');
  await page.goto('/help');
  await fail(page, 'auth.logout');
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Logout failed', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/help');
});

// 'Any other result shows the error, or "Email verification failed".'
test('an address that cannot be verified says so, and why if the server knows', async ({ page }) => {
  const alert = page.getByRole('alert');
  await fail(page, 'auth.confirmEmail', 502);
  await page.goto('/auth/verify-email?uid=secret');
  await expect(alert.getByText('Email verification failed', { exact: true })).toBeVisible();

  await page.unrouteAll();
  await cutOff(page, 'auth.confirmEmail');
  await page.reload();
  await expect(
    alert.getByText('Email verification failed. Please try again.', { exact: true }),
  ).toBeVisible();

  await page.unrouteAll();
  await page.reload();
  await expect(alert.getByText('This verification link is not valid.')).toBeVisible();
});

test('a verification email that cannot be sent again says so', async ({ page }) => {
  await page.goto('/auth/verify-email');
  const resend = page.getByRole('button', { name: 'Resend Verification Email' });
  await resend.click();
  await expect(page.getByText('No pending verification found', { exact: true })).toBeVisible();

  await page.evaluate(() => {
    localStorage.setItem('pending_verification_email', 'ann@example.com');
    localStorage.setItem('pending_verification_user_id', 'ann');
  });
  await page.reload();
  await fail(page, 'auth.resendVerification');
  await resend.click();
  await expect(page.getByText('Failed to resend verification email', { exact: true })).toBeVisible();
});

test('a reset link that cannot be sent says so, and why if the server refused it', async ({ page }) => {
  await page.goto('/auth/signin');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('ann@example.com');
  await fail(page, 'auth.requestPasswordReset');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Failed to send reset link. Please try again.', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Failed to send reset link. Try again.', { exact: true })).toBeVisible();

  await page.unrouteAll();
  await refuse(page, 'auth.requestPasswordReset', 429, 'TOO_MANY_REQUESTS', 'Too many requests.');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Failed to send reset link.', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Too many requests.')).toBeVisible();

  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Password reset link sent to: ann@example.com', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a session that cannot be checked says so on the sign-in page', async ({ page }) => {
  await page.clock.install();
  await fail(page, 'auth.session');
  await page.goto('/dashboard');
  const text = page.getByText('No active session or failed to fetch current user', { exact: true });
  await expect(async () => {
    // Skips the delays before the second and third attempt.
    await page.clock.fastForward(2_000);
    await expect(text).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page).toHaveURL('/auth/signin');
});

test('a profile that cannot be saved or read again keeps what was typed', async ({ page }) => {
  await registerUser(page, 'profile-errors');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Full Name' }).click();
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Zoë M.');
  await fail(page, 'auth.updateProfile');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Error updating profile. Please try again.', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to update user data.', { exact: true })).toBeVisible();

  await page.unrouteAll();
  await fail(page, 'auth.userInfo', 400);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByText('Failed to load user data.', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Zoë M.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Failed to load user data.', { exact: true })).toBeHidden();
});

test('a profile that cannot be loaded says so and can be reloaded', async ({ page }) => {
  await registerUser(page, 'profile-load');
  await fail(page, 'auth.userInfo', 400);
  await page.goto('/profile');
  await expect(page.getByText('Error Loading Profile')).toBeVisible();
  await expect(page.getByText('Failed to load user data. Please try again.', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Zoë Martínez');
});

for (const [status, code] of [
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
] as const) {
  test(`a profile refused with ${String(status)} leads to the sign-in page, which says why`, async ({
    page,
  }) => {
    await registerUser(page, 'profile-refused');
    await page.goto('/help');
    await refuse(page, 'auth.userInfo', status, code, 'Refused');
    await page.getByRole('link', { name: 'My Profile' }).click();
    await expect(page).toHaveURL('/auth/signin');
    await expect(page.getByText('User not authenticated. Please log in.', { exact: true })).toBeVisible();
  });
}
