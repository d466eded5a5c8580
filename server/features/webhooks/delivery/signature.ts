import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER } from '#shared/signature-header.ts';
import { WEBHOOK_SECRET_PREFIX } from '#shared/schemas/webhooks.ts';

/** What is sent to an endpoint, and what signs it. */
export interface SignedMessage {
  id: string;
  at: Date;
  body: string;
  /** The newest first; while one is replaced there are two. */
  secrets: readonly string[];
}

/**
 * Returns the headers that sign a delivery: `Hark-Signature`, and those of Standard Webhooks. A secret from before these has no
 * key in base64: it signs the first alone.
 */
export function signatureHeaders(message: SignedMessage): Record<string, string> {
  const { id, at, body, secrets } = message;
  const standard = standardSignatures(message);
  return {
    [SIGNATURE_HEADER.toLowerCase()]: signatureOf(secrets, at, body),
    'webhook-id': id,
    'webhook-timestamp': secondsOf(at),
    ...(standard !== '' && { 'webhook-signature': standard }),
  };
}

/** Returns a `Hark-Signature`: `t=1767225600,v1=…`, for each secret an HMAC-SHA256 of `{t}.{body}` in hex. */
function signatureOf(secrets: readonly string[], at: Date, body: string): string {
  const seconds = secondsOf(at);
  const digests = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...digests.map((digest) => `v1=${digest}`)].join(',');
}

/** Returns a `webhook-signature`: `v1,…`, for each key an HMAC-SHA256 of `{id}.{timestamp}.{body}` in base64. */
function standardSignatures({ id, at, body, secrets }: SignedMessage): string {
  return secrets
    .filter((secret) => secret.startsWith(WEBHOOK_SECRET_PREFIX))
    .map((secret) => Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64'))
    .map((key) =>
      createHmac('sha256', key)
        .update(`${id}.${secondsOf(at)}.${body}`)
        .digest('base64'),
    )
    .map((digest) => `v1,${digest}`)
    .join(' ');
}

function secondsOf(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}
