import { paths } from '#client/app/routing/paths.ts';

/** What the browser history carries to /auth/signin when a session ended in mid-use: which page, and whose. */
export interface ReturnTo {
  from: string;
  uid: string;
}

/**
 * Where a sign-in leads: back to the page on which this same user's session ended, else to the dashboard
 * (contract §9). `state` is the history state, which anyone may have written.
 */
export function signInDestination(state: unknown, uid: string): string {
  if (typeof state !== 'object' || state === null) return paths.dashboard;
  const { from, uid: owner } = state as Partial<Record<keyof ReturnTo, unknown>>;
  const isOwnPage = typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/auth/');
  return isOwnPage && owner === uid ? from : paths.dashboard;
}
