import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { startBilling, type BillingHarness, type TestUser } from '#server/billing/testing/billing-harness.ts';

let world: BillingHarness;
beforeAll(async () => {
  world = await startBilling();
});
afterAll(() => world.stop());

/** A user with a paid Launch plan of 20,000 cents and credits, and the id of its invoice. */
async function paidUser(): Promise<{ user: TestUser; invoiceId: string }> {
  const user = world.addUser();
  await user.subscribe('launch', PAYS);
  return { user, invoiceId: await invoiceOf(user) };
}

async function invoiceOf(user: TestUser): Promise<string> {
  const [invoice] = (await user.api.subscriptionTransactions({})).transactions;
  return invoice?.id ?? expect.fail('no invoice');
}

describe('the status of a transaction', () => {
  const statusOf = async (user: TestUser) =>
    (await user.api.subscriptionTransactions({})).transactions.map(({ status }) => status);

  test('says what went back of its payment', async () => {
    const { user, invoiceId } = await paidUser();
    expect(await statusOf(user)).toEqual(['paid']);
    await world.local.dashboard.refund(invoiceId, 5_000);
    await world.billing.sweep();
    expect(await statusOf(user)).toEqual(['partially_refunded']);
    const rest = await world.local.dashboard.refund(invoiceId);
    await world.billing.sweep();
    expect(await statusOf(user)).toEqual(['refunded']);
    const [transaction] = (await world.billing.subscriptions.accountOf(user.uid)).transactions;
    expect(transaction?.status).toBe('refunded');
    await world.local.dashboard.failRefund(rest);
    await world.billing.sweep();
    expect((await user.api.transactions({})).transactions[0]?.status).toBe('partially_refunded');
  });

  test('is disputed while a dispute has its money', async () => {
    const { user, invoiceId } = await paidUser();
    const dispute = await world.local.dashboard.dispute(invoiceId);
    await world.billing.sweep();
    expect(await statusOf(user)).toEqual(['disputed']);
    await world.local.dashboard.winDispute(dispute);
    await world.billing.sweep();
    expect(await statusOf(user)).toEqual(['paid']);
  });
});
