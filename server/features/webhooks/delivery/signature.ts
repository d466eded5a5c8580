import { createHmac } from 'node:crypto';

/**
 * Returns the `Hark-Signature` header of a body: `t=1767225600,v1=…`, for each secret an HMAC-SHA256 of `{t}.{body}` in hex.
 */
export function signatureOf(secrets: readonly string[], at: Date, body: string): string {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const digests = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...digests.map((digest) => `v1=${digest}`)].join(',');
}
