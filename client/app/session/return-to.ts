import { isString, objectOf, oneOf } from '#client/app/guards.ts';
import { paths } from '#client/app/routing/paths.ts';

/** The history state passed to /auth/signin when a session ends: the page to return to, and the user it belongs to. */
export interface ReturnTo {
  from: string;
  uid: string;
}

/** The history state passed to /auth/signin when the account is being deleted. */
export const ACCOUNT_CLOSED = { account: 'closed' } as const;

/** Whether /auth/signin was opened because the account is being deleted. `state` is the history state. */
export const isAccountClosed = objectOf<typeof ACCOUNT_CLOSED>({ account: oneOf(['closed']) });

/**
 * Returns the path to open after a sign-in: the page on which the session of the same user ended, else the dashboard.
 * `state` is the history state and is not trusted.
 */
export function signInDestination(state: unknown, uid: string): string {
  if (!isReturnTo(state) || state.uid !== uid) return paths.dashboard;
  const isOwnPage = /^\/(?![/\\])/.test(state.from) && !state.from.startsWith('/auth/');
  return isOwnPage ? state.from : paths.dashboard;
}

/** Whether the history state of the sign-in page says that a session has ended. */
export const isReturnTo = objectOf<ReturnTo>({ from: isString, uid: isString });
