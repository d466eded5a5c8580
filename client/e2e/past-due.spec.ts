import type { Page } from '@playwright/test';
import { CARDS, openPayment, registerUser, typeCard } from './support/billing.ts';
import { expect, test } from './support/test.ts';

const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your last payment failed' });

test('the bank may ask for authentication, and a new card pays immediately', async ({ page }) => {
  const email = await registerUser(page, 'new-card');
  await openPayment(page, 'Launch');
  await typeCard(page, CARDS.authenticates);
  await page.getByRole('button', { name: 'Complete Payment' }).click();
  const bank = page.getByRole('dialog', { name: '3D Secure authentication' });
  await bank.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('link', { name: 'Back to Billing' }).click();
  await expect(credits(page)).toContainText('20,000');
  // This card requires authentication, so it fails off-session.
  await page.request.post('/local/stripe/advance', { data: { email, days: 31 } });
  await expect(async () => {
    await page.reload();
    await expect(banner(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeHidden();

  await banner(page).getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('Payment requires additional authentication. Please try again.')).toBeVisible();

  await banner(page).getByRole('button', { name: 'Update card' }).click();
  await typeCard(page, CARDS.pays);
  await page.getByRole('button', { name: 'Save Card' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(credits(page)).toContainText('40,000');
});
