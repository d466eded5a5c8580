import type { UserData } from '#shared/schemas/auth.ts';

/** The session in the browser's storage. It expires one hour after sign-in. */
export interface StoredSession {
  user: UserData;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export const SESSION_MS = 60 * 60 * 1000;

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
export type StoredState = { kind: 'active'; session: StoredSession } | { kind: 'expired' } | { kind: 'none' };

/** Reads the stored session. `now` is in milliseconds since the epoch. */
export function readSession(storage: Storage, now: number): StoredState {
  const user = parseUser(storage.getItem(USER));
  const expiresAt = Number(storage.getItem(EXPIRY));
  if (user === undefined || !Number.isFinite(expiresAt) || expiresAt === 0) return { kind: 'none' };
  return expiresAt <= now ? { kind: 'expired' } : { kind: 'active', session: { user, expiresAt } };
}

/** Stores a session. */
export function writeSession(storage: Storage, { user, expiresAt }: StoredSession): void {
  storage.setItem(USER, JSON.stringify(user));
  storage.setItem(EXPIRY, String(expiresAt));
}

/** Removes the session and everything else that belongs to its user. */
export function clearSession(storage: Storage): void {
  for (const key of [USER, EXPIRY, ...USER_KEYS]) storage.removeItem(key);
}

/** Resets the welcome modals, so that they can be shown again after a sign-in. */
export function clearWelcomeFlags(storage: Storage): void {
  for (const key of Object.values(WELCOME_FLAGS)) storage.removeItem(key);
}

/** Whether a `storage` event of another tab changed the session. An event without a key cleared everything. */
export function changesSession(event: Event): boolean {
  return 'key' in event && (event.key === null || event.key === USER);
}

function parseUser(json: string | null): UserData | undefined {
  if (json === null) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isUser(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isUser(value: unknown): value is UserData {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return ['uid', 'display_name', 'email'].every((key) => typeof fields[key] === 'string');
}
