import { createHmac } from 'node:crypto';
import { SIGNATURE_WINDOW_SECONDS } from '#shared/schemas/calling/opt-outs.ts';
import { equalSecrets } from '#server/platform/lib/secrets/secrets.ts';

/** Returns the `Hark-Signature` header of a body: `t=1767225600,v1=…`, an HMAC-SHA256 of `{t}.{body}` in hex. */
export function signatureOf(secret: string, seconds: number, body: Buffer): string {
  return `t=${String(seconds)},v1=${digestOf(secret, String(seconds), body)}`;
}

/**
 * Returns the digest by which a header signs this body with the secret, at most five minutes away from `now`: it names the
 * request, however its header is written. Undefined for a wrong signature.
 */
export function signedDigest(secret: string, header: string, body: Buffer, now: Date): string | undefined {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return undefined;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > SIGNATURE_WINDOW_SECONDS) return undefined;
  const expected = digestOf(secret, time, body);
  const isSigned = parts.some(([name, value = '']) => name === 'v1' && equalSecrets(value, expected));
  return isSigned ? expected : undefined;
}

function digestOf(secret: string, time: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
}
