import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTHENTICATES, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import type { AlreadyPaid } from '#server/providers/payments/port.ts';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';
import { latestInvoiceOf } from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

describe('a second plan paid from customer balance', () => {
  /** A subscriber with a second plan of 100,000 cents opened by sales and `credit` cents of balance. */
  async function secondPlan(credit: number) {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
    await system.local.dashboard.giveCredit(customerId, credit);
    const request = { customerId, plan: 'dominate' as const, key: `by hand:${user.uid}` };
    const second = await system.local.gateway
      .startSubscription(request)
      .catch((error: unknown) => error as AlreadyPaid);
    if ('clientSecret' in second) await system.local.browser.confirm(second.clientSecret, PAYS);
    const { subscriptionId, invoiceId } = second;
    const intentId = 'intentId' in second ? second.intentId : '';
    return { user, customerId, subscriptionId, invoiceId, intentId };
  }

  test.each([30_000, 100_000])(
    'in part or in full gets %i cents back to the balance once',
    async (credit) => {
      const { user, customerId, invoiceId, subscriptionId } = await secondPlan(credit);
      expect(await system.local.balance(customerId)).toBe(0);
      await Promise.all([system.billing.sweep(), (await system.otherProcess()).billing.sweep()]);
      await system.billing.sweep();
      expect(await system.local.balance(customerId)).toBe(-credit);
      expect((await system.local.gateway.subscription(subscriptionId))?.status).toBe('canceled');
      const { paid, reversals } = await system.local.gateway.reversals(invoiceId);
      expect(paid).toBe(100_000);
      expect(reversals.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000);
      expect(await user.balance()).toBe(20_000);
      expect(await user.differences()).toEqual([]);
    },
  );

  test('gets the balance back once when the refund to the card failed and was retried', async () => {
    const { customerId, invoiceId, intentId } = await secondPlan(30_000);
    await system.billing.sweep();
    const refund = (await system.local.gateway.reversals(invoiceId)).reversals.find(
      ({ amount }) => amount === 70_000,
    );
    await system.local.dashboard.failRefund(refund?.id ?? '');
    await system.billing.sweep();
    await system.billing.sweep();
    expect(await system.local.refunded(intentId)).toBe(70_000);
    expect(await system.local.balance(customerId)).toBe(-30_000);
  });
});

test('a plan paid in full from customer balance is granted at checkout', async () => {
  const user = system.addUser();
  await user.api.beginCardSetup();
  const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
  await system.local.dashboard.giveCredit(customerId, 25_000);
  await expect(user.api.createPaymentIntent({ productId: 'launch' })).rejects.toThrow(
    'You already have a subscription.',
  );
  expect(await user.balance()).toBe(20_000);
  expect(await system.local.balance(customerId)).toBe(-5_000);
  expect(await user.differences()).toEqual([]);
});

test('a renewal that fails asks for what the balance leaves, in its mail and in the transactions', async () => {
  const user = system.addUser();
  await user.subscribe('launch', AUTHENTICATES);
  const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
  await system.local.dashboard.giveCredit(customerId, 5_000);
  await system.local.advance(user.email, 32);
  await system.billing.sweep();
  await system.billing.sendMails();
  const { transactions } = await user.api.transactions({});
  const open = transactions.find(({ status }) => status === 'open');
  expect(open).toMatchObject({ amount: 200, amount_due: 150 });
  const mail = system.mails.find(({ to, subject }) => to === user.email && /failed/.test(subject));
  expect(mail?.text).toContain(`Pay $150:\n${open?.receipt_url ?? ''}`);
});

test('a refund of the card part of an invoice removes the proportional share of credits', async () => {
  const user = system.addUser();
  await user.api.beginCardSetup();
  const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
  await system.local.dashboard.giveCredit(customerId, 5_000);
  await user.subscribe('launch', PAYS);
  await system.local.dashboard.refund(await latestInvoiceOf(user));
  await system.billing.sweep();
  expect(await user.balance()).toBe(5_000);
  expect(await user.differences()).toEqual([]);
});
