import type { APIRequestContext } from '@playwright/test';
import { expectNoViolationsInBothSchemes } from '#client/e2e/support/axe.ts';
import { registerUser } from '#client/e2e/support/billing.ts';
import { layoutFaults } from '#client/e2e/support/layout.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

/** Requests the verification email of an address and returns the path of its link. */
async function verificationLink(request: APIRequestContext, email: string): Promise<string> {
  await request.post('/resend-verification-email/', { data: { email } });
  let link: string | undefined;
  await expect(async () => {
    const mails = (await (await request.get('/local/outbox')).json()) as { to: string; links: string[] }[];
    const links = mails.filter(({ to }) => to === email).flatMap((mail) => mail.links);
    link = links.find((url) => url.includes('/auth/verify-email'));
    expect(link).toBeDefined();
  }).toPass();
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}

test('a verification link opened in another browser asks for a password that voids the first', async ({
  page,
  browser,
}) => {
  const email = await registerUser(page, 'elsewhere');
  const link = await verificationLink(page.request, email);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const owner = await context.newPage();
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await expect(owner.getByText('You registered in another browser, or somebody else did')).toBeVisible();
  await expect(owner.getByLabel('Email')).toHaveValue(email);
  for (const width of [1440, 390]) {
    await owner.setViewportSize({ width, height: 844 });
    await settle(owner);
    expect(await layoutFaults(owner)).toEqual([]);
    await expectNoViolationsInBothSchemes(owner, String(width));
  }

  await owner.getByLabel('New password').fill('short');
  await owner.getByRole('button', { name: 'Confirm email' }).click();
  await expect(owner.getByText('The password needs at least 8 characters').first()).toBeVisible();
  await owner.getByLabel('New password').fill('a password of the owner');
  await owner.getByLabel('New password').press('Enter');
  await expect(owner.getByText('Email verified successfully! Registration completed.')).toBeVisible();
  await expect(owner).toHaveURL('/dashboard');

  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth/signin');
  const login = await page.request.post('/login/', { data: { email, password: 'a good long password' } });
  expect(login.status()).toBe(401);
  await context.close();
});

test('a verification link opened in the browser that registered confirms at once', async ({ page }) => {
  const email = await registerUser(page, 'same-browser');
  await page.goto(await verificationLink(page.request, email));
  await expect(page.getByText('Email verified successfully! Registration completed.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});
