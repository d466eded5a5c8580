import type {
  PublicKeyCredentialCreationOptionsJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { MAX_PASSKEYS, type NewPasskey } from '#shared/schemas/account/passkeys.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { undoUnlessSignedIn, type SignedInContext } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { mailSecurityChange } from '#server/features/auth/second-factor/second-factor-mails.ts';
import { signedInAccount, type UserRecord } from '#server/features/auth/user-store.ts';
import { challengeOf, loadWebAuthn, requireRelyingParty } from './use-passkey.ts';
import type { PasskeyRecord } from './passkey-store.ts';

/**
 * The algorithms of new passkeys: EdDSA, ES256 and RS256 (COSE), which each version of Node can verify. The library would offer
 * ML-DSA where the process can, and another process could then refuse the passkey.
 */
const ALGORITHMS = [-8, -7, -257];

/** Who makes a change, in which session and from where. */
type Caller = Pick<SignedInContext, 'session' | 'client' | 'stillSignedIn'> & { uid: string };

/** Returns what a browser needs to create a passkey. Throws `AppError` CONFLICT where passkeys cannot work, LIMIT_REACHED. */
export async function beginPasskey(
  deps: AuthDeps,
  { uid, session }: Pick<Caller, 'uid' | 'session'>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const site = requireRelyingParty(deps);
  const [user, passkeys] = await Promise.all([signedInAccount(deps, uid), deps.passkeys.ofUser(uid)]);
  refuseTooMany(passkeys);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: 'Hark',
    rpID: site.id,
    userName: user.email,
    userDisplayName: user.displayName,
    userID: Uint8Array.from(Buffer.from(uid)),
    challenge: Uint8Array.from(
      Buffer.from(await deps.challenges.issue('add', session.storedId), 'base64url'),
    ),
    excludeCredentials: passkeys.map(({ _id: id, transports }) => ({ id, transports })),
    // Discoverable and verified by the device, as it replaces the password and the second factor.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Stores a passkey that a browser created, and mails the user. Throws `AppError` INVALID_INPUT, LIMIT_REACHED, CONFLICT. */
export async function addPasskey(
  deps: AuthDeps,
  { uid, session, client, stillSignedIn }: Caller,
  { name, response }: { name: string; response: NewPasskey },
): Promise<PasskeyRecord> {
  const user = await signedInAccount(deps, uid);
  refuseTooMany(await deps.passkeys.ofUser(uid));
  const challenge = challengeOf(response.response.clientDataJSON);
  if (!(await deps.challenges.redeem(challenge, 'add', session.storedId))) throw notCreated();
  const { verified, registrationInfo } = await verify(deps, response, challenge);
  if (!verified) throw notCreated();
  const { id, publicKey, counter } = registrationInfo.credential;
  const passkey: PasskeyRecord = {
    _id: id,
    uid,
    name,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: response.response.transports ?? [],
    createdAt: deps.clock.now(),
  };
  if (!(await deps.passkeys.insert(passkey))) throw notCreated();
  // Counted again with the new one, as several can be added at once.
  if ((await deps.passkeys.ofUser(uid)).length > MAX_PASSKEYS) {
    await deps.passkeys.remove(uid, id);
    throw tooMany();
  }
  await undoUnlessSignedIn({ stillSignedIn }, () => deps.passkeys.remove(uid, id));
  await deps.events.record({ uid, type: 'passkey_added', client, detail: { name } });
  mailSecurityChange(
    deps,
    user,
    { kind: 'passkey-added', subject: 'A passkey was added to your Hark account' },
    [`${passkeyName(user, name)} was added. It signs in without the password.`],
  );
  return passkey;
}

/** Removes a passkey and mails the user. Throws `AppError` NOT_FOUND. */
export async function removePasskey(deps: AuthDeps, { uid, client }: Caller, id: string): Promise<void> {
  const user = await signedInAccount(deps, uid);
  const passkey = await deps.passkeys.remove(uid, id);
  if (passkey === undefined) throw notFound('Passkey');
  const { name } = passkey;
  await deps.events.record({ uid, type: 'passkey_removed', client, detail: { name } });
  mailSecurityChange(
    deps,
    user,
    { kind: 'passkey-removed', subject: 'A passkey was removed from your Hark account' },
    [`${passkeyName(user, name)} was removed. It no longer signs in.`],
  );
}

/** Names a passkey in a mail; not to an unverified address, which may belong to another person. */
function passkeyName({ emailVerifiedAt }: UserRecord, name: string): string {
  return emailVerifiedAt === undefined ? 'A passkey' : `The passkey “${name}”`;
}

async function verify(
  deps: AuthDeps,
  { id, rawId, type, response }: NewPasskey,
  challenge: string,
): Promise<VerifiedRegistrationResponse> {
  const site = requireRelyingParty(deps);
  const { clientDataJSON, attestationObject } = response;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    return await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  } catch {
    return { verified: false };
  }
}

function refuseTooMany(passkeys: readonly PasskeyRecord[]): void {
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
}

function tooMany(): AppError {
  const text = `You can have ${String(MAX_PASSKEYS)} passkeys. Remove one that you no longer use.`;
  return new AppError('LIMIT_REACHED', text);
}

function notCreated(): AppError {
  return new AppError('INVALID_INPUT', 'The passkey could not be added. Please try again.');
}
