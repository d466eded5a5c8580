import { z } from 'zod';
import type { registerInput } from '#shared/schemas/account/auth.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Client, Context } from '#server/platform/trpc/context.ts';
import { hashSecret, newId } from '#server/platform/lib/secrets/ids.ts';
import { attemptWith, mismatchError } from '#server/platform/idempotency/idempotent.ts';
import { runIdempotentFor, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { takeMail } from '#server/features/auth/limits/mail-limit.ts';
import { sendVerification } from '#server/features/auth/mailed-links/mailed-links.ts';
import { refuseUnverified, startSession } from '#server/features/auth/sign-in.ts';
import { type UserRecord, normalizeEmail } from '#server/features/auth/user-store.ts';
import { refuseGuessable } from '#server/features/auth/passwords/password-strength.ts';
import { sendWelcome } from './welcome.ts';

/** The fields of a new account. */
export type Registration = Omit<z.infer<typeof registerInput>, 'role'>;

/**
 * Creates an account, once per `Idempotency-Key` of its address; the same key returns the same account to whoever has its
 * password. The verification link, or the welcome where none is required, is mailed after the response. Concurrent
 * registrations are decided by the unique index on the address. Throws `AppError` ALREADY_EXISTS, INVALID_INPUT for a
 * password that is easy to guess, TOO_MANY_REQUESTS, or IDEMPOTENCY_MISMATCH, also for another password.
 */
export async function registerOnce(
  deps: AuthDeps,
  { client, idempotencyKey, content }: Pick<Context, 'client'> & IdempotentCall,
  input: Registration,
): Promise<UserRecord> {
  const { password: _, ...sent } = (await content.input()) as Registration;
  const owner = `registration of ${hashSecret(normalizeEmail(input.email))}`;
  let created: UserRecord | undefined;
  const { uid } = await runIdempotentFor(
    deps,
    // Not the password, which its digest would give away; it is checked below.
    { owner, idempotencyKey, sent: [content.procedure, sent] },
    {
      idsSchema: z.object({ uid: z.string() }),
      resultSchema: z.object({ uid: z.string() }),
      ids: { uid: newId() },
      perform: async (ids) => {
        created = await register(deps, input, client, ids.uid);
        return ids;
      },
      lookup: async (ids) => attemptWith((await deps.users.byId(ids.uid)) && ids),
    },
  );
  return created ?? registeredBefore(deps, client, { ...input, uid });
}

/**
 * Returns an account that was registered under this key. Throws IDEMPOTENCY_MISMATCH unless the password is its own, which
 * counts as a failed sign-in; EMAIL_NOT_VERIFIED if it can no longer be verified in the browser that registered it.
 */
async function registeredBefore(
  deps: AuthDeps,
  client: Client,
  { uid, email, password }: { uid: string } & Pick<Registration, 'email' | 'password'>,
): Promise<UserRecord> {
  const wrongPassword = new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
  const attempt = { address: normalizeEmail(email), client, browserId: undefined };
  const check = async () => {
    const user = await deps.users.byId(uid);
    if (user !== undefined && (await deps.passwords.matches(user.passwordHash, password))) return user;
    throw wrongPassword;
  };
  const user = await deps.signInLimits.run(attempt, check).catch((error: unknown) => {
    throw error === wrongPassword ? mismatchError() : error;
  });
  if (user.registrationId === undefined) refuseUnverified(deps, user);
  return user;
}

async function register(
  deps: AuthDeps,
  input: Registration,
  client: Client,
  uid: string,
): Promise<UserRecord> {
  await deps.clientLimits.take('registration', client);
  await refuseGuessable(input.password, {
    email: input.email,
    displayName: input.display_name,
    companyName: input.company_name,
  });
  if (deps.requireEmailVerification) await takeMail(deps, client, 'verify-email', uid);
  const user = await newUser(deps, input, uid);
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

async function newUser(
  { passwords, requireEmailVerification, clock }: AuthDeps,
  input: Registration,
  uid: string,
): Promise<UserRecord> {
  return {
    _id: uid,
    email: input.email,
    emailLower: normalizeEmail(input.email),
    passwordHash: await passwords.hash(input.password),
    displayName: input.display_name,
    companyName: input.company_name,
    phone: input.phone,
    role: 'agent',
    streamId: newId(),
    ...(requireEmailVerification && { registrationId: newId() }),
    createdAt: clock.now(),
  };
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
