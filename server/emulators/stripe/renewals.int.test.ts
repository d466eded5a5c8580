import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_SECONDS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { AUTHENTICATES, DECLINED, PAYS } from './testing/browser.ts';
import { startLocalStripeServer, type LocalStripeServer } from './testing/local-stripe-server.ts';

const START = new Date('2026-11-20T09:30:00Z');

let database: TestDatabase;
let server: LocalStripeServer;
beforeAll(async () => {
  database = await testDatabase();
  server = await startLocalStripeServer(database.connection, createTestClock(START));
});
afterAll(async () => {
  await server.stop();
  await database.stop();
});

/** Starts a plan whose renewal, 30 days later, fails: its card can only be charged with authentication. */
async function overdueCustomer() {
  const uid = newId();
  const email = `${uid}@example.com`;
  const customerId = await server.gateway.ensureCustomer({ uid, email, name: 'Ann <Lee>' });
  const first = await server.gateway.startSubscription({ customerId, plan: 'launch', key: uid });
  await server.browser.confirm(first.clientSecret, AUTHENTICATES);
  await server.browser.authenticate(first.clientSecret, true);
  await server.advance(email, 30);
  const subscription = () => server.gateway.subscription(first.subscriptionId);
  const invoiceId = (await subscription())?.latestInvoiceId ?? expect.fail();
  const invoice = async () => {
    const response = await server.stripe.fetch(`https://stripe.test/v1/invoices/${invoiceId}`);
    return (await response.json()) as Record<string, unknown> & { created: number };
  };
  const failures = async () => {
    let count = 0;
    for await (const { type, subject } of server.gateway.eventsSince(new Date(START.getTime() - 1000)))
      if (type === 'invoice.payment_failed' && subject.kind === 'invoice' && subject.id === invoiceId)
        count += 1;
    return count;
  };
  return { email, invoiceId, invoice, failures, subscription };
}

const pageOf = (invoiceId: string) => `${server.origin}/local/stripe/invoices/${invoiceId}`;

async function submit(invoiceId: string, action: 'pay' | 'authenticate', fields: Record<string, string>) {
  const response = await fetch(`${pageOf(invoiceId)}/${action}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, html: await response.text() };
}

const card = (number: string, expiry = '12 / 31') => ({ number, expiry, cvc: '123' });

test('a renewal is charged again after 3, 5 and 7 days, and then the subscription is canceled', async () => {
  const { email, invoice, failures, subscription } = await overdueCustomer();
  const { created } = await invoice();
  for (const [index, day] of [3, 5, 7].entries()) {
    expect(await invoice()).toMatchObject({
      status: 'open',
      attempt_count: index + 1,
      next_payment_attempt: created + day * DAY_SECONDS,
    });
    expect(await failures()).toBe(index + 1);
    expect(await subscription()).toMatchObject({ status: 'past_due' });
    await server.advance(email, index === 0 ? 3 : 2);
  }
  expect(await failures()).toBe(4);
  expect(await invoice()).toMatchObject({
    status: 'uncollectible',
    attempt_count: 4,
    next_payment_attempt: null,
  });
  expect(await subscription()).toMatchObject({ status: 'canceled' });
});

test('a retry succeeds once the default card can be charged', async () => {
  const { email, invoice, subscription } = await overdueCustomer();
  const { customerId = '' } = (await subscription()) ?? {};
  await server.browser.confirm(await server.gateway.startCardSetup(customerId), PAYS);
  const added = (await server.gateway.cards(customerId)).find(({ last4 }) => last4 === '4242');
  await server.gateway.setDefaultCard(customerId, (await subscription())?.id, added?.id ?? '');
  await server.advance(email, 3);
  expect(await invoice()).toMatchObject({ status: 'paid', attempt_count: 2, next_payment_attempt: null });
  expect(await subscription()).toMatchObject({ status: 'active' });
});

test('the page of an open invoice takes a card, which also pays the next renewals', async () => {
  const { email, invoiceId, invoice, subscription } = await overdueCustomer();
  const page = await (await fetch(pageOf(invoiceId))).text();
  expect(page).toContain('Pay $200');
  expect(page).toContain('Ann &lt;Lee&gt;');
  const declined = await submit(invoiceId, 'pay', card(DECLINED));
  expect(declined).toMatchObject({ status: 402, html: expect.stringContaining('was declined') as string });
  expect((await submit(invoiceId, 'pay', card(PAYS, 'soon'))).html).toContain('expiration month is invalid');
  expect((await submit(invoiceId, 'pay', {})).html).toContain('card number is invalid');
  // Only automatic retries count after the first attempt.
  expect(await invoice()).toMatchObject({ status: 'open', attempt_count: 1 });

  expect((await submit(invoiceId, 'pay', card(PAYS))).html).toContain('Receipt from Hark');
  expect(await invoice()).toMatchObject({ status: 'paid', next_payment_attempt: null });
  expect(await subscription()).toMatchObject({ status: 'active' });
  const again = await submit(invoiceId, 'pay', card(DECLINED));
  expect(again.html).toContain('Receipt from Hark');
  expect(again.html).not.toContain('<form');
  await server.advance(email, 31);
  expect(await subscription()).toMatchObject({ status: 'active' });
  expect((await subscription())?.latestInvoiceId).not.toBe(invoiceId);
});

test('the page asks for authentication, which can fail', async () => {
  const { invoiceId, subscription } = await overdueCustomer();
  const asked = await submit(invoiceId, 'pay', card(AUTHENTICATES));
  expect(asked.html).toContain('3D Secure authentication');
  const failed = await submit(invoiceId, 'authenticate', { passed: 'false' });
  expect(failed.html).toContain('unable to authenticate');
  await submit(invoiceId, 'pay', card(AUTHENTICATES));
  expect((await submit(invoiceId, 'authenticate', { passed: 'true' })).html).toContain('Receipt from Hark');
  expect(await subscription()).toMatchObject({ status: 'active' });
});

test('an invoice that was given up or does not exist takes no payment', async () => {
  const { email, invoiceId, subscription } = await overdueCustomer();
  await server.advance(email, 7);
  const late = await submit(invoiceId, 'pay', card(PAYS));
  expect(late.html).not.toContain('<form');
  expect(late.html).toContain('Unpaid');
  expect(await subscription()).toMatchObject({ status: 'canceled' });
  expect((await fetch(pageOf('in_forged'))).status).toBe(404);
  expect((await submit('in_forged', 'pay', card(PAYS))).status).toBe(404);
});
