import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

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
const ELEVEN_MINUTES_MS = 11 * MINUTE_MS;

/** Calls a procedure; returns its output, the code of its error ("ok" without one) and the fields it names. */
async function call({ client }: Pick<User, 'client'>, procedure: string, input: object = {}) {
  const { body } = await client.post(`/trpc/${procedure}`, input);
  const { result, error } = body as {
    result?: { data: Record<string, unknown> };
    error?: { data: { appCode: string; details: { fields?: object } } };
  };
  const fields = Object.keys(error?.data.details.fields ?? {});
  return { data: result?.data ?? {}, code: error?.data.appCode ?? 'ok', fields };
}

const deletion = (user: User, proof: object = {}) =>
  call(user, 'accountDeletion.request', { email: user.email, ...proof });
const signIn = async ({ email }: User) =>
  (await hark.newClient().post('/login/', { email, password: PASSWORD })).status;
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: hark.clock.now().getTime() });

it('the password is the only proof without a second factor, however old the session is', async () => {
  const user = await hark.newUser();
  // The sign-in was just now, which is not enough.
  expect(await deletion(user)).toMatchObject({ code: 'INVALID_INPUT', fields: ['password'] });
  hark.clock.shift(ELEVEN_MINUTES_MS);
  expect((await deletion(user, { password: PASSWORD })).code).toBe('ok');
  expect(await signIn(user)).toBe(401);
});

it('with a second factor a recent proof is needed, and the password is not one', async () => {
  const user = await hark.newUser();
  const { secret } = (await call(user, 'auth.beginSecondFactor')).data as { secret: string };
  expect((await call(user, 'auth.enableSecondFactor', { code: codeOf(secret) })).code).toBe('ok');
  hark.clock.shift(ELEVEN_MINUTES_MS);
  expect((await deletion(user, { password: PASSWORD })).code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await call(user, 'auth.reauthenticate', { code: codeOf(secret) })).code).toBe('ok');
  expect((await deletion(user, { email: 'other@example.com' })).fields).toEqual(['email']);
  expect((await deletion(user)).code).toBe('ok');
  expect(await signIn(user)).toBe(401);
});

it('of many parallel guesses of the password ten are checked', async () => {
  const user = await hark.newUser();
  const guesses = await Promise.all(
    Array.from({ length: 15 }, () => deletion(user, { password: 'a guess' })),
  );
  expect(guesses.filter(({ code }) => code === 'INVALID_INPUT')).toHaveLength(10);
  expect((await deletion(user, { password: PASSWORD })).code).toBe('TOO_MANY_REQUESTS');
  expect(await signIn(user)).toBe(200);
});
