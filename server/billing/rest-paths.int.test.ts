import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmOverHttp, payPlan } from '#server/seed/account-setup.ts';
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
