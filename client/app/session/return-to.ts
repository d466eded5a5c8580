import { paths } from '#client/app/routing/paths.ts';

/** The history state passed to /auth/signin when a session ends: the page to return to, and the user it belongs to. */
export interface ReturnTo {
  from: string;
  uid: string;
}

/**
 * Returns the path to open after a sign-in: the page on which the session of the same user ended, else the dashboard.
 * `state` is the history state and is not trusted.
 */
export function signInDestination(state: unknown, uid: string): string {
  if (typeof state !== 'object' || state === null) return paths.dashboard;
  const { from, uid: owner } = state as Partial<Record<keyof ReturnTo, unknown>>;
  const isOwnPage = typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/auth/');
  return isOwnPage && owner === uid ? from : paths.dashboard;
}
