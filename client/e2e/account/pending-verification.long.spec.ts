import type { Page } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { startHarkProcess } from '#client/e2e/support/hark-process.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { mailTo, pathOf } from '#client/e2e/support/outbox.ts';
import { seededDataFolder } from '#client/e2e/support/prepare.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test as base } from '#client/e2e/support/test.ts';

/** A server that requires verification. */
const test = base.extend<object, { hark: Awaited<ReturnType<typeof startHarkProcess>> }>({
  hark: [
    async ({}, use) => {
      const hark = await startHarkProcess(seededDataFolder(), { REQUIRE_EMAIL_VERIFICATION: '1' });
      await use(hark);
      await hark.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const PASSWORD = 'a good long password';
const SUBJECT = 'Verify your email for Hark';

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('Ana Ortiz');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/auth/verify-email');
  await expect(page.getByText(email)).toBeVisible();
}

const pendingKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pending_verification')));

test('the page goes on when the link is opened in another tab', async ({ page, context }) => {
  const email = 'tab@example.com';
  await signUp(page, email);
  const link = pathOf(await mailTo(page.request, email, SUBJECT));
  // As another tab does it, which signs in with the cookie that both share.
  expect(
    (await context.request.get(link.replace('/auth/verify-email', '/auth/email-confirmation/'))).status(),
  ).toBe(200);
  await expect(page.getByText('Email verified successfully! Registration completed.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await pendingKeys(page)).toEqual([]);
  expect((await mailTo(page.request, email, 'Welcome to Hark')).text).toContain('Hello Ana Ortiz,');
});

test('the page says that it no longer waits when the link is opened on another device', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = 'device@example.com';
  await signUp(page, email);
  const link = pathOf(await mailTo(page.request, email, SUBJECT));
  const phone = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const other = await phone.newPage();
  await other.goto(link);
  await other.getByLabel('New password').fill('a password of the owner');
  await other.getByRole('button', { name: 'Confirm email' }).click();
  await expect(other).toHaveURL('/dashboard');
  await phone.close();

  await expect(page.getByText('This page no longer waits')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login Page' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a password of the owner');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(await pendingKeys(page)).toEqual([]);
});

// "Failures are shown as error toasts." The address of the account is not verified.
test('a sign-in before the verification shows the error, and in a browser that did not register what to do', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = 'elsewhere@example.com';
  await signUp(page, email);
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const other = await context.newPage();
  await other.goto('/auth/signin');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Log in' }).click();

  await expect(other).toHaveURL('/auth/verify-email');
  const toast = other.locator('[aria-live="assertive"]');
  await expect(toast).toHaveText('Please verify your email before you sign in.');
  await expect(other.getByText(email)).toBeVisible();
  const notice = other.getByRole('status').filter({ hasText: 'You did not register in this browser' });
  await expect(notice).toContainText('You can still open the link here: it asks you to choose a password.');
  await expect(other.getByText(/no longer waits|log in with/i)).toBeHidden();
  for (const width of [1440, 390]) {
    await other.setViewportSize({ width, height: 844 });
    await settle(other);
    expect(await layoutFaults(other)).toEqual([]);
    await expectNoViolationsInBothSchemes(other, String(width));
  }
  await other.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(other.getByText('Verification email resent successfully!')).toBeVisible();
  await context.close();
});

test('a mistyped address is corrected, and the sixth mail in an hour says when the next can be sent', async ({
  page,
}) => {
  await signUp(page, 'ana@exmaple.com');
  await page.getByRole('button', { name: 'Wrong address? Correct it' }).click();
  await page.getByLabel('Correct email').fill('ana at example');
  await page.getByRole('button', { name: 'Send to this address' }).click();
  await expect(page.getByText('Invalid email ID. Format: name@example.com').first()).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await settle(page);
    expect(await layoutFaults(page)).toEqual([]);
    await expectNoViolationsInBothSchemes(page, String(width));
  }
  await page.getByLabel('Correct email').fill('ana@example.com');
  await page.getByRole('button', { name: 'Send to this address' }).click();
  await expect(page.getByText('Verification email sent to: ana@example.com')).toBeVisible();
  await expect(page.getByText('ana@example.com', { exact: true })).toBeVisible();

  const resend = page.getByRole('button', { name: 'Resend Verification Email' });
  for (let mails = 2; mails < 5; mails++) {
    const sent = page.waitForResponse(/resendVerification/);
    await resend.click();
    await sent;
  }
  await expect(page.getByText('Verification email resent successfully!').first()).toBeVisible();
  await resend.click();
  await expect(page.getByText(/The next one can be sent in \d+ minutes\./)).toBeVisible();

  await page.goto(pathOf(await mailTo(page.request, 'ana@example.com', SUBJECT)));
  await expect(page).toHaveURL('/dashboard');
});
