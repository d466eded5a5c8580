import { expect, type Page } from '@playwright/test';

/** Test cards of the Stripe emulator. */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  authenticates: '4000 0027 6000 3184',
  unknown: '5555 5555 5555 4444',
} as const;

/** Registers and signs in a new user; returns the email address. */
export async function registerUser(page: Page, name: string): Promise<string> {
  const email = `${name}-${String(Date.now())}@example.com`;
  const response = await page.request.post('/register/', {
    data: { email, password: 'a good long password', display_name: 'Zoë Martínez' },
  });
  expect(response.status()).toBe(201);
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

/** Pays a plan with a valid card and returns to the subscription. */
export async function payPlan(page: Page, plan: string): Promise<void> {
  await openPayment(page, plan);
  await typeCard(page, CARDS.pays);
  await page.getByRole('button', { name: 'Complete Payment' }).click();
  await page.getByRole('dialog', { name: 'Payment Successful!' }).getByText('Back to Billing').click();
  await expect(page.getByRole('heading', { name: 'Subscription Management' })).toBeVisible();
}
