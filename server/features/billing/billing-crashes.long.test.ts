import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import type { PaymentGateway } from '#server/providers/payments/port.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { startBilling, type BillingHarness } from './testing/billing-harness.ts';
import { failingOnce } from './testing/failing-once.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

describe('a process that crashes', () => {
  test('after creating the subscription leaves it to the next attempt', async () => {
    const user = system.addUser();
    const created: string[] = [];
    const { billing: crashing } = await system.otherProcess({
      gateway: (real) => ({
        startSubscription: async (request) => {
          const payment = await real.startSubscription(request);
          created.push(payment.subscriptionId);
          throw new ProviderUnavailable('The connection was lost');
        },
      }),
    });
    await expect(user.apiOf(crashing).createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
    });
    const { subscriptionId } = await user.api.createPaymentIntent({ productId: 'launch' });
    expect(created).toEqual([subscriptionId]);
  });

  test('after creating the subscription leaves no open payment when another plan is chosen', async () => {
    const user = system.addUser();
    const created: string[] = [];
    const { billing: crashing } = await system.otherProcess({
      gateway: (real) => ({
        startSubscription: async (request) => {
          created.push((await real.startSubscription(request)).subscriptionId);
          throw new ProviderUnavailable('The connection was lost');
        },
      }),
    });
    await user
      .apiOf(crashing)
      .createPaymentIntent({ productId: 'launch' })
      .catch(() => undefined);
    const { subscriptionId } = await user.api.createPaymentIntent({ productId: 'scale' });
    expect(await system.local.gateway.subscription(created[0] ?? '')).toMatchObject({ status: 'canceled' });
    expect(await system.local.gateway.subscription(subscriptionId)).toMatchObject({
      status: 'incomplete',
      plan: 'scale',
    });
  });

  test('after creating the customer leaves it to the next attempt', async () => {
    const user = system.addUser();
    const created: string[] = [];
    const { billing: crashing } = await system.otherProcess({
      gateway: (real) => ({
        ensureCustomer: async (payer) => {
          created.push(await real.ensureCustomer(payer));
          throw new ProviderUnavailable('The connection was lost');
        },
      }),
    });
    await user
      .apiOf(crashing)
      .createPaymentIntent({ productId: 'launch' })
      .catch(() => undefined);
    expect((await user.api.createPaymentIntent({ productId: 'launch' })).customerId).toBe(created[0]);
  });

  test.each(['before', 'after'] as const)(
    '%s the grant of a payment lets the next attempt grant it once',
    async (when) => {
      const user = system.addUser();
      const { billing: crashing } = await system.otherProcess({
        ledger: (real) => ({ execute: failingOnce(real.execute, when) }),
      });
      const { paymentIntentId } = await user.pay('launch', PAYS);
      await expect(
        user.apiOf(crashing).createSubscriptionAfterPayment({ paymentIntentId }),
      ).rejects.toThrow();
      expect(await user.grants()).toHaveLength(when === 'after' ? 1 : 0);
      expect(await user.apiOf(crashing).createSubscriptionAfterPayment({ paymentIntentId })).toMatchObject({
        balance: 20_000,
      });
      expect(await user.grants()).toHaveLength(1);
    },
  );

  test('before the grant lets the sweep grant it, despite other failing events', async () => {
    const users = [system.addUser(), system.addUser(), system.addUser()];
    for (const user of users) await user.pay('launch', PAYS);
    const { billing: crashing } = await system.otherProcess({
      ledger: (real) => ({ execute: failingOnce(real.execute, 'before') }),
    });
    await crashing.sweep();
    expect((await Promise.all(users.map((user) => user.grants()))).flat().length).toBeGreaterThanOrEqual(2);
    await crashing.sweep();
    for (const user of users) expect(await user.grants()).toHaveLength(1);
  });
});

describe('a payment whose invoice is marked paid with a delay', () => {
  test('is polled until the invoice is paid', async () => {
    const user = system.addUser();
    const { billing: slow } = await system.otherProcess({ gateway: slowInvoices });
    const { paymentIntentId } = await user.pay('launch', PAYS);
    expect(await user.apiOf(slow).createSubscriptionAfterPayment({ paymentIntentId })).toMatchObject({
      balance: 20_000,
    });
  });
});

test('an event about a paid invoice that is not yet found paid is handled again', async () => {
  const user = system.addUser();
  let late = true;
  const { billing: slow } = await system.otherProcess({
    gateway: (real) => ({
      invoice: async (id) => {
        const invoice = await real.invoice(id);
        return invoice && late ? { ...invoice, status: 'open', paidAt: undefined } : invoice;
      },
    }),
  });
  await user.pay('launch', PAYS);
  await slow.sweep();
  expect(await user.grants()).toEqual([]);
  late = false;
  await slow.sweep();
  expect(await user.grants()).toHaveLength(1);
});

/** Reports every invoice as open for the first three reads. */
function slowInvoices(real: PaymentGateway): Partial<PaymentGateway> {
  let reads = 0;
  return {
    invoice: async (id) => {
      reads += 1;
      const invoice = await real.invoice(id);
      return invoice && reads <= 3 ? { ...invoice, status: 'open', paidAt: undefined } : invoice;
    },
  };
}

describe('a second paid subscription', () => {
  test('is refunded and canceled, and grants nothing', async () => {
    const user = system.addUser();
    const first = await user.subscribe('launch', PAYS);
    const { customerId } = (await system.billing.subscriptions.accountOf(user.uid)) as { customerId: string };
    const second = await system.local.gateway.startSubscription({
      customerId,
      plan: 'dominate',
      key: `by hand:${user.uid}`,
    });
    await system.local.browser.confirm(second.clientSecret, PAYS);
    await system.billing.sweep();
    expect(await system.local.refunded(second.intentId)).toBe(100_000);
    expect(await user.grants()).toHaveLength(1);
    expect(await user.balance()).toBe(20_000);
    expect(await user.api.subscription({})).toMatchObject({
      subscriptionId: first.subscriptionId,
      planId: 'launch',
    });
    expect(await system.local.gateway.subscription(second.subscriptionId)).toMatchObject({
      status: 'canceled',
    });
    const { transactions } = await user.api.transactions({});
    expect(transactions.map(({ status, plan_name }) => `${plan_name} ${status}`).sort()).toEqual([
      'Dominate refunded',
      'Launch paid',
    ]);
  });
});

test('an event that a sweep failed to handle is handled by the next sweep, however late', async () => {
  // A separate system, because the second sweep stores a time hours ahead.
  const own = await startBilling();
  const user = own.addUser();
  await user.pay('launch', PAYS);
  const clock = adjustableClock();
  clock.shift(3 * 3_600_000);
  const { billing: failing } = await own.otherProcess({
    clock,
    ledger: () => ({ execute: () => Promise.reject(new ProviderUnavailable('no ledger')) }),
  });
  await failing.sweep();
  const { billing } = await own.otherProcess({ clock });
  await billing.sweep();
  expect(await user.balance()).toBe(20_000);
  await own.stop();
});
