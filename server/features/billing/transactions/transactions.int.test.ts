import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTHENTICATES, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { addPaidUser, createPurchases } from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
let purchases: ReturnType<typeof createPurchases>;
beforeAll(async () => {
  system = await startBilling();
  purchases = createPurchases(system);
});
afterAll(() => system.stop());

async function onlyTransaction(user: TestUser) {
  const { transactions } = await user.api.transactions({});
  expect(transactions).toHaveLength(1);
  return transactions[0] ?? expect.fail();
}

describe('the transactions of a user', () => {
  test('are all invoices in pages, which a year narrows', async () => {
    const { user } = await addPaidUser(system);
    await system.local.advance(user.email, 400);
    await system.billing.sweep();
    const all = await user.api.transactions({});
    expect(all.transactions.length).toBeGreaterThan(12);
    expect(all.next).toBeNull();
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await user.api.transactions({ cursor, limit: 5 });
      paged.push(...page.transactions.map(({ id }) => id));
      cursor = page.next;
    }
    expect(paged).toEqual(all.transactions.map(({ id }) => id));
    const dates = all.transactions.map(({ invoice_date }) => new Date(invoice_date * 1000).getUTCFullYear());
    expect(all.years).toEqual([...new Set(dates)]);
    const [year = 0] = all.years ?? [];
    const { transactions } = await user.api.transactions({ year });
    expect(transactions).toHaveLength(dates.filter((other) => other === year).length);
    for (const wrong of [{ year: 1999 }, { year: 2026.5 }, { cursor: 'x' }, { id: 'cus_of_another' }])
      await expect(user.api.transactions(wrong as never)).rejects.toMatchObject({
        code: 'id' in wrong ? 'NOT_FOUND' : 'BAD_REQUEST',
      });
  });

  test('show an open renewal, and no checkout that was never paid', async () => {
    const user = system.addUser();
    await user.api.createPaymentIntent({ productId: 'scale' });
    await system.billing.sweep();
    expect((await user.api.transactions({})).transactions).toEqual([]);
    await user.subscribe('launch', AUTHENTICATES);
    await system.billing.sweep();
    expect(await onlyTransaction(user)).toMatchObject({ plan_name: 'Launch', status: 'paid' });
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    const { transactions } = await user.api.transactions({});
    expect(transactions.map(({ status }) => status)).toEqual(['open', 'paid']);
    expect((await user.api.subscriptionTransactions({})).transactions).toHaveLength(1);
  });
});

describe('a transaction has the refunds and disputes of its invoice', () => {
  test('with amounts and dates, also after they failed or were won', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const refund = await system.local.dashboard.refund(invoiceId, 5_000);
    await system.billing.sweep();
    const { timestamp } = await onlyTransaction(user);
    const [first] = (await system.local.gateway.reversals(invoiceId)).reversals;
    const refunded = {
      id: refund,
      kind: 'refund',
      timestamp: (first?.createdAt.getTime() ?? 0) / 1000,
      amount: 50,
      reversed_amount: 50,
    };
    expect(refunded.timestamp).toBeGreaterThanOrEqual(timestamp);
    expect((await onlyTransaction(user)).reversals).toEqual([refunded]);
    await system.local.dashboard.failRefund(refund);
    const dispute = await system.local.dashboard.dispute(invoiceId, { amount: 15_000 });
    await system.billing.sweep();
    // Those of one second have no order.
    const reversalsOf = async (kind: 'refund' | 'dispute') =>
      (await onlyTransaction(user)).reversals.filter((one) => one.kind === kind);
    expect(await reversalsOf('refund')).toEqual([{ ...refunded, reversed_amount: 0 }]);
    expect(await reversalsOf('dispute')).toMatchObject([{ amount: 150, reversed_amount: 150 }]);
    await system.local.dashboard.winDispute(dispute);
    await system.billing.sweep();
    expect(await reversalsOf('dispute')).toMatchObject([{ amount: 150, reversed_amount: 0 }]);
    expect((await onlyTransaction(user)).status).toBe('paid');
  });

  test('without an inquiry that withdrew no money', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.dispute(invoiceId, { inquiry: true });
    await system.billing.sweep();
    expect(await onlyTransaction(user)).toMatchObject({ status: 'paid', reversals: [] });
  });

  test('also where they took no credits', async () => {
    const { user } = await addPaidUser(system);
    const second = await purchases.openSalesPlan(user, 'scale');
    await purchases.deliverInvoiceEvent('invoice.paid', second.invoiceId);
    await system.billing.sweep();
    const { transactions } = await user.api.transactions({});
    expect(transactions.find(({ id }) => id === second.invoiceId)).toMatchObject({
      status: 'refunded',
      reversals: [{ kind: 'refund', amount: 600, reversed_amount: 600 }],
    });
  });

  test('as the provider has them, though a slower process fetched them earlier', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const refund = await system.local.dashboard.refund(invoiceId, 5_000);
    let calls = 0;
    const { billing: slow } = await system.otherProcess({
      gateway: (real) => ({
        reversals: async (id) => {
          const seen = await real.reversals(id);
          calls += 1;
          // The fetch whose reversals are stored.
          if (calls !== 1 || id !== invoiceId) return seen;
          await system.local.dashboard.failRefund(refund);
          await system.billing.sweep();
          return seen;
        },
      }),
    });
    await slow.sweep();
    expect(calls).toBeGreaterThan(1);
    expect(await onlyTransaction(user)).toMatchObject({
      status: 'paid',
      reversals: [{ reversed_amount: 0 }],
    });
  });
});

test('the payment of a checkout lists it at once', async () => {
  const user = system.addUser();
  await user.subscribe('dominate', PAYS);
  expect(await onlyTransaction(user)).toMatchObject({ amount: 1_000, status: 'paid', reversals: [] });
});
