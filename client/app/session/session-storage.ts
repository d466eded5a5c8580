import type { UserData } from '#shared/schemas/auth.ts';

/** A session as this browser remembers it: one hour from sign-in (A §4, §9). */
export interface StoredSession {
  user: UserData;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export const SESSION_MS = 60 * 60 * 1000;

const USER = 'user';
const EXPIRY = 'user_exp_time';
/** Further entries that belong to whoever is signed in (A §4). */
const USER_KEYS = ['subscriptionPlan', 'lastUserId'];
/** They say that a welcome modal was shown in this browser session (B §2). */
export const WELCOME_FLAGS = {
  dashboard: 'dashboard_welcome_shown',
  analytics: 'analytics_welcome_shown',
} as const;

/** What was stored: a live session, one that is over, or nothing that can be used. */
export type StoredState = StoredSession | 'expired' | 'none';

/** Reads the stored session; `now` in milliseconds. */
export function readSession(storage: Storage, now: number): StoredState {
  const user = parseUser(storage.getItem(USER));
  const expiresAt = Number(storage.getItem(EXPIRY));
  if (user === undefined || !Number.isFinite(expiresAt) || expiresAt === 0) return 'none';
  return expiresAt <= now ? 'expired' : { user, expiresAt };
}

/** Remembers a session. */
export function writeSession(storage: Storage, { user, expiresAt }: StoredSession): void {
  storage.setItem(USER, JSON.stringify(user));
  storage.setItem(EXPIRY, String(expiresAt));
}

/** Forgets the session and all that belongs to its user. */
export function clearSession(storage: Storage): void {
  for (const key of [USER, EXPIRY, ...USER_KEYS]) storage.removeItem(key);
}

/** Lets the welcome modals show again, as after each sign-in. */
export function clearWelcomeFlags(storage: Storage): void {
  for (const key of Object.values(WELCOME_FLAGS)) storage.removeItem(key);
}

/** Whether a `storage` event of another tab concerns the session; one without a key cleared everything. */
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
