import { type AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { takeAll } from '#server/features/auth/limits/counters.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';

/**
 * Checks the password of a signed-in user, at most ten times an hour. Throws `AppError` INVALID_INPUT naming `field` if
 * it is wrong, TOO_MANY_REQUESTS or UNAVAILABLE.
 */
export async function confirmPassword(
  deps: Pick<AuthDeps, 'passwordChanges' | 'passwords'>,
  user: UserRecord,
  password: string,
  field: string,
): Promise<void> {
  await takeAll([{ limiter: deps.passwordChanges, key: user._id }], 'Too many attempts.');
  if (!(await deps.passwords.matches(user.passwordHash, password))) throw wrongPassword(field);
}

/** Returns the error of a wrong password in the input `field`. */
export function wrongPassword(field: string): AppError {
  const message = 'Your current password is not correct';
  return invalidField(field, message);
}
