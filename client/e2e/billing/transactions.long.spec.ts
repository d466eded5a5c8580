import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#client/e2e/support/axe.ts';
import { clientOf, registerUser, subscribe } from '#client/e2e/support/billing.ts';
import { expect, test } from '#client/e2e/support/test.ts';

interface Transactions {
  transactions: { invoice_date: number }[];
  years: number[];
}

const table = (page: Page) => page.getByRole('table', { name: 'Recent Transactions' });
const rows = (page: Page) => table(page).getByRole('row');

/** Waits until the renewals of `days` days have arrived, which are at least `atLeast` invoices; returns all of them. */
async function renewFor(page: Page, email: string, days: number, atLeast: number): Promise<Transactions> {
  await page.request.post('/local/stripe/advance', { data: { email, days } });
  const uid = await uidOf(page);
  let found: Transactions = { transactions: [], years: [] };
  await expect(async () => {
    found = (await clientOf(page).get(`/payments/billing/${uid}/transactions`))
      .body as unknown as Transactions;
    expect(found.transactions.length).toBeGreaterThanOrEqual(atLeast);
  }).toPass();
  return found;
}

async function uidOf(page: Page): Promise<string> {
  const session = await page.request.get('/trpc/auth.session');
  const { result } = (await session.json()) as { result: { data: { user: { uid: string } } } };
  return result.data.user.uid;
}

test('all transactions are listed, filtered by year and downloaded, and no abandoned checkout', async ({
  page,
}) => {
  const email = await registerUser(page, 'transactions');
  // A checkout that another plan replaces.
  await clientOf(page).post('/payments/customers/create-payment-intent', { productId: 'scale' });
  await subscribe(page, 'launch');
  await expect(rows(page)).toHaveCount(2);
  await expect(table(page)).not.toContainText('Scale');

  const { transactions, years } = await renewFor(page, email, 400, 14);
  await page.reload();
  await expect(rows(page)).toHaveCount(1 + 5);
  await expectNoViolations(page, page.url());
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(1 + transactions.length);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await expect(rows(page)).toHaveCount(1 + 5);

  const oldest = years.at(-1) ?? 0;
  await page.getByRole('combobox', { name: 'Year' }).selectOption(String(oldest));
  await expect(page).toHaveURL(`/billing?year=${String(oldest)}`);
  const ofYear = transactions.filter(
    ({ invoice_date }) => new Date(invoice_date * 1000).getUTCFullYear() === oldest,
  );
  await expect(rows(page)).toHaveCount(1 + Math.min(5, ofYear.length));
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Year' })).toHaveValue(String(oldest));
  await expect(rows(page)).toHaveCount(1 + Math.min(5, ofYear.length));

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV of the transactions' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`transactions-${String(oldest)}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + ofYear.length);
  expect(lines[1]).toContain(',Launch,Paid,USD,200.00,0.00,');

  const pdf = rows(page).nth(1).getByRole('link', { name: /^PDF/ });
  const receipt = await page.request.get((await pdf.getAttribute('href')) ?? '');
  expect(receipt.headers()['content-type']).toContain('application/pdf');

  await page.goto('/billing?year=2019');
  await expect(page.getByText('No transactions in 2019')).toBeVisible();
  await page.goto('/billing?year=soon');
  await expect(rows(page)).toHaveCount(1 + 5);
});

test('a wrong year, a wrong cursor and the transactions of others are refused in clear words', async ({
  page,
}) => {
  await registerUser(page, 'wrong-year');
  const uid = await uidOf(page);
  const path = `/payments/billing/${uid}/transactions`;
  const client = clientOf(page);
  for (const query of ['year=abc', 'year=1999', 'year=2026.5', 'limit=0', 'cursor=%27%3B--']) {
    const { status, body } = await client.get(`${path}?${query}`);
    expect([status, body['code']]).toEqual([400, 'INVALID_INPUT']);
    expect(String(body['error'])).toMatch(new RegExp(`^${query.split('=')[0] ?? ''}\\b`, 'i'));
  }
  expect((await page.request.get(`${path}.csv?year=abc`)).status()).toBe(400);
  expect((await client.get('/payments/billing/somebody/transactions')).status).toBe(404);
  expect((await page.request.get('/payments/billing/somebody/transactions.csv')).status()).toBe(404);
});
