import type { UserData } from '#shared/schemas/auth.ts';
import { clearSession, changesSession, readSession, SESSION_MS, writeSession } from './session-storage.ts';
import type { StoredSession } from './session-storage.ts';

/** A session of this browser, nobody, or not yet known: then the server is asked. */
export type Account = StoredSession | 'nobody' | 'unknown';

interface SessionStoreOptions {
  storage: Storage;
  /** Tells what other tabs do to the storage: the window. */
  otherTabs: EventTarget;
  now: () => number;
  /** Another person, or nobody, uses the browser from here on: forget what was read for the one before. */
  onUserChange: () => void;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Keeps the account of this browser in step with its storage, and so with its other tabs (A §4). */
export function createSessionStore({ storage, otherTabs, now, onUserChange }: SessionStoreOptions) {
  const listeners = new Set<() => void>();
  let account = accountAtStart(storage, now());

  const become = (next: Account) => {
    const changed = uidOf(next) !== uidOf(account);
    account = next;
    if (changed) onUserChange();
    for (const listener of listeners) listener();
  };
  const followOtherTabs = (event: Event) => {
    if (!changesSession(event)) return;
    const stored = readSession(storage, now());
    become(typeof stored === 'object' ? stored : 'nobody');
  };

  return {
    get: () => account,
    subscribe(listener: () => void) {
      if (listeners.size === 0) otherTabs.addEventListener('storage', followOtherTabs);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) otherTabs.removeEventListener('storage', followOtherTabs);
      };
    },
    /** Someone signed in: one hour from now. */
    adopt(user: UserData) {
      const next = { user, expiresAt: now() + SESSION_MS };
      writeSession(storage, next);
      become(next);
    },
    /** The signed-in user changed; their session's end stays. */
    update(change: Partial<UserData>) {
      if (typeof account !== 'object') return;
      const next = { ...account, user: { ...account.user, ...change } };
      writeSession(storage, next);
      become(next);
    },
    forget() {
      clearSession(storage);
      become('nobody');
    },
  };
}

function accountAtStart(storage: Storage, now: number): Account {
  const stored = readSession(storage, now);
  if (stored === 'none') return 'unknown';
  if (stored !== 'expired') return stored;
  clearSession(storage);
  return 'nobody';
}

function uidOf(account: Account): string | undefined {
  return typeof account === 'object' ? account.user.uid : undefined;
}
