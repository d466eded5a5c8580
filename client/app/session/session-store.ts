import { HOUR_MS } from '#shared/time-units.ts';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { clearPendingVerification } from './pending-verification.ts';
import { isBoolean, isString, objectOf, oneOf, parseJson } from '../guards.ts';

/** The session in the browser's storage. It expires when the server's does, one hour after sign-in. */
interface StoredSession {
  user: UserData;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export const SESSION_MS = HOUR_MS;

const USER = 'user';
const EXPIRY = 'user_exp_time';
/** Further keys that belong to the signed-in user. */
const USER_KEYS = ['subscriptionPlan', 'lastUserId'];
/** The sessionStorage keys that record which welcome modals were shown. */
export const WELCOME_FLAGS = {
  dashboard: 'dashboard_welcome_shown',
  analytics: 'analytics_welcome_shown',
} as const;

/** The state of the storage: a valid session, an expired one, or none that can be parsed. */
type StoredState = { kind: 'active' | 'expired'; session: StoredSession } | { kind: 'none' };

/** Reads the stored session. `now` is in milliseconds since the epoch. */
function readSession(storage: Storage, now: number): StoredState {
  const user = parseJson(storage.getItem(USER) ?? '', isUser);
  const expiresAt = Number(storage.getItem(EXPIRY));
  if (user === undefined || !Number.isFinite(expiresAt) || expiresAt === 0) return { kind: 'none' };
  return { kind: expiresAt <= now ? 'expired' : 'active', session: { user, expiresAt } };
}

/** Stores a session. */
function writeSession(storage: Storage, { user, expiresAt }: StoredSession): void {
  storage.setItem(USER, JSON.stringify(user));
  storage.setItem(EXPIRY, String(expiresAt));
}

/** Removes the session and everything else that belongs to its user. */
function clearSession(storage: Storage): void {
  for (const key of [USER, EXPIRY, ...USER_KEYS]) storage.removeItem(key);
}

/** Resets the welcome modals, so that they can be shown again after a sign-in. */
export function clearWelcomeFlags(storage: Storage): void {
  for (const key of Object.values(WELCOME_FLAGS)) storage.removeItem(key);
}

/** Whether a `storage` event of another tab changed the session. An event without a key cleared everything. */
function changesSession(event: Event): boolean {
  return 'key' in event && (event.key === null || event.key === USER || event.key === EXPIRY);
}

const isUser = objectOf<UserData>({
  uid: isString,
  display_name: isString,
  email: isString,
  role: oneOf(['agent']),
  subscribed: isBoolean,
});

/** The account of this browser; `unknown` until the server has responded. */
export type Account =
  | { kind: 'signedIn'; session: StoredSession }
  /** `endedUid`: the user whose session ended without their doing in this tab. */
  | { kind: 'signedOut'; endedUid?: string }
  | { kind: 'unknown' };

interface SessionStoreOptions {
  storage: Storage;
  /** Emits the `storage` events of other tabs: the window. */
  otherTabs: EventTarget;
  now: () => number;
  /** Called when another user, or no user, becomes active: the cached data of the previous one must be removed. */
  onUserChange: () => void;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Creates the store of the current account, synchronized with the browser's storage and thereby with other tabs. */
export function createSessionStore({ storage, otherTabs, now, onUserChange }: SessionStoreOptions) {
  const listeners = new Set<() => void>();
  let account = initialAccount(storage, now());

  const setAccount = (next: Account) => {
    const changed = uidOf(next) !== uidOf(account);
    account = next;
    if (changed) onUserChange();
    for (const listener of listeners) listener();
  };
  const setSession = (session: StoredSession) => {
    writeSession(storage, session);
    setAccount({ kind: 'signedIn', session });
  };
  const onStorage = (event: Event) => {
    if (!changesSession(event)) return;
    const stored = readSession(storage, now());
    if (stored.kind === 'active') setAccount({ kind: 'signedIn', session: stored.session });
    // The two keys are removed one after the other.
    else if (account.kind !== 'signedOut') setAccount(signedOut(uidOf(account)));
  };

  return {
    get: () => account,
    subscribe(listener: () => void) {
      if (listeners.size === 0) otherTabs.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) otherTabs.removeEventListener('storage', onStorage);
      };
    },
    /**
     * Stores a session, which expires at `expiresAt` (ISO time), by default and at most one hour from now. No registration
     * of this browser is pending any more.
     */
    signIn(user: UserData, expiresAt: string | null = null) {
      clearPendingVerification(storage);
      setSession({ user, expiresAt: expiryOf(expiresAt, now()) });
    },
    /** Updates the signed-in user without extending the session. */
    update(change: Partial<UserData>) {
      if (account.kind !== 'signedIn') return;
      const { user, expiresAt } = account.session;
      setSession({ user: { ...user, ...change }, expiresAt });
    },
    /** Removes the session. */
    clear() {
      clearSession(storage);
      setAccount(signedOut());
    },
  };
}

function initialAccount(storage: Storage, now: number): Account {
  const stored = readSession(storage, now);
  switch (stored.kind) {
    case 'active':
      return { kind: 'signedIn', session: stored.session };
    case 'expired':
      clearSession(storage);
      return signedOut(stored.session.user.uid);
    case 'none':
      return { kind: 'unknown' };
  }
}

/** Returns the expiry in milliseconds. A time that has passed already means that the clock of this machine is wrong. */
function expiryOf(expiresAt: string | null, now: number): number {
  const latest = now + SESSION_MS;
  const time = expiresAt === null ? latest : Date.parse(expiresAt);
  return time > now ? Math.min(time, latest) : latest;
}

function signedOut(endedUid?: string): Account {
  return endedUid === undefined ? { kind: 'signedOut' } : { kind: 'signedOut', endedUid };
}

function uidOf(account: Account): string | undefined {
  return account.kind === 'signedIn' ? account.session.user.uid : undefined;
}
