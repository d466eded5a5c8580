import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { accountKeyOf } from '#server/emulators/stripe/account.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { signature } from '#server/emulators/stripe/webhook-delivery.ts';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';
import {
  createWebhookInbox,
  sendWebhook,
  type ReceivedWebhook,
} from '#server/features/billing/testing/webhook-inbox.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const signed = (
  body: string,
  secret: string = LOCAL_STRIPE_KEYS.webhookSecret,
): Pick<ReceivedWebhook, 'body' | 'signature'> => ({
  body,
  signature: signature(body, secret, new Date()),
});

/**
 * Returns the webhooks about one customer sent while `act` runs, up to the first of type `last`. Billing receives
 * none of them.
 */
async function webhooksOf(
  last: string,
  act: () => Promise<{ customerId: string }>,
): Promise<ReceivedWebhook[]> {
  const inbox = createWebhookInbox();
  system.local.webhook = inbox.handler;
  system.local.stripe.start();
  const { customerId } = await act();
  const received = () => inbox.received.filter(({ body }) => body.includes(customerId));
  await vi.waitFor(() => {
    expect(received().map(({ type }) => type)).toContain(last);
  }, 10_000);
  await system.local.stripe.stop();
  system.local.webhook = system.billing.stripeWebhook;
  return received();
}

const send = (webhook: Pick<ReceivedWebhook, 'body' | 'signature'>) =>
  sendWebhook(system.local.origin, webhook);

describe('webhooks that are delivered', () => {
  beforeEach(() => {
    system.local.webhook = system.billing.stripeWebhook;
    system.local.stripe.start();
  });
  afterEach(() => system.local.stripe.stop());

  test('grant the credits of a payment whose browser was closed', async () => {
    const user = system.addUser();
    await user.pay('launch', PAYS);
    await vi.waitFor(async () => {
      expect(await user.balance()).toBe(20_000);
      expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(true);
    }, 10_000);
  });

  test('are delivered again when they could not be stored', async () => {
    const user = system.addUser();
    let refusals = 0;
    system.local.webhook = (req, res, next) => {
      if (refusals >= 3) return void system.billing.stripeWebhook(req, res, next);
      refusals += 1;
      res.sendStatus(503);
    };
    await user.pay('launch', PAYS);
    await vi.waitFor(async () => {
      expect(await user.grants()).toHaveLength(1);
    }, 20_000);
    expect(refusals).toBe(3);
  });
});

test('duplicate, reordered and concurrent webhooks grant once', async () => {
  const user = system.addUser();
  const received = await webhooksOf('customer.subscription.updated', () => user.pay('scale', PAYS));
  expect(received.map(({ type }) => type)).toContain('invoice.paid');
  expect(await user.grants()).toEqual([]);
  const shuffled = [...received, ...received, ...[...received].reverse()];
  const statuses = await Promise.all(shuffled.map(send));
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const webhook of [...received].reverse()) expect(await send(webhook)).toBe(200);
  expect(await user.grants()).toHaveLength(1);
  expect(await user.balance()).toBe(60_000);
  expect(await user.api.subscription({})).toMatchObject({ status: 'active' });
});

test('duplicate, reordered and concurrent webhooks about refunds and disputes change the credits once', async () => {
  const user = system.addUser();
  const { paymentIntentId } = await user.pay('launch', PAYS);
  await system.billing.sweep();
  const invoiceId = (await system.local.gateway.intent(paymentIntentId))?.invoiceId ?? '';
  const { dashboard } = system.local;
  const received = await webhooksOf('charge.dispute.funds_reinstated', async () => {
    const failing = await dashboard.refund(invoiceId, 3_000);
    await dashboard.refund(invoiceId, 5_000);
    await dashboard.failRefund(failing);
    await dashboard.winDispute(await dashboard.dispute(invoiceId));
    // Refunds and disputes carry no customer id; the ids of the Stripe emulator share the part of the account.
    return { customerId: accountKeyOf(invoiceId) };
  });
  expect(new Set(received.map(({ type }) => type))).toContain('charge.refunded');
  const shuffled = [...received, ...[...received].reverse(), ...received];
  expect(new Set(await Promise.all(shuffled.map(send)))).toEqual(new Set([200]));
  expect(await user.balance()).toBe(15_000);
  expect((await user.events()).filter(({ type }) => type === 'refund')).toHaveLength(1);
  expect(await user.differences()).toEqual([]);
});

test('a refund reported before its invoice is found paid removes the credits after the grant', async () => {
  const user = system.addUser();
  let invoiceId = '';
  const received = await webhooksOf('charge.refunded', async () => {
    const { paymentIntentId } = await user.pay('launch', PAYS);
    invoiceId = (await system.local.gateway.intent(paymentIntentId))?.invoiceId ?? '';
    await system.local.dashboard.refund(invoiceId, 5_000);
    return { customerId: accountKeyOf(invoiceId) };
  });
  const webhook = (type: string) => received.find((one) => one.type === type) ?? expect.fail(`no ${type}`);
  const { billing: early } = await system.otherProcess({
    gateway: (real) => ({
      invoice: async (id) => {
        const invoice = await real.invoice(id);
        return invoice && { ...invoice, status: 'open', paidAt: undefined };
      },
    }),
  });
  system.local.webhook = early.stripeWebhook;
  expect(await send(webhook('charge.refunded'))).toBe(200);
  system.local.webhook = system.billing.stripeWebhook;
  expect(await user.balance()).toBe(0);
  expect(await send(webhook('invoice.paid'))).toBe(200);
  expect(await user.balance()).toBe(15_000);
});

describe('webhooks that were never sent', () => {
  test('are handled once by the sweep', async () => {
    const user = system.addUser();
    await user.pay('launch', PAYS);
    expect(await user.grants()).toEqual([]);
    await system.billing.sweep();
    await system.billing.sweep();
    expect(await user.grants()).toHaveLength(1);
    expect(await user.api.subscription({})).toMatchObject({ status: 'active', planId: 'launch' });
  });

  test('are handled once by concurrent sweeps in other processes', async () => {
    const user = system.addUser();
    await user.pay('launch', PAYS);
    const { billing: other } = await system.otherProcess();
    await Promise.all([system.billing.sweep(), other.sweep(), other.sweep()]);
    expect(await user.grants()).toHaveLength(1);
  });
});

test('a webhook gets 503 while the database is unavailable and is handled when delivered again', async () => {
  const user = system.addUser();
  const received = await webhooksOf('invoice.paid', () => user.pay('launch', PAYS));
  const paid = received.find(({ type }) => type === 'invoice.paid') ?? expect.fail('no webhook');
  const { billing, disconnect } = await system.otherProcess();
  await disconnect();
  system.local.webhook = billing.stripeWebhook;
  expect(await send(paid)).toBe(503);
  system.local.webhook = system.billing.stripeWebhook;
  expect(await user.grants()).toEqual([]);
  expect(await send(paid)).toBe(200);
  expect(await user.grants()).toHaveLength(1);
});

describe('webhooks that are forged', () => {
  test('are refused with a wrong, outdated or missing signature', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.api.createPaymentIntent({ productId: 'launch' });
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'invoice.paid',
      data: { object: { id: 'in_1', object: 'invoice' } },
    });
    const stale = signature(body, LOCAL_STRIPE_KEYS.webhookSecret, new Date(Date.now() - 3_600_000));
    const genuine = signed(body);
    expect(await send(signed(body, 'whsec_guess'))).toBe(400);
    expect(await send({ body, signature: stale })).toBe(400);
    expect(await send({ body, signature: '' })).toBe(400);
    expect(await send({ body: `${body} `, signature: genuine.signature })).toBe(400);
    expect(await send({ body: 'not json', signature: signed('not json').signature })).toBe(400);
    await expect(user.api.createSubscriptionAfterPayment({ paymentIntentId })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
  });

  test('grant nothing for an unpaid invoice even with a valid signature', async () => {
    const user = system.addUser();
    const received = await webhooksOf('invoice.finalized', () =>
      user.api.createPaymentIntent({ productId: 'dominate' }),
    );
    const open = received.find(({ type }) => type === 'invoice.finalized')?.body ?? '';
    const forged = open
      .replace('invoice.finalized', 'invoice.paid')
      .replace('"status":"open"', '"status":"paid"')
      .replace(/evt_\w+/, 'evt_forged');
    expect(await send(signed(forged))).toBe(200);
    expect(await user.grants()).toEqual([]);
    expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(false);
  });

  test('about unknown objects are accepted and ignored', async () => {
    for (const object of ['invoice', 'subscription']) {
      const type = object === 'invoice' ? 'invoice.paid' : 'customer.subscription.updated';
      const body = JSON.stringify({
        id: `evt_${object}`,
        object: 'event',
        type,
        data: { object: { id: 'in_nothing', object } },
      });
      expect(await send(signed(body))).toBe(200);
    }
  });
});
