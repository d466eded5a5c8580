import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { equalSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { DELIVERED, KEY_USED_BEFORE, meaningOf } from './dropcowboy-reasons.ts';
import { readStored } from '#shared/contacts/phone-number.ts';
import { parseJson } from '#server/providers/parse-json.ts';
import type { DropReport } from './port.ts';

/** Replay protection: a signed webhook older or newer than this is refused. */
export const MAX_SIGNATURE_AGE_SECONDS = 300;

const outcome = {
  drop_id: z.string().max(256).nullish(),
  status: z.enum(['success', 'failure']),
  reason: z.string().max(500).nullish(),
  reason_code: z.number().int().min(0).max(99_999),
};
const e164 = z.string().regex(/^\+?\d{5,15}$/);

const callbackBody = z.object({
  ...outcome,
  foreign_id: z.string().min(1).max(256),
  phone_number: e164,
  dnc: z.boolean().nullish(),
  attempt_date: z.string().max(40).nullish(),
});

const webhookEvent = z.object({
  event: z.string().max(100),
  event_at: z.number().nullish(),
  data: z.unknown(),
});
const webhookData = z.object({ ...outcome, to: e164, campaign_id: z.string().max(256).nullish() });

type Outcome = z.infer<typeof webhookData> & {
  at: string | number | null | undefined;
  dnc?: boolean | null | undefined;
  foreign_id?: string;
  campaign_id?: string | null | undefined;
};

/**
 * Parses the unsigned callback, which carries the attempt id. Returns `undefined` for a reused key. Throws `AppError`
 * INVALID_INPUT for a malformed body.
 */
export function readCallback(body: unknown, now: Date): DropReport | undefined {
  const parsed = callbackBody.safeParse(body);
  if (!parsed.success) throw malformed(parsed.error);
  const { phone_number: to, attempt_date: at, ...rest } = parsed.data;
  return toReport({ ...rest, to, at }, now);
}

/**
 * Parses the signed webhook, which carries only a number. Returns `undefined` for other events. Throws `AppError`
 * INVALID_INPUT for a malformed body.
 */
export function readWebhook(rawBody: Buffer, now: Date): DropReport | undefined {
  const event = webhookEvent.safeParse(parseJson(rawBody.toString('utf8')));
  if (!event.success) throw malformed(event.error);
  if (event.data.event !== 'contact.rvm.status') return undefined;
  const data = webhookData.safeParse(event.data.data);
  if (!data.success) throw malformed(data.error);
  return toReport({ ...data.data, at: event.data.event_at }, now);
}

/** The only documented signature version. */
const SIGNATURE_VERSION = 'v1';

/**
 * Whether `X-Signature` is `sha256=` and the hex HMAC of `X-Timestamp.body` with one of `secrets` (one per webhook),
 * with a recent timestamp. Compares in constant time.
 */
export function isSigned(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: Iterable<string>,
  now: Date,
): boolean {
  const timestamp = headers['x-timestamp'] ?? '';
  const given = headers['x-signature'] ?? '';
  if ((headers['x-signature-version'] ?? SIGNATURE_VERSION) !== SIGNATURE_VERSION) return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_SIGNATURE_AGE_SECONDS) return false;
  return [...secrets].some((secret) => equalSecrets(given, signatureOf(secret, timestamp, rawBody)));
}

/** Returns the `X-Signature` of a webhook body sent at `timestamp` (Unix seconds). */
export function signatureOf(secret: string, timestamp: string, rawBody: Buffer | string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')}`;
}

function toReport(data: Outcome, now: Date): DropReport | undefined {
  if (data.reason_code === KEY_USED_BEFORE) return undefined;
  const delivered = data.status === 'success' && data.reason_code === DELIVERED;
  const meaning = meaningOf(data.reason_code);
  const occurredAt = new Date(data.at ?? NaN);
  const number = readStored(data.to);
  return {
    ...(data.foreign_id !== undefined && { attemptId: data.foreign_id }),
    ...(typeof data.drop_id === 'string' && { callId: data.drop_id }),
    // Hark places single drops, which belong to no campaign of the carrier.
    ...(data.campaign_id && { foreignCampaign: data.campaign_id }),
    to: number.ok ? number.digits : data.to.replace('+', ''),
    outcome: delivered ? 'success' : 'failed',
    code: String(data.reason_code),
    reason: delivered ? '' : meaning.text,
    doNotCall: data.dnc === true || meaning.doNotCall === true,
    accountFault: meaning.fault === 'account',
    carrierFault: !delivered && meaning.fault === 'passing',
    reportedAt: now,
    ...(!Number.isNaN(occurredAt.getTime()) && { occurredAt }),
  };
}

function malformed(error: z.ZodError): AppError {
  const fields = Object.fromEntries(
    error.issues.map(({ path, message }) => [path.join('.') || 'body', message]),
  );
  return new AppError('INVALID_INPUT', `Not a carrier report: ${Object.keys(fields).join(', ')}`, { fields });
}
