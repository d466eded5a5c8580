import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import {
  appErrorOf,
  PASSWORD,
  registration,
  secretOf,
  startAuth,
} from '#server/features/auth/auth-harness.ts';

const CONFIRM = 'Confirm your new email for Hark';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth();
});
afterAll(() => running.stop());

async function registered(email: string) {
  const browser = running.browser();
  const { user_data } = await browser.call.register(registration(email));
  return { ...browser, email, uid: user_data?.uid ?? '' };
}

async function mailsTo(email: string) {
  const mails = (await running.mails()).filter(({ to }) => to === email);
  return mails.filter(({ subject }) => subject !== 'Welcome to Hark');
}

async function linkTo(email: string) {
  return secretOf(
    (await mailsTo(email)).find(({ subject }) => subject === CONFIRM),
    'token',
  );
}

const signIn = (email: string) => running.browser().call.login({ email, password: PASSWORD });
const codeOf = (error: unknown) => appErrorOf(error).code;

test('the link to the new address replaces the present one, whose owner hears of both steps', async () => {
  const { call, browser, email, uid } = await registered('old@example.com');
  const other = running.browser();
  await other.call.login({ email, password: PASSWORD });
  await call.requestPasswordReset({ email });
  const resetMail = (await mailsTo(email)).find(({ subject }) => subject === 'Reset your Hark password');
  const reset = secretOf(resetMail, 'token');

  await call.requestEmailChange({ email: 'New@example.com' });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain(
    'A change of your Hark email was requested',
  );
  expect(await running.auth.users.byUid(uid)).toMatchObject({ email });

  const token = await linkTo('New@example.com');
  expect(await call.confirmEmailChange({ token })).toMatchObject({ email: 'New@example.com', own: true });
  expect(await running.auth.users.byUid(uid)).toMatchObject({
    email: 'New@example.com',
    emailConfirmed: true,
  });
  expect([browser.user?.uid, other.browser.user]).toEqual([uid, null]);
  expect((await mailsTo(email))[0]?.subject).toBe('Your Hark email was changed');

  expect(await signIn('new@example.com')).toHaveProperty('user_data');
  expect(await signIn(email).catch(codeOf)).toBe('INVALID_CREDENTIALS');
  expect(await call.confirmEmailChange({ token }).catch(codeOf)).toBe('LINK_INVALID');
  const owner = running.browser().call.resetPassword({ token: reset, password: 'of the old mailbox' });
  expect(await owner.catch(codeOf)).toBe('LINK_INVALID');
});

test('a link that somebody else opens is not theirs: their own address and sign-in stay', async () => {
  const owner = await registered('owner@example.com');
  await owner.call.requestEmailChange({ email: 'moved@example.com' });
  const { call, browser, uid, email } = await registered('visitor@example.com');
  const token = await linkTo('moved@example.com');
  expect(await call.confirmEmailChange({ token })).toMatchObject({ email: 'moved@example.com', own: false });
  expect([browser.user?.uid, owner.browser.user]).toEqual([uid, null]);
  expect(await running.auth.users.byUid(uid)).toMatchObject({ email });
  expect(await running.auth.users.byUid(owner.uid)).toMatchObject({ email: 'moved@example.com' });
});

test('a taken address cannot be told from a free one, and its owner is told by mail', async () => {
  await registered('taken@example.com');
  const { call, uid, email } = await registered('asker@example.com');
  const { message, ...free } = await call.requestEmailChange({ email: 'free@example.com' });
  const token = await linkTo('free@example.com');
  const taken = await call.requestEmailChange({ email: 'TAKEN@example.com' });
  expect(taken).toEqual({ ...free, message: message.replace('free', 'TAKEN') });
  expect((await mailsTo('TAKEN@example.com')).map(({ subject }) => subject)).toEqual([
    'Your email already has a Hark account',
  ]);
  // The second request voided the link of the first.
  expect(await call.confirmEmailChange({ token }).catch(codeOf)).toBe('LINK_INVALID');
  expect(await running.auth.users.byUid(uid)).toMatchObject({ email });
});

test('an address that is taken meanwhile stays with its account', async () => {
  const { call, uid, email } = await registered('slow@example.com');
  await call.requestEmailChange({ email: 'wanted@example.com' });
  const token = await linkTo('wanted@example.com');
  await registered('wanted@example.com');
  expect(await call.confirmEmailChange({ token }).catch(codeOf)).toBe('ALREADY_EXISTS');
  expect(await running.auth.users.byUid(uid)).toMatchObject({ email });
});

test('of two accounts that move to one address at the same moment exactly one does', async () => {
  const accounts = await Promise.all(['one@example.com', 'two@example.com'].map(registered));
  for (const { call } of accounts) await call.requestEmailChange({ email: 'both@example.com' });
  const mails = (await mailsTo('both@example.com')).filter(({ subject }) => subject === CONFIRM);
  expect(mails).toHaveLength(2);
  const moves = mails.map((mail) =>
    running
      .browser()
      .call.confirmEmailChange({ token: secretOf(mail, 'token') })
      .catch(codeOf),
  );
  const outcomes = await Promise.all(moves);
  expect(outcomes.filter((outcome) => outcome === 'ALREADY_EXISTS')).toHaveLength(1);
});

test('a link opened again after a crash completes the change', async () => {
  const { call, uid, browser } = await registered('crash@example.com');
  await call.requestEmailChange({ email: 'crashed@example.com' });
  const token = await linkTo('crashed@example.com');
  running.hooks.sessionsEnded = () => Promise.reject(new Error('the process ends here'));
  const phone = running.browser();
  await expect(phone.call.confirmEmailChange({ token })).rejects.toThrow();
  running.hooks.sessionsEnded = () => Promise.resolve();
  expect(await phone.call.confirmEmailChange({ token })).toMatchObject({
    email: 'crashed@example.com',
    own: false,
  });
  expect(await running.auth.users.byUid(uid)).toMatchObject({ email: 'crashed@example.com' });
  expect(browser.user).toBeNull();
});

test('a change of the password or an hour voids the link; six requests an hour are too many', async () => {
  const { call, email } = await registered('voided@example.com');
  await call.requestEmailChange({ email: 'voided-1@example.com' });
  const token = await linkTo('voided-1@example.com');
  await call.changePassword({ current_password: PASSWORD, password: 'another good password' });
  expect(await call.confirmEmailChange({ token }).catch(codeOf)).toBe('LINK_INVALID');

  await call.requestEmailChange({ email: 'voided-2@example.com' });
  const late = await linkTo('voided-2@example.com');
  running.clock.advance(HOUR_MS);
  expect(await call.confirmEmailChange({ token: late }).catch(codeOf)).toBe('LINK_INVALID');
  expect(await call.requestEmailChange({ email }).catch(appErrorOf)).toMatchObject({
    details: { fields: { email: 'This is your email already' } },
  });
  for (let n = 3; n < 6; n++) await call.requestEmailChange({ email: `voided-${String(n)}@example.com` });
  const sixth = call.requestEmailChange({ email: 'voided-6@example.com' });
  expect(await sixth.catch(codeOf)).toBe('TOO_MANY_REQUESTS');
});

test('a change that was asked for before the password was changed is void, however late its link is stored', async () => {
  const { call, email, uid } = await registered('overtaken@example.com');
  const links = running.connection.model('MailedLink');
  const [overtaken, create] = [deferred(), links.create.bind(links)];
  const spy = vi.spyOn(links, 'create').mockImplementationOnce(async (...documents: unknown[]) => {
    await overtaken.promise;
    return create(...(documents as Parameters<typeof create>));
  });
  await call.requestEmailChange({ email: 'overtaking@example.com' });
  await call.changePassword({ current_password: PASSWORD, password: 'another good password' });
  overtaken.resolve();
  const token = await linkTo('overtaking@example.com');
  expect(spy).toHaveBeenCalledOnce();
  expect(await call.confirmEmailChange({ token }).catch(codeOf)).toBe('LINK_INVALID');
  expect(await running.auth.users.byUid(uid)).toMatchObject({ email });
});

test('a change that an attacker asked for ends when the owner of the address confirms it with a password', async () => {
  const attacker = await registered('planted@example.com');
  await attacker.call.requestEmailChange({ email: 'attacker@example.com' });
  const token = await linkTo('attacker@example.com');
  const owner = running.browser();
  await owner.call.resendVerificationEmail({ email: attacker.email });
  const link = (await running.mails()).find(({ subject }) => subject === 'Verify your email for Hark');
  const confirmation = { uid: secretOf(link, 'uid'), password: 'the horse of the owner 7' };
  await owner.call.confirmEmailWithPassword(confirmation);
  expect(await attacker.call.confirmEmailChange({ token }).catch(codeOf)).toBe('LINK_INVALID');
  expect(await running.auth.users.byUid(attacker.uid)).toMatchObject({ email: attacker.email });
});
