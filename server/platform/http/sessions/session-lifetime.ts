import type { SessionData } from 'express-session';

/** Whether a stored session is one of a user and not over yet. `now` is in milliseconds since the epoch. */
export function isActive({ user, endsAt = 0 }: Partial<SessionData>, now: number): boolean {
  return user !== undefined && endsAt > now;
}
