// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { held, type Answers } from '#client/testing/fake-server.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { createSessionStore } from './session-store.ts';
import { SessionProvider } from './session.tsx';

const USER = {
  uid: 'u1',
  display_name: 'Ana',
  email: 'ana@example.com',
  role: 'agent',
  subscribed: true,
} as const;
const answers = { auth: { session: () => held<never>().promise } } as unknown as Answers;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => {
    vi.useRealTimers();
    window.history.replaceState(null, '', '/');
  };
});

/** Shows a page until the session of its user has ended; returns the address and the state of the history. */
async function endAt(address: string) {
  window.history.replaceState(null, '', address);
  const store = createSessionStore({
    storage: localStorage,
    otherTabs: window,
    now: Date.now,
    onUserChange: () => undefined,
  });
  store.signIn(USER, new Date(Date.now() + 60_000).toISOString());
  await renderScreen(<SessionProvider store={store}>A page</SessionProvider>, { answers });
  await turn(() => {
    vi.advanceTimersByTime(60_000);
  });
  expect(store.get()).toEqual({ kind: 'signedOut' });
  return [window.location.pathname + window.location.search, window.history.state as unknown];
}

test.each(['/auth/reset-password?token=t1', '/auth/change-email?token=t1', '/terms', '/privacy'])(
  'a session that ends keeps the public page %s',
  async (address) => {
    expect(await endAt(address)).toEqual([address, null]);
  },
);

test.each(['/contacts?list=l1', '/nowhere'])(
  'a session that ends at %s leads to the sign-in',
  async (address) => {
    expect(await endAt(address)).toEqual(['/auth/signin', { from: address, uid: 'u1' }]);
  },
);
