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

/** Settles a paid invoice with other fields than the Stripe emulator would return. */
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
    ['that is a proration or was created manually', { reason: 'other' }],
    ['that is a proration without a plan', { reason: 'other', planTotal: 0, plan: undefined }],
    ['of a free first period', { reason: 'first', planTotal: 0 }],
    ['of a free renewal', { reason: 'renewal', planTotal: 0 }],
    ['of a credited renewal', { reason: 'renewal', planTotal: -1 }],
  ])('%s and is not refunded', async (_name, change) => {
    const { user, purchase } = await paid();
    await settleAs(change, purchase);
    // The decision was stored then and does not change with a later state.
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
    ['of a period paid from customer balance', { total: 0 }],
    ['of a renewal without a known first invoice', { reason: 'renewal' }],
  ])('%s', async (_name, change) => {
    const { user, purchase } = await paid();
    await settleAs(change, purchase);
    expect(await user.grants()).toEqual([`grant:invoice:${purchase.invoiceId}`]);
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test('once its product is in the catalogue', async () => {
    const { user, purchase } = await paid();
    await settleAs({ plan: undefined }, purchase);
    expect(await user.grants()).toEqual([]);
    expect(await user.differences()).toEqual([]);
    await purchases.deliverInvoiceEvent('invoice.paid', purchase.invoiceId);
    expect(await user.grants()).toHaveLength(1);
  });
});
