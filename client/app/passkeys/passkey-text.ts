import { errorText } from '#client/app/trpc.ts';

/** Passkeys work only at another address of this Hark. */
export class PasskeysElsewhere extends Error {
  constructor(origin: string) {
    super(`Passkeys do not work at this address. Open Hark at ${origin}.`);
  }
}

/** Whether the browser can use passkeys at all. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Returns what to tell the user when a passkey was not created or used. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof PasskeysElsewhere) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. Try again, or choose another way.';
  return errorText(error, 'The passkey could not be used. Please try again.');
}
