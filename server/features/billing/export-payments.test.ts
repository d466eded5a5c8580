import { expect, test } from 'vitest';
import { NO_BUSINESS_DETAILS } from '#shared/schemas/calling/business-details.ts';
import type { BillingDeps } from './billing-deps.ts';
import { paymentSections } from './export-payments.ts';

const INVOICE = {
  id: 'in_1',
  timestamp: Date.parse('2026-11-20T09:30:00Z') / 1000,
  amount: 200,
  currency: 'usd',
  status: 'paid',
  plan_name: 'Launch',
  invoice_number: 'HARK-1',
  receipt_url: 'https://pay.example/in_1',
};
const PURCHASE = { threshold: 100, credits: 5_000, maxPerMonth: 3, cardId: 'pm_1', onSince: new Date(0) };

/** Returns the rows of each file of an account. */
async function exported(purchase: object | undefined) {
  const deps = {
    business: { of: () => Promise.resolve({ ...NO_BUSINESS_DETAILS, company: 'Acme', taxIdRefused: true }) },
    autoPurchases: { byUid: (uid: string) => Promise.resolve(uid === 'ana' ? purchase : expect.fail()) },
  } as unknown as BillingDeps;
  const accountOf = () => Promise.resolve({ transactions: [INVOICE] });
  const files: Record<string, unknown[]> = {};
  for (const { name, columns, rows } of paymentSections(deps, { accountOf } as never)) {
    const found: unknown[] = [];
    for await (const row of rows({ uid: 'ana', streamId: 's' })) {
      expect(Object.keys(row).sort()).toEqual([...columns].sort());
      found.push(row);
    }
    files[name] = found;
  }
  return files;
}

test('an export has the invoices, what is written on them and the automatic purchase', async () => {
  expect(await exported(PURCHASE)).toEqual({
    invoices: [
      {
        invoice_number: 'HARK-1',
        date: '2026-11-20T09:30:00.000Z',
        plan_name: 'Launch',
        amount: 200,
        currency: 'usd',
        status: 'paid',
        receipt_url: 'https://pay.example/in_1',
      },
    ],
    'invoice-details': [{ ...NO_BUSINESS_DETAILS, company: 'Acme' }],
    'automatic-purchase': [{ on: true, threshold: 100, credits: 5_000, max_per_month: 3, stopped: null }],
  });
});

test('an automatic purchase that stopped says why, and one that was never set has no row', async () => {
  const stopped = { ...PURCHASE, onSince: undefined, stopped: 'declined' };
  expect((await exported(stopped))['automatic-purchase']).toMatchObject([{ on: false, stopped: 'declined' }]);
  expect((await exported(undefined))['automatic-purchase']).toEqual([]);
});
