import type { Page } from '@playwright/test';
import { TOO_EASY } from '#shared/password-strength.ts';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const WORKER = /password-strength-worker.*\.js$/;

const word = (page: Page) => page.getByText(/^Password strength:/).locator('..');

async function openSignUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signup');
  await page.getByLabel('Full name').fill('Ana Ortiz');
  await page.getByLabel('Email').fill(email);
}

test('sign-up rates the password as it is typed, and names the field of one that is too easy', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const email = 'quetzalcoatlus@example.com';
  await openSignUp(page, email);
  await settle(page);
  expect(requests.filter((url) => WORKER.test(url))).toEqual([]);

  const password = page.getByLabel('Password', { exact: true });
  const before = await page.getByRole('button', { name: 'Sign up' }).boundingBox();
  await password.fill('password1');
  await expect(word(page)).toHaveText('Password strength: Too easy');
  expect(requests.filter((url) => WORKER.test(url))).toHaveLength(1);
  expect(await page.getByRole('button', { name: 'Sign up' }).boundingBox()).toEqual(before);
  await expectNoViolationsInBothSchemes(page, 'too easy');

  for (const refused of ['password1', email]) {
    await password.fill(refused);
    await expect(word(page)).toHaveText('Password strength: Too easy');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(password).toHaveAccessibleDescription(TOO_EASY);
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toBeFocused();
  }

  await password.fill('correct stapler 9 lagoon');
  await expect(word(page)).toHaveText('Password strength: Strong');
  await page.setViewportSize({ width: 390, height: 844 });
  await settle(page);
  expect(await layoutFaults(page)).toEqual([]);
  await expectNoViolationsInBothSchemes(page, 'strong');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
});

test('without the estimate the server alone decides', { tag: '@long' }, async ({ page }) => {
  await page.route(WORKER, (route) => route.abort());
  await openSignUp(page, 'no-worker@example.com');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('password1');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(password).toHaveAccessibleDescription(TOO_EASY);
  await expect(word(page)).toHaveCount(0);
  await password.fill('correct stapler 9 lagoon');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
});

test('a change of password rates the account name as too easy', { tag: '@long' }, async ({ page }) => {
  const email = await registerUser(page, 'meter');
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const next = page.getByLabel('New password');
  await next.fill(email);
  await expect(word(page)).toHaveText('Password strength: Too easy');
  await next.fill('correct stapler 9 lagoon');
  await expect(word(page)).toHaveText('Password strength: Strong');
});
