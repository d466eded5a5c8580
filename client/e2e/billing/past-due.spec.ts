import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import {
  CARDS,
  failRenewal,
  openPayment,
  registerUser,
  subscribe,
  typeCard,
} from '#client/e2e/support/billing.ts';
import { mailTo } from '#client/e2e/support/outbox.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your last payment failed' });

test('a failed renewal is named on every page and can be paid with a saved card', async ({ page }) => {
  const email = await registerUser(page, 'overdue');
  await subscribe(page, 'launch');
  await failRenewal(page, email);

  await page.goto('/dashboard');
  const modal = page.getByRole('dialog', { name: 'Your last payment failed' });
  await expect(modal.getByRole('link', { name: 'Update card' })).toBeVisible();
  await page.keyboard.press('Escape');
  const steps = page.getByRole('region', { name: 'Your first campaign' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Update your card' })).toBeVisible();
  await expect(page.getByText(/Choose a plan|Subscription Required/)).toHaveCount(0);
  const start = page.getByRole('button', { name: 'Start a Campaign' });
  await start.hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText('Your last payment failed: update your card');
  for (const path of ['/my-voice', '/do-not-call', '/help', '/profile', '/no/such/page']) {
    await page.goto(path);
    await expect(banner(page).getByRole('link', { name: 'Update card' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expectNoViolations(page, page.url());
  await page.goto('/campaign');
  await expect(page).toHaveURL(/\/billing$/);

  await expect(banner(page)).toHaveCount(1);
  const open = page.getByRole('row').filter({ hasText: 'Open' });
  await open.getByRole('button', { name: 'Pay now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay $200 now' });
  await expect(dialog.getByRole('radio', { name: /0341/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Pay $200' }).click();
  await expect(page.getByText('Payment failed: Your card was declined.')).toBeVisible();
  await open.getByRole('button', { name: 'Pay now' }).click();
  await dialog.getByRole('radio', { name: /4242/ }).click();
  await expectNoViolations(page, page.url());
  await dialog.getByRole('button', { name: 'Pay $200' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(credits(page)).toContainText('40,000');
  await expect(page.getByRole('row').filter({ hasText: 'Paid' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Start a Campaign' })).toBeVisible();
});

test(
  'the link in the mail takes a card signed out, and open screens recover by themselves',
  { tag: '@long' },
  async ({ page, browser }) => {
    const email = await registerUser(page, 'link');
    await subscribe(page, 'launch');
    await failRenewal(page, email);
    const [link = ''] = (await mailTo(page.request, email, 'Your payment for the Launch plan failed')).links;
    await page.goto('/billing');
    const open = page.getByRole('row').filter({ hasText: 'Open' });
    await expect(open.getByRole('link', { name: 'View Online' })).toHaveAttribute('href', link);
    await page.goto('/help');
    await expect(banner(page)).toBeVisible();

    const signedOut = await browser.newContext();
    const invoice = await signedOut.newPage();
    await invoice.goto(link);
    await expect(invoice.getByRole('heading', { name: 'Pay $200' })).toBeVisible();
    await expectNoViolations(invoice, link);
    const pay = async (number: string) => {
      await invoice.getByLabel('Card number').fill(number);
      await invoice.getByLabel('Expiry').fill('12 / 34');
      await invoice.getByLabel('Security code').fill('123');
      await invoice.getByRole('button', { name: 'Pay invoice' }).click();
    };
    await pay(CARDS.declined);
    await expect(invoice.getByRole('alert')).toHaveText('Your card was declined.');
    await pay(CARDS.authenticates);
    await invoice.getByRole('button', { name: 'Complete' }).click();
    await expect(invoice.getByRole('heading', { name: 'Receipt from Hark' })).toBeVisible();
    await signedOut.close();

    await expect(banner(page)).toBeHidden({ timeout: 15_000 });
    await expect(credits(page)).toContainText('40,000');
    await expect(page.getByRole('link', { name: 'Start a Campaign' })).toBeVisible();
  },
);

test(
  'the bank may ask for authentication, and a new card pays immediately',
  { tag: '@long' },
  async ({ page }) => {
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
    await expect(
      page.getByText('Payment requires additional authentication. Please try again.'),
    ).toBeVisible();

    await banner(page).getByRole('button', { name: 'Update card' }).click();
    await typeCard(page, CARDS.pays);
    await page.getByRole('button', { name: 'Save Card' }).click();
    await expect(banner(page)).toBeHidden();
    await expect(credits(page)).toContainText('40,000');
  },
);
