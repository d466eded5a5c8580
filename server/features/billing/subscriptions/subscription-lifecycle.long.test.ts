import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { AUTHENTICATES, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

async function advanceDays(user: TestUser, days: number): Promise<void> {
  await system.local.advance(user.email, days);
  await system.billing.sweep();
}

describe('a month later', () => {
  test('the plan renews, its credits are granted and unused ones roll over', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    const before = await user.api.subscription({});
    await advanceDays(user, 32);
    expect(await user.balance()).toBe(40_000);
    const after = await user.api.subscription({});
    expect(after.status).toBe('active');
    expect(Date.parse(after.current_period_end ?? '')).toBeGreaterThan(
      Date.parse(before.current_period_end ?? ''),
    );
    expect((await user.api.subscriptionTransactions({})).transactions).toHaveLength(2);
  });

  test('three months at once are three renewals, each granted once', async () => {
    const user = system.addUser();
    await user.subscribe('scale', PAYS);
    await advanceDays(user, 93);
    await system.billing.sweep();
    expect(new Set(await user.grants()).size).toBe(4);
    expect(await user.grants()).toHaveLength(4);
    expect(await user.balance()).toBe(240_000);
  });
});

describe('the current billing period', () => {
  test('is that of the subscription, and after its end the next, even without an event', async () => {
    const user = system.addUser();
    expect(await system.billing.subscriptions.periodStartOf(user.uid)).toBeUndefined();
    await user.subscribe('launch', PAYS);
    const { current_period_end } = await user.api.subscription({});
    const end = new Date(current_period_end ?? '');
    const start = (await system.billing.subscriptions.periodStartOf(user.uid)) ?? expect.fail();
    expect(end.getTime() - start.getTime()).toBeGreaterThan(27 * DAY_MS);
    const clock = createTestClock(end);
    const { billing: later } = await system.otherProcess({ clock });
    expect(await later.subscriptions.periodStartOf(user.uid)).toEqual(end);
    await advanceDays(user, 32);
    expect(await later.subscriptions.periodStartOf(user.uid)).toEqual(end);
  });
});

describe('a renewal that fails', () => {
  test('suspends the plan until another card pays the overdue invoice', async () => {
    const user = system.addUser();
    const { subscriptionId } = await user.subscribe('launch', AUTHENTICATES);
    await advanceDays(user, 32);
    expect(await user.api.subscription({})).toMatchObject({
      subscriptionId: null,
      status: 'past_due',
      planId: 'launch',
    });
    expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(false);
    expect(await user.balance()).toBe(20_000);
    await expect(user.api.createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
      message: 'Your last payment failed. Please update your card.',
    });

    const { clientSecret } = await user.api.beginCardSetup();
    await system.local.browser.confirm(clientSecret, PAYS);
    const card = (await user.api.paymentMethods({})).payment_methods.find(
      (method) => method.card.last4 === '4242',
    );
    const changed = await user.api.updatePaymentMethod({ paymentMethodId: card?.id ?? '' });
    expect(changed).toMatchObject({
      success: true,
      payment: 'paid',
      payment_method: { card: { last4: '4242' } },
    });
    expect(await user.api.subscription({})).toMatchObject({ subscriptionId, status: 'active' });
    expect(await user.balance()).toBe(40_000);
    await system.billing.sweep();
    expect(await user.grants()).toHaveLength(2);
  });

  test('that was paid elsewhere unnoticed is seen when the card is changed', async () => {
    const user = system.addUser();
    await user.subscribe('launch', AUTHENTICATES);
    await advanceDays(user, 32);
    const { unpaid_invoice_id } = await user.api.subscription({});
    const { clientSecret } = await user.api.beginCardSetup();
    await system.local.browser.confirm(clientSecret, PAYS);
    const [card] = (await user.api.paymentMethods({})).payment_methods;
    const paymentMethodId = card?.id ?? '';
    await system.local.gateway.payInvoice(unpaid_invoice_id ?? '', paymentMethodId, 'elsewhere');
    expect(await user.api.updatePaymentMethod({ paymentMethodId })).toMatchObject({ payment: 'none' });
    expect(await user.api.subscription({})).toMatchObject({ status: 'active' });
    expect(await user.balance()).toBe(40_000);
  });

  test('can be paid with a card that requires authentication', async () => {
    const user = system.addUser();
    await user.subscribe('launch', AUTHENTICATES);
    await advanceDays(user, 32);
    const [card] = (await user.api.paymentMethods({})).payment_methods;
    const changed = await user.api.updatePaymentMethod({ paymentMethodId: card?.id ?? '' });
    expect(changed.payment).toBe('requires_action');
    await system.local.browser.authenticate(changed.clientSecret ?? '', true);
    await system.billing.sweep();
    expect(await user.api.subscription({})).toMatchObject({ status: 'active' });
    expect(await user.balance()).toBe(40_000);
  });

  test('that stays unpaid ends the plan and keeps the credits', async () => {
    const user = system.addUser();
    await user.subscribe('launch', AUTHENTICATES);
    await advanceDays(user, 32);
    await advanceDays(user, 31);
    expect(await user.api.subscription({})).toMatchObject({ subscriptionId: null, status: 'canceled' });
    expect(await user.balance()).toBe(20_000);
    await user.subscribe('scale', PAYS);
    expect(await user.balance()).toBe(80_000);
  });
});

describe('a canceled plan', () => {
  test('runs to the end of its period, keeps its credits and can be replaced by a new plan', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    expect(await user.api.cancelPlan()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await user.api.cancelPlan()).toMatchObject({ cancel_at_period_end: true });
    expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(true);
    await advanceDays(user, 32);
    expect(await user.api.subscription({})).toMatchObject({ subscriptionId: null, status: 'canceled' });
    expect(await user.grants()).toHaveLength(1);
    expect(await user.balance()).toBe(20_000);
    await user.subscribe('launch', PAYS);
    expect(await user.balance()).toBe(40_000);
  });

  test('can be resumed before its period ends', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    await user.api.cancelPlan();
    expect(await user.api.keepPlan()).toMatchObject({ status: 'active', cancel_at_period_end: false });
    await advanceDays(user, 32);
    expect(await user.balance()).toBe(40_000);
  });

  test('cannot be canceled without an active plan', async () => {
    await expect(system.addUser().api.cancelPlan()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('can be replaced by a new plan even without an event of its end', async () => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    await user.api.cancelPlan();
    await system.local.advance(user.email, 32);
    expect(await user.api.createPaymentIntent({ productId: 'scale' })).toHaveProperty('clientSecret');
  });
});

test('a payment not finished within a day is void, and the checkout starts again', async () => {
  const user = system.addUser();
  const first = await user.api.createPaymentIntent({ productId: 'launch' });
  await system.local.advance(user.email, 1);
  const second = await user.api.createPaymentIntent({ productId: 'launch' });
  expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
  expect((await system.local.browser.confirm(first.clientSecret, PAYS)).error?.code).toBe(
    'payment_intent_unexpected_state',
  );
  expect((await system.local.browser.confirm(second.clientSecret, PAYS)).intentStatus).toBe('succeeded');
});

test('the audit finds the invoice of every grant', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  await advanceDays(user, 32);
  const expected = [];
  for await (const grant of system.billing.invoiceAudit.expectedEvents(user.streamId)) expected.push(grant);
  expect(expected.map(({ key }) => key).sort()).toEqual((await user.grants()).sort());
  expect(expected).toEqual(expected.map((grant) => ({ ...grant, due: true, amount: 20_000 })));
  expect(expected.every(({ key }) => system.billing.invoiceAudit.explains(key))).toBe(true);
});

test('a canceled plan is inactive after its period even without an event of its end', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  await user.api.cancelPlan();
  const clock = adjustableClock();
  const { billing } = await system.otherProcess({ clock });
  expect(await billing.subscriptions.isSubscribed(user.uid)).toBe(true);
  clock.shift(40 * DAY_MS);
  expect(await billing.subscriptions.isSubscribed(user.uid)).toBe(false);
  expect(await user.apiOf(billing).subscription({})).toMatchObject({
    subscriptionId: null,
    status: 'canceled',
  });
});

test('stale provider state stored by a process with a fast clock does not hide the end of a subscription', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const { subscriptionId } = (await system.billing.subscriptions.accountOf(user.uid)) as {
    subscriptionId: string;
  };
  const clock = adjustableClock();
  clock.shift(HOUR_MS);
  const { billing: fast } = await system.otherProcess({ clock });
  await fast.sweep();
  await user.apiOf(fast).keepPlan();
  await system.local.gateway.cancelNow(subscriptionId);
  await system.billing.sweep();
  expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(false);
});
