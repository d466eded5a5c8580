import { AppError } from '#server/platform/lib/errors.ts';
import { undoUnlessSignedIn, type SignedInContext } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { signedInAccount } from '#server/features/auth/user-store.ts';
import { activeSecondFactor, wrongCode } from './check-second-factor.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { mailSecondFactorChange } from './second-factor-mails.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** How long a new secret waits for its first code. */
const SETUP_MS = 30 * 60 * 1000;

/** Who makes a change, in which session and from where. */
type Caller = Pick<SignedInContext, 'session' | 'client' | 'stillSignedIn'> & { uid: string };

/**
 * Returns a secret for the user's authenticator app, in base 32 and as the address of the QR code: the same one in the
 * same session, for half an hour. One that another session was shown is void. Nothing changes before
 * `enableSecondFactor`. Throws `AppError` CONFLICT if the second factor is on.
 */
export async function beginSecondFactor(
  { secondFactors, secretBox, clock, users }: AuthDeps,
  { uid, session: { storedId: session } }: Pick<Caller, 'uid' | 'session'>,
): Promise<{ secret: string; uri: string }> {
  const user = await signedInAccount({ users }, uid);
  const at = clock.now();
  const setup = { secret: secretBox.seal(newTotpSecret(), uid), session, at };
  const sealed = await secondFactors.beginSetup(uid, setup, new Date(at.getTime() - SETUP_MS));
  if (sealed === undefined) throw alreadyOn();
  const secret = secretBox.open(sealed, uid);
  return { secret, uri: totpUri(secret, user.email) };
}

/**
 * Turns the second factor on with the first code of the new secret, ends all other sessions, and mails the user.
 * Returns the recovery codes, which cannot be read again. Throws `AppError` CONFLICT, or INVALID_INPUT naming `code`.
 */
export async function enableSecondFactor(
  deps: AuthDeps,
  { uid, session, client, stillSignedIn }: Caller,
  code: string,
): Promise<string[]> {
  const { secondFactors, secretBox, clock } = deps;
  const [user, record] = await Promise.all([signedInAccount(deps, uid), secondFactors.byUser(uid)]);
  if (record?.enabledAt !== undefined) throw alreadyOn();
  const now = clock.now();
  const setup = record?.setup;
  if (setup?.session !== session.storedId || now.getTime() - setup.at.getTime() > SETUP_MS)
    throw startAgain();
  const lastStep = stepOfCode(secretBox.open(setup.secret, uid), code.replace(/\s/g, ''), now);
  if (lastStep === undefined) throw wrongCode('This code is not correct. Check the time of your device.');
  const codes = newRecoveryCodes();
  const recoveryCodes = codes.map((recoveryCode) => hashRecoveryCode(uid, recoveryCode));
  const isOn = await secondFactors.enable(uid, {
    secret: setup.secret,
    enabledAt: now,
    lastStep,
    recoveryCodes,
  });
  if (!isOn) throw startAgain();
  await undoUnlessSignedIn({ stillSignedIn }, () => secondFactors.remove(uid, setup.secret));
  // Others were signed in with the password alone.
  await deps.sessions.endAll(uid, session.storedId);
  await deps.events.record({ uid, type: 'second_factor_enabled', client });
  mailSecondFactorChange(deps, user, 'on');
  return codes;
}

/**
 * Replaces the recovery codes and mails the user. Returns the new ones. Throws `AppError` CONFLICT if the second factor is
 * off, or if one was used or they were replaced at the same time: codes that are shown work.
 */
export async function renewRecoveryCodes(
  deps: AuthDeps,
  { uid, client }: Pick<Caller, 'uid' | 'client'>,
): Promise<string[]> {
  const [user, factor] = await Promise.all([signedInAccount(deps, uid), activeSecondFactor(deps, uid)]);
  if (factor === undefined) throw isOff();
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(uid, code));
  if (!(await deps.secondFactors.replaceRecoveryCodes(factor, hashes)))
    throw new AppError('CONFLICT', 'The recovery codes were changed in the meantime. Please try again.');
  await deps.events.record({ uid, type: 'recovery_codes_renewed', client });
  mailSecondFactorChange(deps, user, 'renewed');
  return codes;
}

/** Turns the second factor off and mails the user. Throws `AppError` CONFLICT if it is off. */
export async function disableSecondFactor(
  deps: AuthDeps,
  { uid, client }: Pick<Caller, 'uid' | 'client'>,
): Promise<void> {
  const user = await signedInAccount(deps, uid);
  if (!(await deps.secondFactors.remove(uid))) throw isOff();
  await deps.events.record({ uid, type: 'second_factor_disabled', client });
  mailSecondFactorChange(deps, user, 'off');
}

function alreadyOn(): AppError {
  return new AppError('CONFLICT', 'Two-step verification is on already.');
}

function isOff(): AppError {
  return new AppError('CONFLICT', 'Two-step verification is off.');
}

function startAgain(): AppError {
  return new AppError('CONFLICT', 'This setup is no longer valid. Please start again.');
}
