import { beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { clearWelcomeFlags, createSessionStore, SESSION_MS } from './session-store.ts';

const ana: UserData = {
  uid: 'ana',
  display_name: 'Ana',
  email: 'ana@example.com',
  role: 'agent',
  subscribed: true,
};
const NOON = Date.parse('2026-11-20T12:00:00Z');

let storage: Storage;
let otherTabs: EventTarget;
let onUserChange: ReturnType<typeof vi.fn<() => void>>;
beforeEach(() => {
  storage = memoryStorage();
  otherTabs = new EventTarget();
  onUserChange = vi.fn<() => void>();
});

function storeAt(now: number) {
  return createSessionStore({ storage, otherTabs, now: () => now, onUserChange });
}

test('without a stored user the account is unknown', () => {
  expect(storeAt(NOON).get()).toEqual({ kind: 'unknown' });
});

test('a session expires one hour after sign-in', () => {
  storeAt(NOON).signIn(ana);
  expect(storeAt(NOON + SESSION_MS - 1).get()).toEqual({
    kind: 'signedIn',
    session: { user: ana, expiresAt: NOON + SESSION_MS },
  });
  expect(storeAt(NOON + SESSION_MS).get()).toEqual({ kind: 'signedOut', endedUid: 'ana' });
  expect(storage.getItem('user')).toBeNull();
  expect(storage.getItem('user_exp_time')).toBeNull();
});

test.each([
  ['in twenty minutes', 20 * MINUTE_MS, 20 * MINUTE_MS],
  ['later than a new session', 2 * SESSION_MS, SESSION_MS],
  ['in the past, by a clock that is wrong', -60_000, SESSION_MS],
])('a session of which the server says that it expires %s', (_when, difference, left) => {
  const store = storeAt(NOON);
  store.signIn(ana, new Date(NOON + difference).toISOString());
  expect(store.get()).toMatchObject({ session: { user: ana, expiresAt: NOON + left } });
  expect(storage.getItem('user_exp_time')).toBe(String(NOON + left));
});

test('a malformed stored user is ignored', () => {
  storage.setItem('user_exp_time', String(NOON + 1000));
  const { subscribed: _subscribed, ...partial } = ana;
  for (const broken of ['{', 'null', '"ana"', '{"uid":7}', JSON.stringify(partial)]) {
    storage.setItem('user', broken);
    expect(storeAt(NOON).get()).toEqual({ kind: 'unknown' });
  }
});

test('signing out removes everything that belongs to the user', () => {
  const store = storeAt(NOON);
  store.signIn(ana);
  storage.setItem('subscriptionPlan', 'scale');
  storage.setItem('lastUserId', 'ana');
  storage.setItem('theme', 'dark');
  store.clear();
  expect(store.get()).toEqual({ kind: 'signedOut' });
  expect(Object.keys(storage)).toEqual(['theme']);
});

test('updating the user is stored and does not extend the session', () => {
  const store = storeAt(NOON);
  store.signIn(ana);
  store.update({ display_name: 'Ana Ortiz' });
  expect(storeAt(NOON + 1000).get()).toEqual({
    kind: 'signedIn',
    session: { user: { ...ana, display_name: 'Ana Ortiz' }, expiresAt: NOON + SESSION_MS },
  });
  store.clear();
  store.update({ display_name: 'Nobody' });
  expect(store.get()).toEqual({ kind: 'signedOut' });
});

test('onUserChange is called when another user signs in, not when the same one is updated', () => {
  const store = storeAt(NOON);
  store.signIn(ana);
  store.update({ display_name: 'Ana Ortiz' });
  expect(onUserChange).toHaveBeenCalledTimes(1);
  store.signIn({ ...ana, uid: 'bo' });
  store.clear();
  expect(onUserChange).toHaveBeenCalledTimes(3);
});

test('a sign-out in another tab signs out this one', () => {
  const store = storeAt(NOON);
  store.signIn(ana);
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  storage.removeItem('user');
  otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme' }));
  expect(store.get()).toMatchObject({ session: { user: ana } });
  otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'user' }));
  expect(store.get()).toEqual({ kind: 'signedOut', endedUid: 'ana' });
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
});

test('a session that another tab prolongs or ends is prolonged or ended here, by whichever key comes first', () => {
  const store = storeAt(NOON);
  store.signIn(ana);
  const stop = store.subscribe(vi.fn());
  const changed = (key: string) => {
    otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key }));
  };
  // The same user is no change of the first key.
  storage.setItem('user_exp_time', String(NOON + 2 * SESSION_MS));
  changed('user_exp_time');
  expect(store.get()).toMatchObject({ kind: 'signedIn', session: { expiresAt: NOON + 2 * SESSION_MS } });
  for (const key of ['user', 'user_exp_time']) storage.removeItem(key);
  changed('user');
  changed('user_exp_time');
  expect(store.get()).toEqual({ kind: 'signedOut', endedUid: 'ana' });
  stop();
});

test('clearWelcomeFlags resets only the welcome modals', () => {
  storage.setItem('dashboard_welcome_shown', 'true');
  storage.setItem('analytics_welcome_shown', 'true');
  storage.setItem('draft', 'kept');
  clearWelcomeFlags(storage);
  expect(Object.keys(storage)).toEqual(['draft']);
});

/** An in-memory Storage whose entries are own keys, as in browsers. */
function memoryStorage(): Storage {
  const methods = {
    getItem: (key: string): string | null => (Object.hasOwn(entries, key) ? String(entries[key]) : null),
    setItem: (key: string, value: string) => void (entries[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(entries, key),
    clear: () => undefined,
    key: () => null,
    length: 0,
  };
  const entries = Object.create(methods) as Storage;
  return entries;
}
