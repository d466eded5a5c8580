import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { registration, secretOf, startAuth } from '#server/features/auth/auth-harness.ts';

const { signal } = new AbortController();

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth({ requireEmailVerification: true });
});
afterAll(() => running.stop());

async function registered(email: string) {
  const { call } = running.browser();
  const { user_id = '' } = await call.register(registration(email));
  return { call, user_id };
}

const emailsLeft = async () =>
  (await running.connection.collection('users').find().sort({ email: 1 }).toArray()).map(
    ({ email }) => email as string,
  );

test('an account that was never verified is erased after 30 days, and no other', async () => {
  const used = await registered('a-used@example.com');
  running.used.add(used.user_id);
  await registered('b-verified@example.com');
  await running.auth.verifyAddress('b-verified@example.com');
  await registered('c-forgotten@example.com');
  running.clock.advance(DAY_MS);
  await registered('d-younger@example.com');

  running.clock.advance(29 * DAY_MS - 1);
  await running.auth.eraseUnverified(signal);
  expect(await emailsLeft()).toHaveLength(4);
  running.clock.advance(1);
  await Promise.all([running.auth.eraseUnverified(signal), running.auth.eraseUnverified(signal)]);
  expect(await emailsLeft()).toEqual([
    'a-used@example.com',
    'b-verified@example.com',
    'd-younger@example.com',
  ]);
  expect(await registered('c-forgotten@example.com')).toHaveProperty('user_id');
});

test('of an erasure and a confirmation at the same moment exactly one holds', async () => {
  const { call, user_id } = await registered('e-late@example.com');
  running.clock.advance(30 * DAY_MS);
  await call.resendVerification({ user_id });
  const mails = (await running.mails()).filter(({ to }) => to === 'e-late@example.com');
  const [confirmed] = await Promise.allSettled([
    call.confirmEmail({ uid: secretOf(mails[0], 'uid') }),
    running.auth.eraseUnverified(signal),
  ]);
  const left = await running.auth.users.byUid(user_id);
  expect(left?.emailConfirmed).toBe(confirmed.status === 'fulfilled' ? true : undefined);
});

test('nothing of it is left that names its person, network or browser; of others all is', async () => {
  const { call, user_id } = await registered('f-forgotten@example.com');
  const kept = await registered('g-verified@example.com');
  await running.auth.verifyAddress('g-verified@example.com');
  await call.resendVerification({ user_id });
  await running.auth.idle();
  const [before, ofOther] = [await namesOf(user_id), await namesOf(kept.user_id)];
  expect(before).toEqual(expect.arrayContaining(['account_events', 'mailed_links', 'users']));
  running.clock.advance(30 * DAY_MS);
  await running.auth.eraseUnverified(signal);
  expect(await namesOf(user_id)).toEqual([]);
  expect(await namesOf(kept.user_id)).toEqual(ofOther);
});

/** Returns the collections that name an account. */
async function namesOf(uid: string): Promise<string[]> {
  const collections = (await running.connection.db?.listCollections().toArray()) ?? [];
  const names: string[] = [];
  for (const { name } of collections)
    for (const document of await running.connection.collection(name).find().toArray())
      if (JSON.stringify(document).includes(uid)) names.push(name);
  return names.sort();
}
