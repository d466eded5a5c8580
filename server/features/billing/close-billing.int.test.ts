import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { startBilling, type BillingHarness } from './testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const statusOf = async (subscriptionId: string) =>
  (await system.local.gateway.subscription(subscriptionId))?.status;

describe('the billing of an erased account', () => {
  test('has its plan cancelled at once, and keeps invoices without links to their pages', async () => {
    const user = system.addUser();
    const { subscriptionId, orderNumber } = await user.subscribe('launch', PAYS);
    await system.billing.sendMails();
    for (const text of ['pageUrl', 'plan_started']) expect(await system.stored(user.uid)).toContain(text);
    system.markClosing(user.uid);
    for (let pass = 0; pass < 2; pass++) await eraseFrom(system.billing, user);
    expect(await statusOf(subscriptionId)).toBe('canceled');
    system.eraseUser(user.uid);
    await system.billing.sweep();
    const stored = await system.stored(user.uid);
    expect(stored).toContain(orderNumber);
    for (const text of ['pageUrl', 'plan_started']) expect(stored).not.toContain(text);
    expect(stored).not.toContain(user.email);
    expect(await user.differences()).toEqual([]);
  });

  test('gets no credits for a checkout that is paid after it was closed, but the money back', async () => {
    const user = system.addUser();
    const { paymentIntentId, clientSecret, subscriptionId } = await user.api.createPaymentIntent({
      productId: 'launch',
    });
    system.markClosing(user.uid);
    await system.local.browser.confirm(clientSecret, PAYS);
    system.eraseUser(user.uid);
    const { billing: late } = await system.otherProcess();
    // The account is closed, but the process died before it voided the checkout.
    const { billing: dying } = await system.otherProcess({
      gateway: () => ({ openPayment: () => Promise.reject(new Error('The process died')) }),
    });
    await eraseFrom(dying, user).catch(() => undefined);
    await late.sweep();
    expect(await user.grants()).toEqual([]);
    expect(await system.local.refunded(paymentIntentId)).toBe(20_000);
    expect(await statusOf(subscriptionId)).toBe('canceled');
    expect(await user.differences()).toEqual([]);
  });

  test('voids the open checkout, so that it cannot be paid any more', async () => {
    const user = system.addUser();
    const { subscriptionId, clientSecret } = await user.api.createPaymentIntent({ productId: 'launch' });
    system.markClosing(user.uid);
    await eraseFrom(system.billing, user);
    expect(await statusOf(subscriptionId)).toBe('canceled');
    expect(await system.local.browser.confirm(clientSecret, PAYS)).not.toMatchObject({
      intentStatus: 'succeeded',
    });
    await expect(user.api.createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('refunds a renewal that was paid while the account was being closed', async () => {
    const user = system.addUser();
    const { subscriptionId } = await user.subscribe('launch', PAYS);
    system.markClosing(user.uid);
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    expect(await user.grants()).toHaveLength(1);
    expect(await statusOf(subscriptionId)).toBe('canceled');
    const { transactions } = await system.billing.subscriptions.accountOf(user.uid);
    const paid = await Promise.all(transactions.map(({ id }) => system.local.gateway.reversals(id)));
    expect(paid.map(({ reversals }) => reversals.map(({ amount }) => amount))).toEqual([[20_000], []]);
    expect(await user.differences()).toEqual([]);
  });
});
