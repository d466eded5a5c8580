import type { Locator, Page } from '@playwright/test';
import { registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { adjustCredits } from '#client/e2e/support/credits.ts';
import { settle } from '#client/e2e/support/screens.ts';
import { expect, test } from '#client/e2e/support/test.ts';

async function onlyInvoice(page: Page): Promise<string> {
  const { billing } = (await (await page.request.get('/users/user-info/')).json()) as {
    billing: { transactions: { invoice_id: string }[] };
  };
  const [transaction] = billing.transactions;
  if (transaction === undefined) throw new Error('There is no invoice');
  return transaction.invoice_id;
}

/** Performs an action in the Stripe emulator's dashboard; returns the id of the refund or dispute. */
async function atStripe(page: Page, path: string, data: object = {}): Promise<string> {
  const response = await page.request.post(`/local/stripe/dashboard/${path}`, { data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

/** The page shows it once the webhook is processed. */
async function afterReload(page: Page, locator: Locator, text: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(locator).toContainText(text, { timeout: 2_000 });
  }).toPass();
}

test('a refunded payment is marked, and the credit history shows the refund, the debt and its return', async ({
  page,
  hark,
}, info) => {
  const email = await registerUser(page, 'refunded');
  await subscribe(page, 'launch');
  const invoice = await onlyInvoice(page);
  const transactions = page.getByRole('table', { name: 'Recent Transactions' });
  const history = page.getByRole('table', { name: 'Credit history' });
  await expect(transactions).toContainText('Paid');

  await atStripe(page, 'refunds', { invoice, amount: 5_000 });
  await afterReload(page, transactions, 'Partially refunded');
  await expect(transactions).toContainText(/Refund of \$50 on \d\d-\d\d-\d{4}/);
  const newest = history.getByRole('row').nth(1);
  // The ledger follows the payment.
  await afterReload(page, newest, 'Refunded');
  await expect(newest).toContainText(/Refund of \$50 for invoice \S+-0001/);
  await expect(newest).toContainText('−5,000');

  await adjustCredits(hark, email, -12_000, 'Used up');
  const rest = await atStripe(page, 'refunds', { invoice });
  await afterReload(page, newest, '12,000 owed');
  await afterReload(page, transactions, 'Refunded');
  await expect(transactions).not.toContainText('Partially refunded');
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await page.screenshot({ path: info.outputPath(`${String(width)}-${colorScheme}.png`), fullPage: true });
  }

  await atStripe(page, `refunds/${rest}/fail`);
  await afterReload(page, newest, 'Returned');
  await expect(newest).toContainText('+15,000');
  await afterReload(page, transactions, 'Partially refunded');
  await expect(transactions).toContainText(/Refund of \$150 on \d\d-\d\d-\d{4} failed/);
});

test('a disputed payment is marked until the dispute is won, and its credits return', async ({ page }) => {
  await registerUser(page, 'disputed');
  await subscribe(page, 'launch');
  const transactions = page.getByRole('table', { name: 'Recent Transactions' });
  const newest = page.getByRole('table', { name: 'Credit history' }).getByRole('row').nth(1);
  const dispute = await atStripe(page, 'disputes', { invoice: await onlyInvoice(page) });
  await afterReload(page, transactions, 'Disputed');
  await expect(transactions).toContainText(/Dispute of \$200 on \d\d-\d\d-\d{4}/);
  await expect(newest).toContainText('−20,000');
  await atStripe(page, `disputes/${dispute}/win`);
  await afterReload(page, newest, '+20,000');
  await afterReload(page, transactions, 'Paid');
  await expect(transactions).toContainText(/Dispute of \$200 on \d\d-\d\d-\d{4} won/);
});
