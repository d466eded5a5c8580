import { changeAnswer, fail } from '#client/e2e/support/answers.ts';
import { CARDS, openPayment, registerUser, subscribe, typeCard } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

const CONFIRM = '**/local/stripe/v1/payment_intents/*/confirm';

test('a payment that is neither made nor declined says what the provider says of it', async ({ page }) => {
  await registerUser(page, 'undecided');
  await openPayment(page, 'Launch');
  await typeCard(page, CARDS.pays);
  const failure = page.getByRole('dialog', { name: 'Payment Failed' });
  for (const [answer, text] of [
    [{ status: 'requires_payment_method' }, 'Payment status: requires_payment_method'],
    [{ status: 'canceled' }, 'Payment status: canceled'],
    [{}, 'Payment status: unknown'],
    [{ error: { type: 'card_error', code: 'card_declined' } }, 'Payment failed. Please try again.'],
  ] as const) {
    await page.route(CONFIRM, (route) => route.fulfill({ json: answer }));
    await page.getByRole('button', { name: 'Complete Payment' }).click();
    await expect(failure.getByText(text, { exact: true })).toBeVisible();
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await page.unroute(CONFIRM);
  }
});

test('a payment form that cannot be made says so, and whom to ask if another attempt would not help', async ({
  page,
}) => {
  await registerUser(page, 'no-form');
  await page.goto('/billing');
  await fail(page, 'billing.createPaymentIntent', 502);
  await page.getByRole('button', { name: 'Get Started' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'Payment Form Error' });
  await expect(
    problem.getByText('Failed to initialize payment form. Please try again.', { exact: true }),
  ).toBeVisible();

  await page.unrouteAll();
  await fail(page, 'billing.createPaymentIntent', 400);
  await problem.getByRole('button', { name: 'Try Again' }).click();
  const unavailable = page.getByRole('alert').filter({ hasText: 'Payment Not Available' });
  await expect(
    unavailable.getByText('Unable to load payment form. Please contact support.', { exact: true }),
  ).toBeVisible();
});

test('a card form whose script cannot be loaded says so', async ({ page }) => {
  await registerUser(page, 'no-script');
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await changeAnswer(page, 'billing.token', () => ({ publishableKey: 'pk_test_elsewhere' }));
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByText('Stripe failed to load.', { exact: true })).toBeVisible();
});

test('a default card that cannot be changed says so', async ({ page }) => {
  await registerUser(page, 'same-default');
  await subscribe(page, 'launch');
  await page.getByRole('button', { name: 'Change Payment Method' }).click();
  await page.getByRole('button', { name: 'Add New Card' }).click();
  await typeCard(page, CARDS.savesOnly);
  await page.getByRole('button', { name: 'Save Card' }).click();
  await expect(page.getByRole('form', { name: 'New card' })).toBeHidden();
  await page.getByRole('button', { name: 'Change Payment Method' }).click();
  await fail(page, 'billing.updatePaymentMethod');
  await page.getByRole('button', { name: 'Make Default' }).click();
  await expect(page.getByText('Failed to update payment method', { exact: true })).toBeVisible();
});
