import { expect, type APIResponse, type Page } from '@playwright/test';
import type { PlanId } from '#shared/plans.ts';
import { payPlan, type ConfirmPayment } from '#server/app/seed/account-setup.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';

/** Test cards of the Stripe emulator. */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  authenticates: '4000 0027 6000 3184',
  savesOnly: '4000 0000 0000 0341',
  unknown: '5555 5555 5555 4444',
} as const;

/** Registers and signs in a new user, whose lists have a default consent; returns the email address. */
export async function registerUser(page: Page, name: string): Promise<string> {
  const email = `${name}-${String(Date.now())}@example.com`;
  const response = await page.request.post('/register/', {
    data: { email, password: 'a good long password', display_name: 'Zoë Martínez' },
  });
  expect(response.status()).toBe(201);
  const default_consent = { basis: 'written_consent', obtained_at: '2025-01-15', source: 'Sign-up form' };
  await page.request.put('/api/calling-profile/', { data: { default_consent } });
  return email;
}

/** Goes from the plans to the payment form and fills in the billing address. */
export async function openPayment(page: Page, plan: string): Promise<void> {
  await page.goto('/billing');
  await page.getByRole('radio', { name: plan }).click();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByLabel('Address line 1').fill('1 Main Street');
  await page.getByLabel('City').fill('Springfield');
  await page.getByLabel('State').fill('IL');
  await page.getByLabel('ZIP code').fill('62701');
  await page.getByLabel('Phone number').fill('+1 202 555 0100');
}

/** Enters a card into the visible form. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
}

/** Pays a plan with a valid card by calls, and opens the subscription. */
export async function subscribe(page: Page, plan: PlanId): Promise<void> {
  await payPlan(clientOf(page), confirmFrom(page), plan);
  await page.goto('/billing');
  await expect(page.getByRole('heading', { name: 'Subscription Management' })).toBeVisible();
}

/** Saves a card of the signed-in user, without a payment; returns its id. */
export async function saveCard({ request }: Page, number: string): Promise<string> {
  const setup = (await (await request.post('/trpc/billing.beginCardSetup', { data: {} })).json()) as {
    result: { data: { clientSecret: string } };
  };
  const { clientSecret } = setup.result.data;
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const card = { number: number.replaceAll(' ', ''), exp_month: 12, exp_year: 2034, cvc: '123' };
  const confirmed = await request.post(`/local/stripe/v1/setup_intents/${intentId}/confirm`, {
    data: {
      key: 'pk_local_hark',
      client_secret: clientSecret,
      payment_method_data: { type: 'card', card },
    },
  });
  return ((await confirmed.json()) as { payment_method: string }).payment_method;
}

/** Makes a saved card the one that is charged. */
export async function makeDefault({ request }: Page, paymentMethodId: string): Promise<void> {
  const data = { paymentMethodId };
  expect((await request.post('/payments/billing/update-payment-method', { data })).status()).toBe(200);
}

/**
 * Makes a card that cannot be charged the default one of a subscriber and lets a month pass: the renewal fails. Waits
 * until Hark knows.
 */
export async function failRenewal(page: Page, email: string): Promise<void> {
  const { request } = page;
  await makeDefault(page, await saveCard(page, CARDS.savesOnly));
  await request.post('/local/stripe/advance', { data: { email, days: 31 } });
  const status = async () => (await request.get('/trpc/billing.subscription')).text();
  await expect.poll(status).toContain('past_due');
}

/** Returns what confirms a payment at the Stripe emulator as the page would. */
function confirmFrom({ request }: Page): ConfirmPayment {
  return async ({ intentId, clientSecret, publishableKey, card }) => {
    const method = { type: 'card', card };
    const data = { key: publishableKey, client_secret: clientSecret, payment_method_data: method };
    return (await request.post(`/local/stripe/v1/payment_intents/${intentId}/confirm`, { data })).status();
  };
}

/** Returns a client with the session of the page. */
export function clientOf({ request }: Page): Pick<HarkClient, 'get' | 'post'> {
  const read = async (response: APIResponse) => ({
    status: response.status(),
    body: (await response.json()) as Record<string, unknown>,
  });
  return {
    get: async (path) => read(await request.get(path)),
    post: async (path, data) => read(await request.post(path, { data })),
  };
}
