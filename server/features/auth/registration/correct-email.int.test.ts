import { afterAll, beforeAll, expect, test } from 'vitest';
import { appErrorOf, registration, secretOf, startAuth } from '#server/features/auth/auth-harness.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth({ requireEmailVerification: true });
});
afterAll(() => running.stop());

/** Registers an address and returns the secret of its mailed link. */
async function registered(email: string) {
  const browser = running.browser();
  const { user_id = '' } = await browser.call.register(registration(email));
  return { ...browser, user_id, secret: await mailedSecret(email) };
}

async function mailedSecret(email: string) {
  return secretOf(
    (await running.mails()).find(({ to }) => to === email),
    'uid',
  );
}

test('a mistyped address is corrected, and only the link to the new one works', async () => {
  const { call, browser, user_id, secret } = await registered('mistyped@exmaple.com');
  expect(await call.correctEmail({ email: 'Right@example.com' })).toEqual({ email: 'Right@example.com' });
  const attacker = running.browser();
  await expect(call.confirmEmail({ uid: secret })).rejects.toMatchObject({ cause: { code: 'LINK_INVALID' } });
  const takeover = attacker.call.confirmEmailWithPassword({ uid: secret, password: 'of the attacker' });
  await expect(takeover).rejects.toMatchObject({ cause: { code: 'LINK_INVALID' } });

  const next = await mailedSecret('Right@example.com');
  expect(await call.confirmEmail({ uid: next })).toMatchObject({
    user_data: { uid: user_id, email: 'Right@example.com' },
  });
  expect(browser.user?.uid).toBe(user_id);
  expect(await running.auth.users.byEmail('mistyped@exmaple.com')).toBeUndefined();
});

test('only the browser that registered corrects the address, and no other account loses its own', async () => {
  await registered('taken@example.com');
  const { call, secret } = await registered('mine@example.com');
  const other = running.browser();
  expect(await other.call.correctEmail({ email: 'any@example.com' }).catch(appErrorOf)).toMatchObject({
    code: 'NOT_FOUND',
    message: 'No pending verification found',
  });
  expect(await call.correctEmail({ email: 'TAKEN@example.com' }).catch(appErrorOf)).toMatchObject({
    code: 'ALREADY_EXISTS',
  });
  expect(await call.confirmEmail({ uid: secret })).toMatchObject({
    user_data: { email: 'mine@example.com' },
  });
  expect(await call.correctEmail({ email: 'late@example.com' }).catch(appErrorOf)).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('of a correction and a confirmation at the same moment exactly one holds', async () => {
  const { call, user_id, secret } = await registered('race@exmaple.com');
  const results = await Promise.allSettled([
    running.browser().call.confirmEmailWithPassword({ uid: secret, password: 'another password' }),
    call.correctEmail({ email: 'race@example.com' }),
  ]);
  const [confirmed, corrected] = results.map(({ status }) => status === 'fulfilled');
  expect(confirmed).not.toBe(corrected);
  expect(await running.auth.users.byUid(user_id)).toMatchObject({
    email: confirmed === true ? 'race@exmaple.com' : 'race@example.com',
    emailConfirmed: confirmed,
  });
});

test('the page that waits learns of a verification in another tab and of one on another device', async () => {
  const tab = await registered('tabs@example.com');
  const check = (email: string, { call }: Pick<typeof tab, 'call'>) => call.checkEmailVerification({ email });
  expect(await check('tabs@example.com', tab)).toEqual({ verified: false, pending: true });
  await running.auth.verifyAddress('tabs@example.com');
  expect(await check('tabs@example.com', tab)).toEqual({ verified: true, pending: true });

  const here = await registered('device@example.com');
  await running.browser().call.confirmEmailWithPassword({ uid: here.secret, password: 'of the owner' });
  here.browser.forgetRegistration();
  expect(await check('device@example.com', here)).toEqual({ verified: false, pending: false });
});

test('one address gets five verification mails in an hour, whoever corrects theirs to it', async () => {
  for (let who = 0; who < 4; who += 1) {
    const { call } = running.browser();
    await call.register(registration(`bomber-${String(who)}@example.com`));
    for (const to of ['victim@example.com', `away-${String(who)}@example.com`, 'victim@example.com'])
      await call.correctEmail({ email: to }).catch(() => undefined);
    await call.correctEmail({ email: `gone-${String(who)}@example.com` });
  }
  const sent = (await running.mails()).filter(({ to }) => to === 'victim@example.com');
  expect(sent).toHaveLength(5);
});
