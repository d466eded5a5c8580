import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { PUBLIC_URL } from '#server/testing/system/test-features.ts';
import { registration, startAuth } from '../auth-harness.ts';

let harness: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  harness = await startAuth();
});
afterAll(() => harness.stop());

const mailsTo = async (email: string) => (await harness.mails()).filter(({ to }) => to === email);

it('of each kind five mails are sent in an hour: a stolen session cannot bury the mailbox', async () => {
  const email = 'flooded@example.com';
  const { call } = harness.browser();
  await call.register(registration(email));
  const { secret } = await call.beginSecondFactor();
  const code = new TOTP({ secret }).generate({ timestamp: harness.clock.now().getTime() });
  await call.enableSecondFactor({ code });
  for (let time = 0; time < 8; time += 1) await call.renewRecoveryCodes();
  await call.disableSecondFactor();
  const subjects = (await mailsTo(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('New recovery codes'))).toHaveLength(5);
  expect(subjects).toContain('Two-step verification is off for your Hark account');
});

it('a mail to an address that was never verified holds no text of who registered it', async () => {
  const email = 'somebody@example.com';
  const { call } = harness.browser();
  await call.register(registration(email));
  const response = createAuthenticator(PUBLIC_URL).create(await call.beginPasskey());
  await call.addPasskey({ name: 'You won: evil.example', response });
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toContain('A passkey was added to your Hark account');
  expect(JSON.stringify(mails)).not.toContain('evil');
});
