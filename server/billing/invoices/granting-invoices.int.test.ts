import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderInvoice } from '#server/providers/payments/port.ts';
import { startBilling, type BillingHarness, type TestUser } from '#server/billing/testing/billing-harness.ts';
import { createPurchases, type Purchase } from '#server/billing/testing/test-purchases.ts';

let system: BillingHarness;
let purchases: ReturnType<typeof createPurchases>;
beforeAll(async () => {
  system = await startBilling();
  purchases = createPurchases(system);
});
afterAll(() => system.stop());

/** Settles a paid invoice that says something else than the local provider would. */
async function settleAs(change: Partial<ProviderInvoice>, { invoiceId }: Purchase): Promise<void> {
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      invoice: async (id) => {
        const invoice = await real.invoice(id);
        return invoice && { ...invoice, ...change };
      },
    }),
  });
  system.local.webhook = billing.stripeWebhook;
  await purchases.deliverInvoiceEvent('invoice.paid', invoiceId);
  system.local.webhook = system.billing.stripeWebhook;
}

async function paid(): Promise<{ user: TestUser; purchase: Purchase }> {
  const user = system.addUser();
  return { user, purchase: await purchases.openSalesPlan(user, 'launch') };
}

describe('a paid invoice grants nothing', () => {
  test.each<[string, Partial<ProviderInvoice>]>([
    ['that is a proration or was written by hand', { reason: 'other' }],
    ['that is a proration of no plan', { reason: 'other', planTotal: 0, plan: undefined }],
    ['of a first period that costs nothing', { reason: 'first', planTotal: 0 }],
    ['of a renewed period that costs nothing', { reason: 'renewal', planTotal: 0 }],
    ['of a renewed period that is credited', { reason: 'renewal', planTotal: -1 }],
  ])('%s; nor is its money returned, however it is met again', async (_name, change) => {
    const { user, purchase } = await paid();
    await settleAs(change, purchase);
    // What it said then was decided; it is not judged by what it says later.
    await purchases.deliverInvoiceEvent('invoice.paid', purchase.invoiceId);
    const { paymentIntentId } = purchase;
    await expect(user.api.createSubscriptionAfterPayment({ paymentIntentId })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
    expect(await user.grants()).toEqual([]);
    expect(await system.local.refunded(paymentIntentId)).toBe(0);
    expect(await user.differences()).toEqual([]);
  });
});

describe('a paid invoice grants its credits', () => {
  test.each<[string, Partial<ProviderInvoice>]>([
    ['of a period that was paid from the customer balance', { total: 0 }],
    ['of a renewal whose first invoice nobody heard of', { reason: 'renewal' }],
  ])('%s', async (_name, change) => {
    const { user, purchase } = await paid();
    await settleAs(change, purchase);
    expect(await user.grants()).toEqual([`grant:invoice:${purchase.invoiceId}`]);
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test('once its product is in the catalogue; until then it stays undecided', async () => {
    const { user, purchase } = await paid();
    await settleAs({ plan: undefined }, purchase);
    expect(await user.grants()).toEqual([]);
    expect(await user.differences()).toEqual([]);
    await purchases.deliverInvoiceEvent('invoice.paid', purchase.invoiceId);
    expect(await user.grants()).toHaveLength(1);
  });
});
