import { expect, test, vi } from 'vitest';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { PaymentIntent } from '#server/providers/payments/port.ts';
import { settlePayment } from './finish-payment.ts';

/** Settles a payment of the customer `cus_1` for `uid`, whose invoice is granted already. */
async function settled(intent: Partial<PaymentIntent>) {
  const invoice = vi.fn(() => Promise.resolve(undefined));
  const deps = {
    gateway: {
      intent: () => Promise.resolve({ customerId: 'cus_1', invoiceId: 'in_1', ...intent }),
      invoice,
    },
    accounts: { byUid: () => Promise.resolve({ _id: 'ana', customerId: 'cus_1' }) },
    records: {
      invoiceRevision: () => Promise.resolve(undefined),
      invoice: () => Promise.resolve({ _id: 'in_1', outcome: 'granted' }),
    },
    log: { warn: () => undefined },
  } as unknown as BillingDeps;
  const { settlement } = await settlePayment(deps, 'ana', 'pi_1');
  return { settlement, fetched: invoice.mock.calls.length };
}

test.each<[PaymentIntent['status'], string]>([
  ['unpaid', 'unpaid'],
  ['requires_action', 'unpaid'],
  ['canceled', 'unpaid'],
  ['processing', 'granted'],
  ['paid', 'granted'],
])('the invoice of a payment that is %s is %s', async (status, settlement) => {
  expect(await settled({ status })).toEqual({ settlement, fetched: settlement === 'granted' ? 1 : 0 });
});

test('a payment without an invoice settles none, and one of another is refused', async () => {
  expect(await settled({ status: 'paid', invoiceId: undefined })).toEqual({
    settlement: 'unpaid',
    fetched: 0,
  });
  await expect(settled({ status: 'paid', customerId: 'cus_2' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
