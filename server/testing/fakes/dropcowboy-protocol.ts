import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { newId } from '#server/platform/lib/secrets/ids.ts';

/** Body of `POST /rvm` as documented for an account with phone lines: exactly these fields and one kind of audio. */
export const rvmBody = z
  .strictObject({
    to: z.string().regex(/^\+[1-9]\d{6,14}$/),
    phone_line_id: z.string().min(1),
    media_id: z.string().min(1).optional(),
    tts_body: z.string().min(1).max(1_200).optional(),
    voice_id: z.string().min(1).optional(),
    foreign_id: z.string().min(1).optional(),
    callback_url: z.url().optional(),
    postal_code: z.string().optional(),
  })
  .refine(({ media_id, tts_body }) => (media_id === undefined) !== (tts_body === undefined), 'one of audio')
  .refine(
    ({ tts_body, voice_id }) => (tts_body === undefined) === (voice_id === undefined),
    'text and voice',
  );
export type RvmBody = z.infer<typeof rvmBody>;

export const mediaBody = z.strictObject({
  name: z.string().min(1),
  type: z.literal('rvm'),
  signed_upload: z.literal(true),
});

export const webhookBody = z.strictObject({
  name: z.string().optional(),
  hook_url: z.url(),
  event_types: z.array(z.enum(['contact.rvm.status', 'contact.rvm.receipt'])).min(1),
});

/** Headers of every API call. */
export const callHeaders = z.object({
  'x-key': z.string().min(1),
  'x-secret': z.string().min(1),
  accept: z.literal('application/json'),
  'content-type': z.literal('application/json'),
});
/** Headers of an upload to a signed URL, which must not contain the credentials. */
export const uploadHeaders = z.object({
  'x-key': z.undefined().optional(),
  'x-secret': z.undefined().optional(),
  'content-type': z.string(),
  'content-length': z.string(),
});
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/);

export interface Result {
  code: number;
  reason: string;
}

/** Fixed results of the simulated numbers. */
export const SIMULATED: Readonly<Record<string, Result>> = {
  '+15550010001': { code: 0, reason: '' },
  '+15550010005': { code: 4006, reason: 'User Busy' },
  '+15550010090': { code: 4016, reason: 'Internal DNC' },
};

interface Webhook extends z.infer<typeof webhookBody> {
  webhook_id: string;
  signing_secret: string;
}

/** Delivers the results of drops through callback and webhooks. */
export interface Reports {
  webhooks: Webhook[];
  send(sent: RvmBody, result: Result, to?: 'callback alone'): void;
  /** Resolves when all deliveries have ended. */
  idle(): Promise<void>;
}

export function createReports(): Reports {
  const webhooks: Webhook[] = [];
  const underWay = new Set<Promise<unknown>>();

  function post(url: string, body: string, headers: Record<string, string> = {}): void {
    const request = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const done = fetch(url, request)
      .catch(() => undefined)
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  return {
    webhooks,
    send(sent, result, to) {
      const dropId = newId();
      if (sent.callback_url !== undefined) post(sent.callback_url, callbackBody(sent, result, dropId));
      if (to === 'callback alone') return;
      for (const { hook_url, signing_secret } of webhooks) {
        const body = statusEvent(sent, result, dropId);
        post(hook_url, body, signedHeaders(signing_secret, body));
      }
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}

function signedHeaders(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'x-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    'x-timestamp': timestamp,
    'x-signature-version': 'v1',
    'x-event-id': newId(),
    'x-attempt': '1',
  };
}

const statusOf = ({ code }: Result) => (code === 0 ? 'success' : 'failure');

/** Body of the callback with every documented field. */
function callbackBody(sent: RvmBody, result: Result, dropId: string): string {
  return JSON.stringify({
    drop_id: dropId,
    team_id: 'team-1',
    session_id: 'session-1',
    log_id: 'log-1',
    contact_id: 'contact-1',
    phone_number: sent.to,
    caller_id: '+15550019999',
    product_code: 'rvm',
    status: statusOf(result),
    reason: result.reason,
    reason_code: result.code,
    quantity: 1,
    product_cost: 0.04,
    compliance_fee: 0,
    tts_fee: 0,
    dnc: result.code === 4016,
    attempt_date: new Date().toISOString(),
    foreign_id: sent.foreign_id,
  });
}

/** Body of the signed webhook with every documented field. */
function statusEvent(sent: RvmBody, result: Result, dropId: string): string {
  return JSON.stringify({
    event_id: newId(),
    event: 'contact.rvm.status',
    event_at: Date.now(),
    data: {
      team_id: 'team-1',
      contact_id: 'contact-1',
      drop_id: dropId,
      campaign_id: null,
      campaign_type: 'rvm',
      status: statusOf(result),
      reason: result.reason,
      reason_code: result.code,
      to: sent.to,
      from: '+15550019999',
    },
  });
}
