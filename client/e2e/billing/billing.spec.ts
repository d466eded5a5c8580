import type { Page } from '@playwright/test';
import { CARDS, openPayment, registerUser, typeCard } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const failure = (page: Page) => page.getByRole('dialog', { name: 'Payment Failed' });
const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful!' });
const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Payment' });

test('a double click on Complete Payment pays Launch once and grants its credits once', async ({ page }) => {
  await registerUser(page, 'launch');
  await openPayment(page, 'Launch');
  await typeCard(page, CARDS.pays);
  await complete(page).dblclick();
  await expect(success(page)).toContainText(/Order number\s*\S+-0001/);
  await success(page).getByRole('link', { name: 'Back to Billing' }).click();

  const plan = page.getByRole('group', { name: 'Current Plan' });
  await expect(plan).toContainText('Launch');
  await expect(page.getByRole('group', { name: 'Credit Balance' })).toContainText('20,000');
  await expect(page.getByRole('group', { name: 'Next Payment' })).toContainText('$200');
  await expect(page.getByRole('group', { name: 'Next Payment' })).toContainText('Tax included');
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await expect(credits(page)).toContainText('20,000');

  const receipts = page.getByRole('link', { name: 'View Online' });
  await expect(receipts).toHaveCount(1);
  const opened = page.waitForEvent('popup');
  await receipts.click();
  await expect((await opened).getByText('$200.00').first()).toBeVisible();
  await page.reload();
  await expect(credits(page)).toContainText('20,000');
  await expect(page.getByRole('button', { name: 'Start a Campaign' })).toBeHidden();
});

test('a declined card shows the reason, and the next attempt succeeds', async ({ page }) => {
  await registerUser(page, 'refused');
  await openPayment(page, 'Launch');
  for (const [card, text] of [
    [CARDS.declined, 'Payment failed: Your card was declined.'],
    [CARDS.noFunds, 'Payment failed: Your card has insufficient funds.'],
    [CARDS.unknown, 'Payment failed: Your card number is invalid.'],
  ] as const) {
    await typeCard(page, card);
    await complete(page).click();
    await expect(failure(page)).toContainText(text);
    await failure(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(failure(page)).toBeHidden();
  }
  await expect(credits(page)).toContainText('Nothing on hold');
  await typeCard(page, CARDS.authenticates);
  await complete(page).click();
  const bank = page.getByRole('dialog', { name: '3D Secure authentication' });
  const below = page.getByText('Processing your payment...').locator('..');
  await expect(bank).toBeVisible();
  await expect(below).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(below).toHaveCSS('backdrop-filter', 'none');
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(failure(page)).toContainText('Payment requires additional authentication. Please try again.');
  await failure(page).getByRole('button', { name: 'Try Again' }).click();

  await complete(page).click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await success(page).getByRole('link', { name: 'Back to Billing' }).click();
  await expect(credits(page)).toContainText('20,000');
  await expect(page.getByRole('link', { name: 'View Online' })).toHaveCount(1);
});

test('an incomplete form shows what is missing and charges nothing', { tag: '@long' }, async ({ page }) => {
  await registerUser(page, 'incomplete');
  await openPayment(page, 'Scale');
  await page.getByLabel('Phone number').fill('');
  await page.getByLabel('Card number').fill('4242');
  await complete(page).click();
  await expect(page.getByText('Please provide your phone number.')).toBeVisible();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(page.getByLabel('Phone number')).toBeFocused();
  await expect(failure(page)).toBeHidden();
});

test('the card form follows the theme, also with reduced motion', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await registerUser(page, 'dark');
  await openPayment(page, 'Launch');
  await expect(page.getByLabel('Card number')).toHaveCSS('background-color', 'rgb(21, 29, 26)');
  await expect(page.getByLabel('Card number')).toHaveCSS('color', 'rgb(233, 239, 236)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByLabel('Card number')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('a response lost after the payment can be retried without paying twice', async ({ page }) => {
  await registerUser(page, 'lost');
  await openPayment(page, 'Launch');
  await typeCard(page, CARDS.pays);
  await page.route('**/local/stripe/v1/**', (route) => route.abort());
  await complete(page).click();
  await expect(failure(page)).toContainText('A network error occurred: ');
  await page.unroute('**/local/stripe/v1/**');
  await failure(page).getByRole('button', { name: 'Try Again' }).click();

  await page.route('**/trpc/billing.createSubscriptionAfterPayment*', (route) => route.abort());
  await complete(page).click();
  await expect(failure(page)).toContainText(
    'Payment succeeded but failed to create subscription. Please contact support.',
  );
  await page.unroute('**/trpc/billing.createSubscriptionAfterPayment*');
  await failure(page).getByRole('button', { name: 'Try Again' }).click();
  await success(page).getByRole('link', { name: 'Back to Billing' }).click();
  await expect(credits(page)).toContainText('20,000');
  await expect(page.getByRole('link', { name: 'View Online' })).toHaveCount(1);
});

test(
  'a payment form that fails to load shows an error and can be retried',
  { tag: '@long' },
  async ({ page }) => {
    await registerUser(page, 'offline');
    await page.goto('/billing');
    await page.route('**/trpc/billing.createPaymentIntent*', (route) => route.abort());
    await page.getByRole('button', { name: 'Get Started' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Payment Form Error' });
    await expect(problem).toContainText(
      'Unable to load payment form. Please check your connection and try again.',
    );
    await page.unroute('**/trpc/billing.createPaymentIntent*');
    await problem.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  },
);

test(
  'returning from a full-page bank redirect ends at the payment result',
  { tag: '@long' },
  async ({ page }) => {
    await registerUser(page, 'return');
    const opened = await page.request.post('/payments/customers/create-payment-intent', {
      data: { productId: 'launch' },
    });
    const { paymentIntentId, clientSecret } = (await opened.json()) as Record<string, string>;
    await page.goto(`/billing?payment_intent=${String(paymentIntentId)}&redirect_status=failed`);
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
    await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible();

    const card = { number: CARDS.pays, exp_month: 12, exp_year: 2034, cvc: '123' };
    const paid = await page.request.post(
      `/local/stripe/v1/payment_intents/${String(paymentIntentId)}/confirm`,
      {
        data: {
          key: 'pk_local_hark',
          client_secret: clientSecret,
          payment_method_data: { type: 'card', card },
        },
      },
    );
    expect(paid.status()).toBe(200);
    await page.goto(`/billing?payment_intent=${String(paymentIntentId)}&redirect_status=succeeded`);
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await expect(page.getByText('Thanks for your purchase!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'record your voice' })).toBeVisible();
    await expect(page.getByText(/-0001$/)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Receipt' }).click();
    expect((await download).suggestedFilename()).toMatch(/-0001\.pdf$/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await page.getByRole('button', { name: 'Go Back Home' }).click();
    await expect(page.getByRole('heading', { name: 'Subscription Management' })).toBeVisible();
    await expect(credits(page)).toContainText('20,000');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  },
);
