// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { LogInAgainLayer } from './log-in-again-layer.tsx';
import EndOfSession from './end-of-session.tsx';
import { SESSION_MS } from './session-store.ts';

const MINUTE = 60_000;
const USER = {
  uid: 'u1',
  display_name: 'Ana',
  email: 'ana@example.com',
  role: 'agent',
  subscribed: true,
} as const;
const WARNING = 'Your session ends in a few minutes';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (minutes: number) =>
  turn(() => {
    vi.advanceTimersByTime(minutes * MINUTE);
  });

const secondFactor = (enabled_at: string | null) => () => ({ enabled_at }) as never;
const passkeys = () => ({ passkeys: [], origin: '' }) as never;

test('a page says five minutes before that its session ends, until that is prolonged', async () => {
  const session = { endsAt: Date.now() + SESSION_MS };
  await renderScreen(<LogInAgainLayer />, { session });
  await pass(54);
  expect(text()).not.toContain(WARNING);
  await pass(1);
  await vi.dynamicImportSettled();
  await turn();
  expect(text()).toContain(WARNING);
});

test.each([
  [null, { email: USER.email, password: 'secret' }],
  ['2026-11-20T09:30:00.000Z', { email: USER.email, password: 'secret', code: '123456' }],
])(
  'with a second factor of %s the user logs in again with all that is asked for',
  async (enabledAt, sent) => {
    const login = vi.fn(() =>
      Promise.reject(refusal('Invalid email or password', { code: 'INVALID_CREDENTIALS' })),
    );
    const renewed = vi.fn();
    const screen = await renderScreen(<EndOfSession user={USER} endsAt={Date.now() + 5 * MINUTE} />, {
      session: { renewed },
      answers: { auth: { secondFactor: secondFactor(enabledAt), passkeys, login } },
    });
    await click('Log in Again');
    expect(hasButton('Log in Again')).toBe(false);
    await enter('Your password', 'secret');
    if (enabledAt !== null) await enter('Code', '123456');
    await click('Log in');
    expect(noteOf('Your password')).toContain('Your password is not correct');
    expect(renewed).not.toHaveBeenCalled();
    login.mockImplementation(() => Promise.resolve({ user_data: USER } as never));
    await click('Log in');
    expect(screen.sent('auth.login')).toEqual([sent, sent]);
    expect(renewed).toHaveBeenCalledExactlyOnceWith(USER);
  },
);

test('a wrong code is said at the code', async () => {
  const wrong = refusal('No', { details: { fields: { code: 'This code is not right' } } });
  await renderScreen(<EndOfSession user={USER} endsAt={Date.now() + 5 * MINUTE} />, {
    answers: { auth: { secondFactor: secondFactor('x'), passkeys, login: () => Promise.reject(wrong) } },
  });
  await click('Log in Again');
  await enter('Your password', 'secret');
  await enter('Code', '1');
  await click('Log in');
  expect(noteOf('Code')).toContain('This code is not right');
  expect(noteOf('Your password')).not.toContain('No');
});

test('in the last minute the dialog opens by itself, once', async () => {
  await renderScreen(<EndOfSession user={USER} endsAt={Date.now() + 5 * MINUTE} />, {
    answers: { auth: { secondFactor: secondFactor(null), passkeys } },
  });
  await pass(3);
  expect(hasButton('Log in')).toBe(false);
  await pass(1);
  await turn();
  expect(hasButton('Log in')).toBe(true);
  await click('Cancel');
  expect([hasButton('Log in'), hasButton('Log in Again')]).toEqual([false, true]);
});
