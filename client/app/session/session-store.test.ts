import { beforeEach, expect, test, vi } from 'vitest';
import type { UserData } from '#shared/schemas/auth.ts';
import { clearWelcomeFlags, SESSION_MS } from './session-storage.ts';
import { createSessionStore } from './session-store.ts';

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

test('without a stored user the account is unknown, until the server tells', () => {
  expect(storeAt(NOON).get()).toBe('unknown');
});

test('a sign-in is remembered for one hour and no longer', () => {
  storeAt(NOON).adopt(ana);
  expect(storeAt(NOON + SESSION_MS - 1).get()).toEqual({ user: ana, expiresAt: NOON + SESSION_MS });
  expect(storeAt(NOON + SESSION_MS).get()).toBe('nobody');
  expect(storage.getItem('user')).toBeNull();
  expect(storage.getItem('user_exp_time')).toBeNull();
});

test('what is stored but no user counts as nothing', () => {
  storage.setItem('user_exp_time', String(NOON + 1000));
  for (const broken of ['{', 'null', '"ana"', '{"uid":7}']) {
    storage.setItem('user', broken);
    expect(storeAt(NOON).get()).toBe('unknown');
  }
});

test('signing out forgets everything of the user', () => {
  const store = storeAt(NOON);
  store.adopt(ana);
  storage.setItem('subscriptionPlan', 'scale');
  storage.setItem('lastUserId', 'ana');
  storage.setItem('theme', 'dark');
  store.forget();
  expect(store.get()).toBe('nobody');
  expect(Object.keys(storage)).toEqual(['theme']);
});

test('a change of the user is stored and leaves the end of the session as it was', () => {
  const store = storeAt(NOON);
  store.adopt(ana);
  store.update({ display_name: 'Ana Ortiz' });
  expect(storeAt(NOON + 1000).get()).toEqual({
    user: { ...ana, display_name: 'Ana Ortiz' },
    expiresAt: NOON + SESSION_MS,
  });
  store.forget();
  store.update({ display_name: 'Nobody' });
  expect(store.get()).toBe('nobody');
});

test('what was read is forgotten when another person signs in, not when the same one changes', () => {
  const store = storeAt(NOON);
  store.adopt(ana);
  store.update({ display_name: 'Ana Ortiz' });
  expect(onUserChange).toHaveBeenCalledTimes(1);
  store.adopt({ ...ana, uid: 'bo' });
  store.forget();
  expect(onUserChange).toHaveBeenCalledTimes(3);
});

test('a sign-out in another tab is a sign-out here', () => {
  const store = storeAt(NOON);
  store.adopt(ana);
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  storage.removeItem('user');
  otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme' }));
  expect(store.get()).toMatchObject({ user: ana });
  otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'user' }));
  expect(store.get()).toBe('nobody');
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
});

test('the welcome modals may show again after a sign-in', () => {
  storage.setItem('dashboard_welcome_shown', 'true');
  storage.setItem('analytics_welcome_shown', 'true');
  storage.setItem('draft', 'kept');
  clearWelcomeFlags(storage);
  expect(Object.keys(storage)).toEqual(['draft']);
});

/** The part of the browser's Storage that the session uses, with its entries as own keys, as browsers have them. */
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
