import { HOUR_SECONDS } from '#shared/time-units.ts';
import { type AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { Client, Context } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { takeAll } from '#server/features/auth/limits/counters.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import { versionOf } from './pending-sign-in.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { mailRecoveryCodeUsed } from './second-factor-mails.ts';
import type { ActiveSecondFactor, SecondFactorRecord } from './second-factor-store.ts';
import { canOpen } from '#server/platform/lib/secrets/secret-box.ts';
import { stepOfCode } from './totp.ts';

/**
 * Wrong codes of sign-ins and reauthentications together, by user: once for the browsers that the account knows, and once
 * for all others. A million codes, of which three are right.
 */
export const SECOND_FACTOR_LIMIT = { name: 'second-factor', attempts: 10, seconds: HOUR_SECONDS };

/** Returns whether what proved the second factor still does. */
export type SecondFactorProof = () => Promise<boolean>;

/** Who gives a code, and from where. */
type Caller = Pick<Context, 'client' | 'session'>;

const CODE = /^\d{6}$/;

/** Returns the second factor of a user if it is on. */
export async function activeSecondFactor(
  { secondFactors }: Pick<AuthDeps, 'secondFactors'>,
  uid: string,
): Promise<ActiveSecondFactor | undefined> {
  const record = await secondFactors.byUser(uid);
  return record !== undefined && isActive(record) ? record : undefined;
}

function isActive(record: SecondFactorRecord): record is SecondFactorRecord & ActiveSecondFactor {
  return record.enabledAt !== undefined;
}

/**
 * Uses up a code of the authenticator app, or a recovery code, of a user whose second factor is on. A code counts once.
 * Returns a proof that holds until the factor is replaced by another. Throws `AppError` INVALID_INPUT naming `code` for a wrong or
 * used one, or one of the app while its secret is of a key that is lost; TOO_MANY_REQUESTS.
 */
export async function checkSecondFactor(
  deps: AuthDeps,
  { client, session }: Caller,
  user: UserRecord,
  factor: ActiveSecondFactor,
  code: string,
): Promise<SecondFactorProof> {
  const compact = code.replace(/\s/g, '');
  const isOfApp = CODE.test(compact);
  if (isOfApp && !canOpen(deps.secretBox, factor.secret))
    throw wrongCode('Codes of your app cannot be checked at the moment. Please use a recovery code.');
  const browser = await deps.knownBrowsers.find(user._id, session.browser.secrets);
  const key = browser === undefined ? user._id : `${user._id} known`;
  // Counted before the check and released after a success, so that parallel guesses cannot exceed the limit.
  await takeAll([{ limiter: deps.secondFactorAttempts, key }], 'Too many wrong codes.');
  const used = isOfApp
    ? await useCode(deps, factor, compact)
    : await useRecoveryCode(deps, client, user, code);
  if (!used) {
    deps.background.run('record wrong code', () =>
      deps.events.record({ uid: user._id, type: 'sign_in_failed', client }),
    );
    throw wrongCode('This code is not correct, or it was used before. Wait for the next one.');
  }
  await deps.secondFactorAttempts.reward(key);
  return async () => {
    const present = await activeSecondFactor(deps, user._id);
    return present === undefined || versionOf(present) === versionOf(factor);
  };
}

/**
 * Uses up the code that a sign-in sends along with the password. Returns undefined without one, or if the second factor
 * is off. Throws as `checkSecondFactor` does.
 */
export async function givesSecondFactor(
  deps: AuthDeps,
  caller: Caller,
  user: UserRecord,
  code: string | undefined,
): Promise<SecondFactorProof | undefined> {
  const factor = code === undefined ? undefined : await activeSecondFactor(deps, user._id);
  if (code === undefined || factor === undefined) return undefined;
  return checkSecondFactor(deps, caller, user, factor, code);
}

/** Returns the error of a call that lacks the right code. */
export function wrongCode(message: string): AppError {
  return invalidField('code', message);
}

async function useCode(
  { secondFactors, secretBox, clock }: AuthDeps,
  { _id: uid, secret }: ActiveSecondFactor,
  code: string,
): Promise<boolean> {
  const step = stepOfCode(secretBox.open(secret, uid), code, clock.now());
  return step !== undefined && secondFactors.useStep(uid, step, secret);
}

async function useRecoveryCode(
  deps: AuthDeps,
  client: Client,
  user: UserRecord,
  code: string,
): Promise<boolean> {
  const { _id: uid } = user;
  const left = await deps.secondFactors.useRecoveryCode(uid, hashRecoveryCode(uid, code));
  if (left === undefined) return false;
  await deps.events.record({ uid, type: 'recovery_code_used', client });
  mailRecoveryCodeUsed(deps, user, left);
  return true;
}
