import { AppError } from '#server/lib/errors.ts';
import type { Client } from '#server/trpc/context.ts';
import { newId } from '#server/lib/ids.ts';
import type { AuthDeps } from './auth-deps.ts';
import { sendVerification } from './mailed-links/resend-verification.ts';
import type { UserRecord } from './user-model.ts';
import { emailKey } from './user-store.ts';

/** What a new account is made of. */
export interface Registration {
  email: string;
  password: string;
  display_name: string;
  company_name: string;
  phone: string;
}

/**
 * Creates an account and, where verification is required, mails the link after the answer.
 * The unique address makes it safe against a race. Throws ALREADY_EXISTS and TOO_MANY_REQUESTS.
 */
export async function register(deps: AuthDeps, input: Registration, client: Client): Promise<UserRecord> {
  await deps.clientLimits.take('registration', client);
  if (deps.requireEmailVerification) await deps.clientLimits.take('mail', client);
  const user: UserRecord = {
    _id: newId(),
    email: input.email,
    emailLower: emailKey(input.email),
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
  if (deps.requireEmailVerification) {
    deps.afterAnswer.run('send verification', () => sendVerification(deps, user));
  }
  return user;
}
