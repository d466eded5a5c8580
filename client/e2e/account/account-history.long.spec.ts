import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

test('the history shows who signed in and what changed, in pages', async ({ page, playwright, baseURL }) => {
  const email = await registerUser(page, 'history');
  const otherDevice = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
  for (let n = 0; n < 3; n++) await otherDevice.post('/login/', { data: { email, password: 'a guess' } });
  await otherDevice.dispose();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile/security');
  const history = page.getByRole('region', { name: 'Account history' });
  await expect(history.getByText('Sign-in failed 3 times')).toBeVisible();
  await expect(history.getByRole('listitem').filter({ hasText: 'Signed in' })).toContainText(
    /Chrom.* on .* · 127\.0\.0\.1/,
  );
  await expect(history.getByText('Account created')).toBeVisible();
  await expectNoViolations(page, 'account history');

  for (let n = 0; n < 8; n++) {
    await page.request.post('/trpc/apiKeys.create', {
      data: { name: `Key ${String(n)}`, scope: 'read', expires_in_days: null },
    });
  }
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill('a good long password');
  await dialog.getByLabel('New password').fill('correct stapler 9 lagoon');
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expect(history.getByText('Password changed')).toBeVisible();
  await expect(history.getByRole('listitem')).toHaveCount(6);

  await page.route(/accountEvents\.list/, (route) => route.fulfill({ status: 400, body: 'oops' }));
  await history.getByRole('button', { name: 'Show More' }).click();
  await expect(history.getByText('This could not be loaded.')).toBeVisible();
  await page.unroute(/accountEvents\.list/);
  await history.getByRole('button', { name: 'Retry' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(12);
  await history.getByRole('button', { name: 'Show More' }).click();
  await expect(history.getByText('Account created')).toBeVisible();
});
