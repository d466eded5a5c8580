import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyUse } from '#shared/schemas/account/passkeys.ts';
import { PasskeysElsewhere } from './passkey-text.ts';

// Without extensions, whose binary values have no type in JSON; Hark uses none.
type CreationOptions = Omit<Parameters<typeof startRegistration>[0]['optionsJSON'], 'extensions'>;
export type RequestOptions = Omit<Parameters<typeof startAuthentication>[0]['optionsJSON'], 'extensions'>;

/** Asks the device for a new passkey. Rejects if the user cancels; `passkeyProblem` has the text. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<NewPasskey> {
  refuseOtherAddress(optionsJSON.rp.id);
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

/** Asks the device to sign with a passkey. Rejects if the user cancels; `passkeyProblem` has the text. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<PasskeyUse> {
  refuseOtherAddress(optionsJSON.rpId);
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type, response: userHandle === undefined ? signed : { ...signed, userHandle } };
}

/** Throws where the browser would refuse: the page has another host name than the passkeys are for. */
function refuseOtherAddress(host: string | undefined): void {
  const { protocol, hostname, port } = window.location;
  if (host === undefined || hostname === host) return;
  throw new PasskeysElsewhere(`${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}
