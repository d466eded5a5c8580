import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmOverHttp, payPlan } from '#server/app/seed/account-setup.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

/** Billing over HTTP, as integrators call it. */
let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

type User = Awaited<ReturnType<TestHark['newUser']>>;

async function post({ client }: User, path: string, body: object, key?: string) {
  const headers = {
    'content-type': 'application/json',
    cookie: client.cookie(),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const response = await fetch(`${hark.baseUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('a plan is cancelled and resumed by its paths by its owner alone', async () => {
  const [user, other] = [await hark.newUser(), await hark.newUser()];
  const none = await post(user, `/payments/billing/${user.uid}/cancel-subscription`, {});
  expect(none).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  await payPlan(user.client, confirmOverHttp(hark.baseUrl), 'launch');

  const cancelled = await post(user, `/payments/billing/${user.uid}/cancel-subscription`, {});
  expect(cancelled).toMatchObject({
    status: 200,
    body: { success: true, planId: 'launch', status: 'active', cancel_at_period_end: true },
  });
  const { success: _, ...plan } = cancelled.body;
  expect((await user.client.get(`/payments/customers/${user.uid}/subscription`)).body).toEqual(plan);
  for (const action of ['cancel', 'resume']) {
    const foreign = await post(other, `/payments/billing/${user.uid}/${action}-subscription`, {});
    expect(foreign.status).toBe(404);
  }
  expect(await post(user, `/payments/billing/${user.uid}/resume-subscription/`, {})).toMatchObject({
    status: 200,
    body: { success: true, cancel_at_period_end: false },
  });
});

test('an Idempotency-Key is for one body, and an unknown card is not found', async () => {
  const user = await hark.newUser();
  const open = (productId: string) =>
    post(user, '/payments/customers/create-payment-intent', { productId }, 'k');
  const first = await open('launch');
  expect(first.status).toBe(200);
  expect(await open('scale')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  expect(await open('launch')).toEqual(first);
  const unknown = { status: 404, body: { error: 'No such card', code: 'NOT_FOUND' } };
  const { paymentIntentId } = first.body;
  const paymentMethodId = 'pm_nobody';
  expect(
    await post(user, '/payments/customers/confirm-payment', { paymentIntentId, paymentMethodId }, 'card'),
  ).toMatchObject(unknown);
  expect(await post(user, '/payments/billing/update-payment-method', { paymentMethodId })).toMatchObject(
    unknown,
  );
});

// "POST /payments/customers/create-payment-intent: email, customerId, productId". The account of a new user has
// no customer yet: user-info answers with null, and the client of the documents sends that on.
test('a customer id of null, as user-info answers it for a new user, counts as none', async () => {
  const user = await hark.newUser();
  const { billing } = (await user.client.get('/users/user-info/')).body as {
    billing: { customer_id: null; subscription_id: null };
  };
  const none = { customerId: billing.customer_id, subscriptionId: billing.subscription_id };
  expect(none).toEqual({ customerId: null, subscriptionId: null });
  const sendingNull = {
    get: user.client.get.bind(user.client),
    post: (path: string, body?: object) =>
      user.client.post(path, { ...body, email: user.email, customerId: none.customerId }),
  };
  await payPlan(sendingNull, confirmOverHttp(hark.baseUrl), 'launch');
  expect((await user.client.get('/dropcowboy/credits/')).body).toMatchObject({ balance: 20_000 });

  const subscribed = { status: 409, body: { code: 'CONFLICT' } };
  for (const path of ['create-payment-intent', 'create-subscription']) {
    const sent = { customerId: none.customerId, productId: 'scale' };
    expect(await post(user, `/payments/customers/${path}`, sent)).toMatchObject(subscribed);
  }
  const saved = { paymentIntentId: 'pi_unknown', paymentMethodId: 'pm_unknown' };
  const { subscriptionId } = none;
  expect(await post(user, '/payments/customers/confirm-payment', { ...saved, subscriptionId })).toMatchObject(
    {
      status: 403,
    },
  );
});

test.each([7, false, {}])('a customer id of %j is refused by its name', async (customerId) => {
  const sent = { customerId, productId: 'launch' };
  const answer = await post(await hark.newUser(), '/payments/customers/create-payment-intent', sent);
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { customerId: expect.any(String) as string } },
  });
});

test('the OpenAPI document says which ids of a body may be null', async () => {
  const document = (await (await fetch(`${hark.baseUrl}/openapi.json`)).json()) as OpenApi;
  const fields = Object.entries(document.paths).flatMap(([path, { post: call }]) =>
    Object.entries(call?.requestBody?.content['application/json']?.schema.properties ?? {})
      .filter(([name]) => name === 'customerId' || name === 'subscriptionId')
      .map(([name, { anyOf = [] }]) => [path, name, anyOf.some(({ type }) => type === 'null')]),
  );
  expect(fields).toEqual([
    ['/payments/customers/create-payment-intent', 'customerId', true],
    ['/payments/customers/confirm-payment', 'subscriptionId', true],
    ['/payments/customers/create-subscription-after-payment', 'customerId', true],
    ['/payments/customers/create-subscription', 'customerId', true],
  ]);
});

interface OpenApi {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: BodySchema }> } } }>;
}
interface BodySchema {
  properties?: Record<string, { anyOf?: { type?: string }[] }>;
}
