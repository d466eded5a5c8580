import type { SessionData } from 'express-session';

/** A session ends when its browser has sent no request for so long. Live updates do not count: nobody asked for them. */
export const IDLE_MS = 30 * 60 * 1000;

/** Whether a stored session is one of a user, and neither over nor idle. `now` is in milliseconds since the epoch. */
export function isActive({ user, endsAt = 0, device }: Partial<SessionData>, now: number): boolean {
  return user !== undefined && endsAt > now && !isIdle(device?.lastSeenAt ?? now, now);
}

/** Whether a browser that was last seen then is idle. */
export function isIdle(lastSeenAt: number, now: number): boolean {
  return now - lastSeenAt >= IDLE_MS;
}

/** Whether a request shows that somebody uses the browser. */
export function showsActivity(path: string): boolean {
  return !path.startsWith('/trpc/live.');
}
