import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOO_EASY } from '#shared/password-strength.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const PASSWORD = 'correct horse';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

const person = (email: string) => ({ email, password: PASSWORD, display_name: 'Ann Example' });

it('twenty sign-ups of one address at once make one account, however it is written', async () => {
  const forms = [
    'race@bücher.example',
    'RACE@bücher.example',
    'ｒace@BÜCHER.example',
    'race@xn--bcher-kva.example',
  ];
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) => hark.newClient().post('/register/', person(forms[n % 4] ?? ''))),
  );
  const statuses = results.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
  for (const email of forms) {
    expect((await hark.newClient().post('/login/', { email, password: PASSWORD })).status).toBe(200);
  }
});

it.each([
  'password',
  'Password1!',
  'qwertyuiop',
  'aaaaaaaaaaaa',
  'ann example',
  'Annexample1',
  'acme acme',
  'harkhark',
])('the password %s is refused with the field named, wherever one is chosen', async (password) => {
  const weak = { ...person('weak@example.com'), company_name: 'Acme', password };
  const refused = {
    status: 400,
    body: { code: 'INVALID_INPUT', error: TOO_EASY, fields: { password: TOO_EASY } },
  };
  expect(await hark.newClient().post('/register/', weak)).toMatchObject(refused);
});

it('a change of password refuses one that is easy to guess', async () => {
  const { client, email } = await hark.newUser();
  const change = { current_password: PASSWORD, password: email };
  const { status, body } = await client.post('/trpc/auth.changePassword', change);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(TOO_EASY);
  expect((await hark.newClient().post('/login/', { email, password: PASSWORD })).status).toBe(200);
});

const GOOD: Readonly<Record<string, Record<string, unknown>>> = {
  '/login/': { email: 'ann@example.com', password: PASSWORD },
  '/register/': person('bad@example.com'),
  '/password-reset/': { email: 'ann@example.com' },
  '/password-reset/confirm/': { token: 'x'.repeat(43), password: 'another good password' },
  '/auth/email-confirmation/': { uid: 'x'.repeat(43), password: 'another good password' },
  '/auth/resend-verification/': { user_id: 'u' },
  '/resend-verification-email/': { email: 'ann@example.com' },
};
const BAD = [['a'], { $gt: '' }, 7, null, true, 'x'.repeat(10_000)];

it.each(Object.entries(GOOD))(
  '%s refuses each field wrong in each way, named, in plain words',
  async (path, good) => {
    for (const field of Object.keys(good)) {
      for (const value of [...BAD, undefined]) {
        const { status, body } = await hark.newClient().post(path, { ...good, [field]: value });
        const { fields } = body as { fields?: Record<string, string> };
        const [[named, text] = ['', '']] = Object.entries(fields ?? {});
        expect([path, field, value, status]).toEqual([path, field, value, 400]);
        expect(named.startsWith(field)).toBe(true);
        expect(text).not.toMatch(/expected|Too (big|small)|Invalid (input|option|string)|received/);
      }
    }
  },
);
