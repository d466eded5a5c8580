import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { PUBLIC_URL } from '#server/testing/system/test-features.ts';
import { PASSWORD, registration, secretOf, startAuth } from './auth-harness.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth();
});
afterAll(() => running.stop());

type Browser = ReturnType<typeof running.browser>;

/** A user who is signed in, with what the steps need of one another. */
interface Owner extends Browser {
  email: string;
  uid: string;
  totp?: TOTP;
}

async function newOwner(email: string): Promise<Owner> {
  const opened = running.browser();
  const { user_data } = await opened.call.register(registration(email));
  return { ...opened, email, uid: user_data?.uid ?? '' };
}

const codeOf = ({ totp }: Owner) => totp?.generate({ timestamp: running.clock.now().getTime() }) ?? '';
const mailTo = async (to: string, subject: string) =>
  (await running.mails()).find((mail) => mail.to === to && mail.subject.includes(subject));

/** What a user does, one step after the other, and what the history of the account has of it. */
const STEPS: [events: string[], step: (owner: Owner) => Promise<unknown>][] = [
  [
    ['sign_in_failed'],
    ({ email }) =>
      running
        .browser()
        .call.login({ email, password: 'no' })
        .catch(() => 0),
  ],
  [['signed_in'], ({ email }) => running.browser().call.login({ email, password: PASSWORD })],
  [
    ['passkey_added: Phone', 'passkey_removed: Phone'],
    async ({ call }) => {
      const authenticator = createAuthenticator(PUBLIC_URL);
      await call.addPasskey({ name: 'Phone', response: authenticator.create(await call.beginPasskey({})) });
      await call.removePasskey({ id: authenticator.id });
    },
  ],
  [
    ['api_key_created: Zapier', 'api_key_revoked: Zapier'],
    async ({ browser }) => {
      const { apiKeys } = running.admitted(browser);
      const { api_key } = await apiKeys.create({ name: 'Zapier', scope: 'full', expires_in_days: null });
      await apiKeys.revoke({ id: api_key.id });
    },
  ],
  [
    ['second_factor_enabled', 'recovery_codes_renewed', 'recovery_code_used', 'signed_in'],
    async (owner) => {
      const { secret } = await owner.call.beginSecondFactor({});
      owner.totp = new TOTP({ secret });
      await owner.call.enableSecondFactor({ code: codeOf(owner) });
      const { recovery_codes } = await owner.call.renewRecoveryCodes({});
      const signIn = { email: owner.email, password: PASSWORD, code: recovery_codes[0] ?? '' };
      await running.browser().call.login(signIn);
    },
  ],
  [
    ['sign_in_failed', 'second_factor_disabled'],
    async (owner) => {
      const wrong = { email: owner.email, password: PASSWORD, code: '000000' };
      await running
        .browser()
        .call.login(wrong)
        .catch(() => undefined);
      await owner.call.disableSecondFactor({});
    },
  ],
  [
    ['password_changed'],
    ({ call }) => call.changePassword({ current_password: PASSWORD, password: 'battery staple 7' }),
  ],
  [
    ['password_reset'],
    async ({ email }) => {
      const { call } = running.browser();
      await call.requestPasswordReset({ email });
      const token = secretOf(await mailTo(email, 'Reset'), 'token');
      await call.resetPassword({ token, password: PASSWORD });
    },
  ],
  [
    ['signed_in', 'email_change_requested: moved@example.com', 'email_changed', 'signed_out_everywhere'],
    async ({ email }) => {
      const { call } = running.browser();
      await call.login({ email, password: PASSWORD });
      await call.requestEmailChange({ email: 'moved@example.com' });
      const token = secretOf(await mailTo('moved@example.com', 'Confirm'), 'token');
      await call.confirmEmailChange({ token });
      await call.signOutEverywhere({});
    },
  ],
];

test('each step of a user that concerns access is in the history of the account, and in no other', async () => {
  const [owner, other] = [await newOwner('owner@example.com'), await newOwner('other@example.com')];
  const events = running.connection.collection('account_events');
  const recorded = async (uid: string) => {
    await running.auth.idle();
    const found = await events.find({ uid }).toArray();
    return found.map(({ type, detail }) =>
      [type, ...Object.values((detail ?? {}) as Record<string, string>)].map(String).join(': '),
    );
  };
  expect((await recorded(owner.uid)).sort()).toEqual(['account_created', 'signed_in']);
  for (const [expected, step] of STEPS) {
    await events.deleteMany({ uid: owner.uid });
    await step(owner);
    expect((await recorded(owner.uid)).sort()).toEqual(expected.toSorted());
  }
  expect((await recorded(other.uid)).sort()).toEqual(['account_created', 'signed_in']);
});
