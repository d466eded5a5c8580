import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { DECLINED } from './testing/browser.ts';
import { startLocalStripeServer, type LocalStripeServer } from './testing/local-stripe-server.ts';

const CARD = { number: DECLINED, exp_month: 12, exp_year: new Date().getFullYear() + 3, cvc: '123' };
const EMAIL = 'ann@example.com';

let database: TestDatabase;
let server: LocalStripeServer;
let clientSecret: string;
beforeAll(async () => {
  database = await testDatabase();
  server = await startLocalStripeServer(database.connection, createTestClock(new Date()));
  const customerId = await server.gateway.ensureCustomer({ uid: 'ann', email: EMAIL, name: 'Ann' });
  clientSecret = await server.gateway.startCardSetup(customerId);
});
afterAll(async () => {
  await server.stop();
  await database.stop();
});

async function post(path: string, body: unknown) {
  const response = await fetch(`${server.origin}/local/stripe/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { error?: { message: string } } };
}

function confirm(billing_details: unknown, card: object = CARD) {
  const [id = ''] = clientSecret.split('_secret_');
  return post(`v1/setup_intents/${id}/confirm`, {
    key: LOCAL_STRIPE_KEYS.publishableKey,
    client_secret: clientSecret,
    payment_method_data: { type: 'card', card, billing_details },
  });
}

test.each([
  ['unknown fields', { name: 'Ann', $set: 1, 'a.b': 1, 'a\u0000b': 1, address: { country: 'US', x: [] } }],
  ['deeply nested values', { name: 'Ann', deep: JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown }],
])('billing details are stored without %s', async (_case, details) => {
  expect(await confirm(details)).toMatchObject({
    status: 402,
    body: { error: { message: expect.stringContaining('declined') as string } },
  });
});

test.each([
  ['a name that is not a string', { name: 7 }, CARD],
  ['a card with an invalid year', {}, { ...CARD, exp_year: 1e308 }],
])('%s is rejected', async (_case, details, card) => {
  expect((await confirm(details, card)).status).toBe(400);
});

test('advance moves the clock by whole seconds and validates its input', async () => {
  for (const body of [
    '{',
    '[]',
    {},
    { email: EMAIL },
    { email: EMAIL, days: -1 },
    { email: EMAIL, days: '1' },
  ])
    expect([body, (await post('advance', body)).status]).toEqual([body, 400]);
  expect((await post('advance', { email: 'nobody@example.com', days: 1 })).status).toBe(404);
  expect((await post('advance', { email: EMAIL, days: 0.000_02 })).status).toBe(200);
  const account = await server.stripe.models[0].findOne({ email: EMAIL }).lean();
  expect(account?.state.clockOffset).toBe(2);
});
