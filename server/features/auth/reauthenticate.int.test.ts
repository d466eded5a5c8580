import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterEach(() => {
  hark.clock.shift(0);
});
afterAll(() => hark.stop());

type User = Awaited<ReturnType<TestHark['newUser']>>;
const PASSWORD = 'correct horse';
const TEN_MINUTES_MS = 10 * MINUTE_MS;
const KEY = { name: 'Zapier', scope: 'full', expires_in_days: null };

/** Calls a procedure with the user's session; returns the code of its error, or "ok". */
async function call({ client }: Pick<User, 'client'>, procedure: string, input: object): Promise<string> {
  const { body } = await client.post(`/trpc/${procedure}`, input);
  return (body as { error?: { data: { appCode: string } } }).error?.data.appCode ?? 'ok';
}

const createKey = (user: User) => call(user, 'apiKeys.create', KEY);
const confirm = (user: User, password = PASSWORD) => call(user, 'auth.reauthenticate', { password });

it('a sign-in counts for ten minutes; then the password is needed, for ten more', async () => {
  const user = await hark.newUser();
  hark.clock.shift(TEN_MINUTES_MS - 5_000);
  expect(await createKey(user)).toBe('ok');
  hark.clock.shift(TEN_MINUTES_MS);
  expect(await createKey(user)).toBe('REAUTHENTICATION_REQUIRED');
  expect(await call(user, 'apiKeys.revoke', { id: 'any' })).toBe('REAUTHENTICATION_REQUIRED');
  expect(await confirm(user)).toBe('ok');
  expect(await createKey(user)).toBe('ok');
  hark.clock.shift(2 * TEN_MINUTES_MS + 5_000);
  expect(await createKey(user)).toBe('REAUTHENTICATION_REQUIRED');
});

it('confirming does not prolong the session, and confirms no other one', async () => {
  const user = await hark.newUser();
  const other = { ...user, client: hark.newClient() };
  await other.client.post('/login/', { email: user.email, password: PASSWORD });
  hark.clock.shift(TEN_MINUTES_MS);
  expect(await confirm(user)).toBe('ok');
  expect(await createKey(other)).toBe('REAUTHENTICATION_REQUIRED');
  hark.clock.shift(6 * TEN_MINUTES_MS);
  expect(await confirm(user)).toBe('UNAUTHENTICATED');
});

it('a session that ended is not brought back by confirming it', async () => {
  const user = await hark.newUser();
  const other = hark.newClient();
  await other.post('/login/', { email: user.email, password: PASSWORD });
  const [confirmed] = await Promise.all([
    confirm(user),
    call({ client: other }, 'auth.signOutEverywhere', {}),
  ]);
  expect(['ok', 'UNAUTHENTICATED']).toContain(confirmed);
  expect((await user.client.get('/users/user-info/')).status).toBe(401);
});

it('of many parallel guesses ten are checked, and a wrong one names the field', async () => {
  const user = await hark.newUser();
  const { status, body } = await user.client.post('/trpc/auth.reauthenticate', { password: 'a guess' });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: { data: { details: { fields: { password: 'Your password is not correct' } } } },
  });
  const guesses = await Promise.all(Array.from({ length: 15 }, () => confirm(user, 'a guess')));
  expect(guesses.filter((code) => code === 'INVALID_INPUT')).toHaveLength(9);
  expect(await confirm(user)).toBe('TOO_MANY_REQUESTS');
  // Another user is not affected.
  expect(await confirm(await hark.newUser())).toBe('ok');
});

it('a change of password counts, as it asks for the current one', async () => {
  const user = await hark.newUser();
  hark.clock.shift(TEN_MINUTES_MS);
  const change = { current_password: PASSWORD, password: 'another good password' };
  expect(await call(user, 'auth.changePassword', change)).toBe('ok');
  expect(await createKey(user)).toBe('ok');
});

it('card changes need it of a session, on the documented path too, and not of an API key', async () => {
  const user = await newSubscriber(hark, 'Autumn');
  const created = await user.client.post('/trpc/apiKeys.create', KEY);
  const { key } = (created.body['result'] as { data: { key: string } }).data;
  const card = { paymentMethodId: user.paymentMethodId };
  const path = '/payments/billing/update-payment-method';
  expect((await user.client.post(path, card)).status).toBe(200);

  hark.clock.shift(TEN_MINUTES_MS + 5_000);
  expect(await user.client.post(path, card)).toMatchObject({
    status: 403,
    body: {
      code: 'REAUTHENTICATION_REQUIRED',
      error: expect.stringContaining('confirm that it is you') as string,
    },
  });
  expect(await call(user, 'billing.beginCardSetup', {})).toBe('REAUTHENTICATION_REQUIRED');
  const response = await fetch(`${hark.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(card),
  });
  expect(response.status).toBe(200);
});
