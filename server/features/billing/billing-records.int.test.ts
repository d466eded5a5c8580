import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderInvoice, ProviderSubscription } from '#server/providers/payments/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { BillingRecords } from './billing-records.ts';
import { createInvoiceModel, createSubscriptionModel } from './billing-records-model.ts';

let database: TestDatabase;
let records: BillingRecords;
beforeAll(async () => {
  database = await testDatabase();
  const { connection } = database;
  records = new BillingRecords(createSubscriptionModel(connection), createInvoiceModel(connection));
});
afterAll(() => database.stop());

const [earlier, later] = [new Date('2026-11-20T09:00:00Z'), new Date('2026-11-20T09:00:01Z')];
const payer = { uid: 'u1', streamId: 's1' };

function subscriptionOf(id: string, change: Partial<ProviderSubscription>): ProviderSubscription {
  const base = { customerId: 'cus_1', plan: 'launch', status: 'active', cancelAtPeriodEnd: false } as const;
  const dates = { periodStart: earlier, periodEnd: later, createdAt: earlier, cancelAt: undefined };
  return { id, ...base, ...dates, latestInvoiceId: undefined, ...change };
}

function invoiceOf(id: string, change: Partial<ProviderInvoice>): ProviderInvoice {
  const base = {
    number: 'A-1',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    reason: 'first',
    status: 'open',
  } as const;
  const money = {
    total: 20_000,
    amountDue: 20_000,
    planTotal: 20_000,
    planPrice: 20_000,
    plan: 'launch',
    credits: undefined,
  } as const;
  const dates = { periodStart: earlier, createdAt: earlier, paidAt: undefined };
  const attempts = { attemptCount: 0, nextAttemptAt: undefined };
  return { id, ...base, ...money, ...dates, ...attempts, pageUrl: undefined, fileUrl: undefined, ...change };
}

describe('a provider response fetched before another one was stored', () => {
  test('never overwrites a newer subscription', async () => {
    const stored = await records.subscription('sub_1');
    expect(
      await records.saveSubscription('u1', subscriptionOf('sub_1', { status: 'canceled' }), stored),
    ).toBe(true);
    const stale = subscriptionOf('sub_1', { status: 'active' });
    expect(await records.saveSubscription('u1', stale, stored)).toBe(false);
    expect(await records.subscription('sub_1')).toMatchObject({ status: 'canceled' });
    const again = await records.subscription('sub_1');
    await records.saveSubscription('u1', subscriptionOf('sub_1', { status: 'past_due' }), again);
    expect(await records.saveSubscription('u1', stale, again)).toBe(false);
    expect(await records.subscription('sub_1')).toMatchObject({ status: 'past_due' });
  });

  test('never overwrites a newer invoice or its outcome', async () => {
    await records.saveInvoice(payer, invoiceOf('in_1', { status: 'paid' }), undefined);
    await records.saveOutcome('in_1', 'granted');
    expect(await records.saveInvoice(payer, invoiceOf('in_1', { status: 'open' }), undefined)).toBe(false);
    const revision = await records.invoiceRevision('in_1');
    expect(await records.saveInvoice(payer, invoiceOf('in_1', { status: 'paid' }), revision)).toBe(true);
    expect(await records.invoice('in_1')).toMatchObject({ status: 'paid', outcome: 'granted' });
  });
});

test('what the provider no longer has is removed', async () => {
  const tried = { attemptCount: 1, nextAttemptAt: earlier };
  await records.saveInvoice(payer, invoiceOf('in_tried', tried), undefined);
  expect(await records.invoice('in_tried')).toMatchObject(tried);
  const revision = await records.invoiceRevision('in_tried');
  await records.saveInvoice(payer, invoiceOf('in_tried', { attemptCount: 2 }), revision);
  const stored = await records.invoice('in_tried');
  expect(stored).toMatchObject({ attemptCount: 2 });
  expect(stored).not.toHaveProperty('nextAttemptAt');
});

test('the current subscription is the active one, else a past-due one, else the newest checkout', async () => {
  const at = (seconds: number) => new Date(earlier.getTime() + seconds * 1000);
  await records.saveSubscription(
    'u2',
    subscriptionOf('sub_a', { status: 'canceled', createdAt: at(3) }),
    undefined,
  );
  for (const [id, seconds] of [
    ['sub_d', 3],
    ['sub_e', 2],
  ] as const) {
    const incomplete = subscriptionOf(id, { status: 'incomplete', createdAt: at(seconds) });
    await records.saveSubscription('u2', incomplete, undefined);
  }
  // Started in the same second as the one that it replaced.
  expect((await records.currentSubscription('u2'))?._id).toBe('sub_d');
  await records.saveSubscription(
    'u2',
    subscriptionOf('sub_b', { status: 'past_due', createdAt: at(1) }),
    undefined,
  );
  expect((await records.currentSubscription('u2'))?._id).toBe('sub_b');
  await records.saveSubscription('u2', subscriptionOf('sub_c', { createdAt: at(0) }), undefined);
  expect((await records.currentSubscription('u2'))?._id).toBe('sub_c');
  expect(await records.currentSubscription('u3')).toBeUndefined();
});

test('without an open subscription, the current one is the last that credits were granted for', async () => {
  const started = (id: string, seconds: number) =>
    records.saveSubscription(
      'u4',
      subscriptionOf(id, { status: 'canceled', createdAt: new Date(earlier.getTime() + seconds * 1000) }),
      undefined,
    );
  const granted = async (subscriptionId: string, invoice: string) => {
    await records.saveInvoice(payer, invoiceOf(invoice, { subscriptionId, status: 'paid' }), undefined);
    await records.decide(invoice, 'grant');
  };
  await started('sub_left', 2);
  await records.saveInvoice(payer, invoiceOf('in_left', { subscriptionId: 'sub_left' }), undefined);
  expect(await records.currentSubscription('u4'), 'a checkout that was left').toBeUndefined();
  await started('sub_first', 0);
  await granted('sub_first', 'in_first');
  await started('sub_had', 1);
  await granted('sub_had', 'in_had');
  expect((await records.currentSubscription('u4'))?._id, 'left after a plan').toBe('sub_had');
});
