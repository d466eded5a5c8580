import type { UserData } from '#shared/schemas/auth.ts';
import { changesSession, clearSession, readSession, SESSION_MS, writeSession } from './session-storage.ts';
import type { StoredSession } from './session-storage.ts';

/** The account of this browser; `unknown` until the server has been asked. */
export type Account =
  { kind: 'signedIn'; session: StoredSession } | { kind: 'signedOut' } | { kind: 'unknown' };

const SIGNED_OUT: Account = { kind: 'signedOut' };

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
    setAccount(stored.kind === 'active' ? { kind: 'signedIn', session: stored.session } : SIGNED_OUT);
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
    /** Stores a new session, which expires one hour from now. */
    signIn(user: UserData) {
      setSession({ user, expiresAt: now() + SESSION_MS });
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
      setAccount(SIGNED_OUT);
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
      return SIGNED_OUT;
    case 'none':
      return { kind: 'unknown' };
  }
}

function uidOf(account: Account): string | undefined {
  return account.kind === 'signedIn' ? account.session.user.uid : undefined;
}
