import { HOUR_SECONDS } from '#shared/time-units.ts';
import { type AppError, unauthenticated, invalidField } from '#server/platform/lib/errors.ts';
import type { Client, SessionControl } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import { takeAll } from './limits/counters.ts';
import { activeSecondFactor, checkSecondFactor, wrongCode } from './second-factor/check-second-factor.ts';
import { signedInAccount, type UserRecord } from './user-store.ts';

/** By user: ten wrong passwords an hour. Whoever holds a stolen session must not guess the password with it. */
export const REAUTHENTICATION_LIMIT = { name: 'reauthenticate', attempts: 10, seconds: HOUR_SECONDS };

/** What proves that a user is at the browser. */
interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/**
 * Proves that the user of a session is at the browser: with the password, or where the second factor is on with a code,
 * as the password alone must not be enough to turn it off. Throws `AppError` INVALID_INPUT naming the field that is wrong
 * or missing, TOO_MANY_REQUESTS, UNAVAILABLE, or UNAUTHENTICATED if the session has ended.
 */
export async function reauthenticate(
  deps: AuthDeps,
  { uid, session, client }: { uid: string; session: SessionControl; client: Client },
  { password, code }: Proof,
): Promise<void> {
  const user = await signedInAccount(deps, uid);
  const factor = await activeSecondFactor(deps, uid);
  if (factor === undefined) await checkPassword(deps, user, password);
  else if (code === undefined)
    throw wrongCode('Enter the code of your authenticator app, or a recovery code');
  else await checkSecondFactor(deps, { session, client }, user, factor, code);
  if (!(await deps.sessions.markAuthenticated(uid, session.storedId))) throw unauthenticated();
}

async function checkPassword(
  deps: AuthDeps,
  { _id: uid, passwordHash }: UserRecord,
  password: string | undefined,
): Promise<void> {
  // Counted before the check and released after a success, so that parallel guesses cannot exceed the limit.
  await takeAll([{ limiter: deps.reauthentications, key: uid }], 'Too many attempts.');
  if (!(await deps.passwords.matches(passwordHash, password ?? ''))) throw wrongPassword();
  await deps.reauthentications.reward(uid);
}

function wrongPassword(): AppError {
  const message = 'Your password is not correct';
  return invalidField('password', message);
}
