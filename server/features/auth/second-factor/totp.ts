import { Secret, TOTP } from 'otpauth';

/** What authenticator apps expect (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 };
/** The steps before and after the current one whose codes are accepted, for clocks that differ and slow typing. */
const WINDOW = 1;

/** Returns a new secret of 160 bits in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address that an authenticator app reads from the QR code. */
export function totpUri(secret: string, account: string): string {
  return new TOTP({ ...PARAMETERS, issuer: 'Hark', label: account, secret }).toString();
}

/** Returns the time step whose code this is, or `undefined` for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...PARAMETERS,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: WINDOW,
  });
  return delta === null ? undefined : TOTP.counter({ period: PARAMETERS.period, timestamp }) + delta;
}
