import type { ErrorCode } from '#shared/error-codes.ts';

/** A failed call of the API. A plain request (upload, download) may have only its status. */
interface FailedCall {
  appCode?: string | undefined;
  httpStatus?: number | undefined;
  /** The tRPC procedure, for example "auth.userInfo". */
  path?: string | undefined;
}

/**
 * Whether a failed call means that the session has ended. A 401 alone does not: a wrong password is one too. A user who
 * may not read their own profile is signed out as well.
 */
export function endsSession({ appCode, httpStatus, path }: FailedCall): boolean {
  if (appCode === undefined) return httpStatus === 401;
  if (appCode === ('FORBIDDEN' satisfies ErrorCode)) return path === 'auth.userInfo';
  return appCode === ('UNAUTHENTICATED' satisfies ErrorCode);
}

type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` whenever the session is found to have ended. Returns a function that unsubscribes. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Reports that the session has ended. */
export function reportSessionEnd(): void {
  for (const listener of listeners) listener();
}
