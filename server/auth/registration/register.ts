import type { z } from 'zod';
import type { registerInput } from '#shared/schemas/auth.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Client, Context } from '#server/trpc/context.ts';
import { newId } from '#server/lib/ids.ts';
import type { AuthDeps } from '#server/auth/auth-deps.ts';
import { takeMail } from '#server/auth/limits/mail-limit.ts';
import { sendVerification } from '#server/auth/mailed-links/mailed-links.ts';
import { startSession } from '#server/auth/sign-in.ts';
import { type UserRecord, normalizeEmail } from '#server/auth/user-store.ts';
import { refuseGuessable } from '#server/auth/passwords/password-strength.ts';
import { sendWelcome } from './welcome.ts';

/** The fields of a new account. */
export type Registration = Omit<z.infer<typeof registerInput>, 'role'>;

/**
 * Creates an account. The verification link, or the welcome where none is required, is mailed after the response.
 * Concurrent registrations are decided by the unique index on the address.
 * Throws `AppError` ALREADY_EXISTS, INVALID_INPUT for a password that is easy to guess, or TOO_MANY_REQUESTS.
 */
export async function register(deps: AuthDeps, input: Registration, client: Client): Promise<UserRecord> {
  await deps.clientLimits.take('registration', client);
  await refuseGuessable(input.password, {
    email: input.email,
    displayName: input.display_name,
    companyName: input.company_name,
  });
  const uid = newId();
  if (deps.requireEmailVerification) await takeMail(deps, client, 'verify-email', uid);
  const user: UserRecord = {
    _id: uid,
    email: input.email,
    emailLower: normalizeEmail(input.email),
    passwordHash: await deps.passwords.hash(input.password),
    displayName: input.display_name,
    companyName: input.company_name,
    phone: input.phone,
    role: 'agent',
    streamId: newId(),
    ...(deps.requireEmailVerification && { registrationId: newId() }),
    createdAt: deps.clock.now(),
  };
  if (!(await deps.users.insert(user))) {
    throw new AppError('ALREADY_EXISTS', 'An account with this email already exists.');
  }
  await deps.events.record({ uid: user._id, type: 'account_created', client });
  if (deps.requireEmailVerification) {
    deps.background.run('send verification', () => sendVerification(deps, user));
  } else {
    sendWelcome(deps, user);
  }
  return user;
}

/**
 * Signs in the browser that registered `uid`, once, after the address is verified and unless the password was replaced.
 * Returns the account. A browser that is already signed in as `uid` keeps its session.
 * Throws `AppError` EMAIL_NOT_VERIFIED_YET, also for accounts that this browser did not register.
 */
export async function completeRegistration(
  deps: AuthDeps,
  uid: string,
  { user: signedIn, ...browser }: Pick<Context, 'user' | 'session' | 'client'>,
): Promise<UserRecord> {
  const user = await deps.users.byId(uid);
  if (user?.emailVerifiedAt !== undefined) {
    if (signedIn?.uid === uid) return user;
    const { registration } = browser.session;
    if (registration?.uid === uid && (await deps.users.useRegistration(uid, registration.id))) {
      await startSession(deps, browser, user, { registering: true });
      return user;
    }
  }
  throw new AppError('EMAIL_NOT_VERIFIED_YET', 'Email not verified');
}
