import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from 'mongoose';
import { connectDatabase } from '#server/app/database/database.ts';
import { createHarkClient, type HarkClient } from '#server/app/seed/hark-client.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { clearAttempts } from './attempt-store.ts';

const PASSWORD = 'correct horse';
const SETTINGS = { SESSION_SECRET: 'a secret that both processes have' };

let first: TestHark;
let second: TestHark;
let connection: Connection;
let steps = 0;

beforeAll(async () => {
  first = await startHark(SETTINGS);
  second = await startHark({ ...SETTINGS, MONGODB_URI: first.mongodbUri }, first.clock);
  connection = await connectDatabase(first.mongodbUri);
});
afterAll(async () => {
  await connection.close();
  await second.stop();
  await first.stop();
});

/** Returns a code that no test has used: the clock goes on by one time step for each. */
function freshCode(secret: string): string {
  steps += 1;
  first.clock.shift(steps * 30_000);
  return new TOTP({ secret }).generate({ timestamp: first.clock.now().getTime() });
}

async function protectedUser() {
  const user = await first.newUser();
  const begun = await user.client.post('/trpc/auth.beginSecondFactor');
  const { secret } = (begun.body['result'] as { data: { secret: string } }).data;
  const enabled = await user.client.post('/trpc/auth.enableSecondFactor', { code: freshCode(secret) });
  expect(enabled.status).toBe(200);
  return { ...user, secret };
}

/** Gives the right password in a new browser. */
async function afterPassword(email: string): Promise<HarkClient> {
  const client = first.newClient();
  expect((await client.post('/trpc/auth.login', { email, password: PASSWORD })).status).toBe(403);
  return client;
}

/** A client with the same cookie at the processes in turn. */
const alternately = (n: number, { cookie }: Pick<HarkClient, 'cookie'>) =>
  createHarkClient(n % 2 === 0 ? first.baseUrl : second.baseUrl, cookie());

type Attempt = (n: number) => Promise<{ status: number }>;

/** Attempts, and how many of them are checked in an hour, which are answered with this status. */
const limits: Record<string, [begin: () => Promise<Attempt>, checked: { status: number; atMost: number }]> = {
  'passwords of a sign-in': [
    async () => {
      const { email } = await first.newUser();
      return (n) =>
        alternately(n, first.newClient()).post('/login/', { email, password: `guess ${String(n)}` });
    },
    { status: 401, atMost: 10 },
  ],
  'codes of a sign-in': [
    async () => {
      const client = await afterPassword((await protectedUser()).email);
      return (n) => alternately(n, client).post('/trpc/auth.completeSignIn', { code: String(100_000 + n) });
    },
    { status: 400, atMost: 10 },
  ],
  'recovery codes of a sign-in': [
    async () => {
      const client = await afterPassword((await protectedUser()).email);
      const code = (n: number) => `abcd-efgh-jkmn-${String(1_000 + n)}`;
      return (n) => alternately(n, client).post('/trpc/auth.completeSignIn', { code: code(n) });
    },
    { status: 400, atMost: 10 },
  ],
  'passwords that confirm who one is': [
    async () => {
      const { client } = await first.newUser();
      return (n) =>
        alternately(n, client).post('/trpc/auth.reauthenticate', { password: `guess ${String(n)}` });
    },
    { status: 400, atMost: 10 },
  ],
  'codes that confirm who one is': [
    async () => {
      const { client } = await protectedUser();
      return (n) => alternately(n, client).post('/trpc/auth.reauthenticate', { code: String(100_000 + n) });
    },
    { status: 400, atMost: 10 },
  ],
  'current passwords of a change': [
    async () => {
      const { client } = await first.newUser();
      const change = (n: number) => ({ current_password: `guess ${String(n)}`, password: 'battery staple' });
      return (n) => alternately(n, client).post('/trpc/auth.changePassword', change(n));
    },
    { status: 400, atMost: 10 },
  ],
  'requested links to reset a password': [
    async () => {
      const { email } = await first.newUser();
      return (n) => alternately(n, first.newClient()).post('/password-reset/', { email });
    },
    { status: 200, atMost: 5 },
  ],
  'requested links to change an address': [
    async () => {
      const { client, email } = await first.newUser();
      return (n) => alternately(n, client).post('/trpc/auth.requestEmailChange', { email: `new-${email}` });
    },
    { status: 200, atMost: 5 },
  ],
};

test.each(Object.entries(limits))(
  'of fifty %s at once no more than the limit count',
  async (_, [begin, checked]) => {
    await clearAttempts(connection, '');
    const attempt = await begin();
    const counts: Record<number, number> = {};
    await Promise.all(
      Array.from({ length: 50 }, async (_none, n) => {
        const { status } = await attempt(n);
        counts[status] = (counts[status] ?? 0) + 1;
      }),
    );
    const { [checked.status]: count = 0, 429: refused = 0 } = counts;
    expect(count + refused).toBe(50);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(checked.atMost);
  },
);

test('a code that is given at both entrances of two processes at once counts once', async () => {
  const { email, secret } = await protectedUser();
  for (let round = 0; round < 8; round += 1) {
    await clearAttempts(connection, '');
    const pending = await Promise.all([afterPassword(email), afterPassword(email)]);
    const code = freshCode(secret);
    const answers = await Promise.all([
      ...pending.map((client, n) => alternately(n, client).post('/trpc/auth.completeSignIn', { code })),
      ...[0, 1].map((n) =>
        alternately(n, first.newClient()).post('/login/', { email, password: PASSWORD, code }),
      ),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  }
});
