import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { addPaidUser } from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

describe('the status of a transaction', () => {
  const statusOf = async (user: TestUser) =>
    (await user.api.subscriptionTransactions({})).transactions.map(({ status }) => status);

  test('shows partial and full refunds of its payment', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    expect(await statusOf(user)).toEqual(['paid']);
    await system.local.dashboard.refund(invoiceId, 5_000);
    await system.billing.sweep();
    expect(await statusOf(user)).toEqual(['partially_refunded']);
    const rest = await system.local.dashboard.refund(invoiceId);
    await system.billing.sweep();
    expect(await statusOf(user)).toEqual(['refunded']);
    const [transaction] = (await system.billing.subscriptions.accountOf(user.uid)).transactions;
    expect(transaction?.status).toBe('refunded');
    await system.local.dashboard.failRefund(rest);
    await system.billing.sweep();
    expect((await user.api.transactions({})).transactions[0]?.status).toBe('partially_refunded');
  });

  test('is disputed while a dispute holds its funds', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    const dispute = await system.local.dashboard.dispute(invoiceId);
    await system.billing.sweep();
    expect(await statusOf(user)).toEqual(['disputed']);
    await system.local.dashboard.winDispute(dispute);
    await system.billing.sweep();
    expect(await statusOf(user)).toEqual(['paid']);
  });
});
