import { createHmac } from 'node:crypto';
import { SIGNATURE_WINDOW_SECONDS } from '#shared/schemas/calling/opt-outs.ts';
import { equalSecrets } from '#server/platform/lib/secrets/secrets.ts';

/** Returns the `Hark-Signature` header of a body: `t=1767225600,v1=…`, an HMAC-SHA256 of `{t}.{body}` in hex. */
export function signatureOf(secret: string, seconds: number, body: Buffer): string {
  return `t=${String(seconds)},v1=${digestOf(secret, String(seconds), body)}`;
}

/** Whether a header signs this body with the secret, at most five minutes away from `now`. */
export function isSigned(secret: string, header: string, body: Buffer, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > SIGNATURE_WINDOW_SECONDS) return false;
  const expected = digestOf(secret, time, body);
  return parts.some(([name, value = '']) => name === 'v1' && equalSecrets(value, expected));
}

function digestOf(secret: string, time: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
}
