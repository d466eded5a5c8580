import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { forgetAuthentication } from '#client/e2e/support/sessions.ts';
import { expect, test } from '#client/e2e/support/test.ts';

// Browsers refuse passkeys for an address in place of a name.
test.use({ baseURL: async ({ hark }, use) => use(hark.url.replace('127.0.0.1', 'localhost')) });

/** Gives the browser a device with a screen lock that its owner opens at once. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function register(page: Page, name: string): Promise<void> {
  const data = { email: `${name}-${String(Date.now())}@example.com`, password: 'a good long password' };
  const response = await page.request.post('/register/', { data: { ...data, display_name: 'Zoë Martínez' } });
  expect(response.status()).toBe(201);
}

test('a passkey is added, signs in without a password, confirms a change, and is removed', async ({
  page,
  hark,
}) => {
  await addDevice(page);
  await register(page, 'passkey');
  await page.goto('/profile/security');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Add a Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('A name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Work laptop');
  await expectNoViolations(page, 'add a passkey');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByRole('listitem')).toContainText('Work laptop');
  await expect(card.getByText('Never used')).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
  });
  await page.goto('/auth/signin');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/dashboard');

  await forgetAuthentication(hark);
  await page.goto('/profile/security');
  await expect(card.getByText(/^Added .* Last used/)).toBeVisible();
  await card.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(card.getByRole('listitem')).toBeHidden();
  await expect(page.getByText('Work laptop was removed.')).toBeVisible();
});

test(
  'where passkeys cannot work, the profile and the sign-in page say so',
  { tag: '@long' },
  async ({ page, hark }) => {
    await page.goto(`${hark.url}/auth/signin`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    const elsewhere = hark.url.replace('127.0.0.1', 'localhost');
    await expect(
      page.getByText(`Passkeys do not work at this address. Open Hark at ${elsewhere}.`),
    ).toBeVisible();

    const data = { email: `address-${String(Date.now())}@example.com`, password: 'a good long password' };
    await page.request.post(`${hark.url}/register/`, { data: { ...data, display_name: 'Zoë Martínez' } });
    await page.goto(`${hark.url}/profile/security`);
    const card = page.getByRole('region', { name: 'Passkeys' });
    await expect(card.getByRole('link', { name: elsewhere })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Add a Passkey' })).toBeDisabled();
  },
);
