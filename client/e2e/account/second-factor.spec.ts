import { TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const PASSWORD = 'a good long password';
const STEP_MS = 30_000;

/** Signs in by the form; returns once the password was accepted. */
async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
  });
}

test('two-step verification is set up, asked for at sign-in, and turned off with a recovery code', async ({
  page,
  hark,
}) => {
  const email = await registerUser(page, 'second-factor');
  await page.goto('/profile/security');
  const card = page.getByRole('region', { name: 'Two-step verification' });
  await card.getByRole('button', { name: 'Set Up' }).click();

  const setUp = page.getByRole('dialog', { name: 'Set up two-step verification' });
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await setUp.locator('code').innerText()).replaceAll(' ', '');
  const app = new TOTP({ secret });
  await setUp.getByLabel('Code', { exact: true }).fill('000000');
  await setUp.getByRole('button', { name: 'Turn On' }).click();
  await expect(setUp.getByText('This code is not correct.')).toBeVisible();
  await expectNoViolations(page, 'set up two-step verification');
  await setUp.getByLabel('Code', { exact: true }).fill(app.generate());
  await setUp.getByRole('button', { name: 'Turn On' }).click();

  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = await codes.getByRole('listitem').first().innerText();
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('hark-recovery-codes.txt');
  await expectNoViolations(page, 'recovery codes');
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByText('10 recovery codes left')).toBeVisible();

  await forgetSession(page);
  await givePassword(page, email);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect((await page.request.get('/users/user-info/')).status()).toBe(401);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is not correct')).toBeVisible();
  await expectNoViolations(page, 'the second step of a sign-in');
  // The code of the next step: the one that turned it on is used up.
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + STEP_MS }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard');

  await forgetAuthentication(hark);
  await page.goto('/profile/security');
  await card.getByRole('button', { name: 'Turn Off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByLabel('Code').fill(recoveryCode);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Set Up' })).toBeVisible();

  await forgetSession(page);
  await givePassword(page, email);
  await expect(page).toHaveURL('/dashboard');
});
