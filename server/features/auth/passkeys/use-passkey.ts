import type * as WebAuthn from '@simplewebauthn/server';
import { z } from 'zod';
import type { PasskeyUse } from '#shared/schemas/account/passkeys.ts';
import { AppError, unauthenticated } from '#server/platform/lib/errors.ts';
import type { Client, Context, SessionControl } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { takeAll } from '#server/features/auth/limits/counters.ts';
import { refuseUnverified, startSession } from '#server/features/auth/sign-in.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import type { ChallengePurpose } from './challenge-store.ts';
import type { PasskeyRecord } from './passkey-store.ts';
import { relyingPartyOf, type RelyingParty } from './relying-party.ts';

/** By network: challenges for sign-ins, each of which is stored for some minutes. */
export const CHALLENGE_LIMIT = { name: 'passkey-challenge', attempts: 100, seconds: 15 * 60 };

/** Returns what a browser needs to sign in with any passkey for this site. Throws `AppError` TOO_MANY_REQUESTS, CONFLICT. */
export async function beginPasskeySignIn(
  deps: AuthDeps,
  client: Client,
): Promise<WebAuthn.PublicKeyCredentialRequestOptionsJSON> {
  await takeAll([{ limiter: deps.passkeyChallenges, key: client.network }], 'Too many requests.');
  return requestOptions(deps, await deps.challenges.issue('sign-in', null), undefined);
}

/**
 * Signs the browser in with a passkey, whose device has verified its owner: it counts as the password and the second
 * factor. Returns the account. Throws `AppError` INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED.
 */
export async function signInWithPasskey(
  deps: AuthDeps,
  { session, client }: Pick<Context, 'session' | 'client'>,
  use: PasskeyUse,
): Promise<UserRecord> {
  const passkey = await verifyUse(deps, use, 'sign-in', null);
  const user = passkey && (await deps.users.byId(passkey.uid));
  if (passkey === undefined || user === undefined) throw new AppError('INVALID_CREDENTIALS', NOT_ACCEPTED);
  refuseUnverified(deps, user);
  // Who has the passkey needs no help with the second factor.
  await deps.factorResets.cancel(user._id);
  const proof = async () => (await deps.passkeys.byId(passkey._id))?.uid === user._id;
  await startSession(deps, { session, client }, user, { proof });
  return user;
}

/** Returns what a browser needs to confirm with a passkey of the user that it is them. */
export async function beginPasskeyConfirmation(
  deps: AuthDeps,
  { uid, session }: { uid: string; session: SessionControl },
): Promise<WebAuthn.PublicKeyCredentialRequestOptionsJSON> {
  const passkeys = await deps.passkeys.ofUser(uid);
  return requestOptions(deps, await deps.challenges.issue('confirm', session.storedId), passkeys);
}

/** Proves with a passkey that the user is at the browser. Throws `AppError` INVALID_INPUT, UNAUTHENTICATED. */
export async function confirmWithPasskey(
  deps: AuthDeps,
  { uid, session }: { uid: string; session: SessionControl },
  use: PasskeyUse,
): Promise<void> {
  const passkey = await verifyUse(deps, use, 'confirm', session.storedId);
  if (passkey?.uid !== uid) throw new AppError('INVALID_INPUT', NOT_ACCEPTED);
  await deps.factorResets.cancel(uid);
  if (!(await deps.sessions.markAuthenticated(uid, session.storedId))) throw unauthenticated();
}

const NOT_ACCEPTED = 'This passkey was not accepted. Try again, or use your password.';

/** Returns the site of passkeys. Throws `AppError` CONFLICT where they cannot work. */
export function requireRelyingParty({ publicUrl }: Pick<AuthDeps, 'publicUrl'>): RelyingParty {
  const site = relyingPartyOf(publicUrl);
  if (site === undefined) {
    throw new AppError('CONFLICT', 'Passkeys cannot work here: the address of this Hark has no name.');
  }
  return site;
}

/** Hark is in no frame of another site, where a browser may use a passkey too and says so; the library does not look. */
const clientData = z.object({ challenge: z.string(), crossOrigin: z.literal(false).optional() });

/** Returns the challenge that a browser signed; empty if it cannot be read, or was signed in a frame of another site. */
export function challengeOf(clientDataJSON: string): string {
  const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
  try {
    return clientData.parse(JSON.parse(text)).challenge;
  } catch {
    return '';
  }
}

/** Loads the library of passkeys when it is first needed: it would add some 250 ms to every start. */
export function loadWebAuthn(): Promise<typeof WebAuthn> {
  return import('@simplewebauthn/server');
}

async function requestOptions(
  deps: AuthDeps,
  challenge: string,
  passkeys: readonly PasskeyRecord[] | undefined,
): Promise<WebAuthn.PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: requireRelyingParty(deps).id,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    ...(passkeys !== undefined && {
      allowCredentials: passkeys.map(({ _id: id, transports }) => ({ id, transports })),
    }),
  });
}

/** Uses up the challenge and returns the passkey that signed it; `undefined` unless everything is right. */
async function verifyUse(
  deps: AuthDeps,
  use: PasskeyUse,
  purpose: ChallengePurpose,
  session: string | null,
): Promise<PasskeyRecord | undefined> {
  const challenge = challengeOf(use.response.clientDataJSON);
  if (!(await deps.challenges.redeem(challenge, purpose, session))) return undefined;
  const passkey = await deps.passkeys.byId(use.id);
  if (passkey === undefined || !isHandleOf(passkey, use.response.userHandle)) return undefined;
  const counter = await verifySignature(deps, use, passkey, challenge);
  if (counter === undefined) return undefined;
  return (await deps.passkeys.recordUse(passkey, counter, deps.clock.now())) ? passkey : undefined;
}

function isHandleOf({ uid }: PasskeyRecord, handle: string | undefined): boolean {
  return handle === undefined || Buffer.from(handle, 'base64url').toString('utf8') === uid;
}

/** Returns the new counter of the authenticator; `undefined` if the signature is wrong or the counter went back. */
async function verifySignature(
  deps: AuthDeps,
  { id, rawId, type, response }: PasskeyUse,
  passkey: PasskeyRecord,
  challenge: string,
): Promise<number | undefined> {
  const site = requireRelyingParty(deps);
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey._id,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
