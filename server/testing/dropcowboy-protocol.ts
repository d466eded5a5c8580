import { z } from 'zod';

/** The body of `POST /rvm` as documented for an account with phone lines: these fields, no others, one of audio. */
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
  .refine(({ tts_body, voice_id }) => (tts_body === undefined) === (voice_id === undefined), 'text and voice');
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

/** The headers of every call of the API, and those of a file on its way to a signed address. */
export const callHeaders = z.object({
  'x-key': z.string().min(1),
  'x-secret': z.string().min(1),
  accept: z.literal('application/json'),
  'content-type': z.literal('application/json'),
});
export const uploadHeaders = z.object({
  'x-key': z.undefined(),
  'x-secret': z.undefined(),
  'content-length': z.string(),
});
export const idempotencyKey = z.string().regex(/^[\x20-\x7e]{1,255}$/);

/** What Drop Cowboy's simulated numbers end in, whatever is sent to them. */
export const SIMULATED: Readonly<Record<string, { code: number; reason: string }>> = {
  '+15550010001': { code: 0, reason: '' },
  '+15550010002': { code: 4000, reason: 'VoiceMail Not Detected' },
  '+15550010005': { code: 4006, reason: 'User Busy' },
  '+15550010090': { code: 4016, reason: 'Internal DNC' },
};

export interface Outcome {
  dropId: string;
  code: number;
  reason: string;
  at: Date;
}

/** The body of the callback, every documented field of it. */
export function callbackBody(sent: RvmBody, { dropId, code, reason, at }: Outcome): string {
  return JSON.stringify({
    drop_id: dropId,
    team_id: 'team-1',
    session_id: 'session-1',
    log_id: `log-${dropId}`,
    contact_id: `contact-${dropId}`,
    phone_number: sent.to,
    caller_id: '+15550019999',
    product_code: 'rvm',
    status: code === 0 ? 'success' : 'failure',
    reason,
    reason_code: code,
    quantity: 1,
    product_cost: 0.04,
    compliance_fee: 0,
    tts_fee: 0,
    dnc: code === 4016,
    attempt_date: at.toISOString(),
    ...(sent.foreign_id !== undefined && { foreign_id: sent.foreign_id }),
  });
}

/** The body of the signed webhook, every documented field of it. */
export function statusEvent(sent: RvmBody, { dropId, code, reason, at }: Outcome): string {
  return JSON.stringify({
    event_id: `event-${dropId}`,
    event: 'contact.rvm.status',
    event_at: at.getTime(),
    data: {
      team_id: 'team-1',
      contact_id: `contact-${dropId}`,
      drop_id: dropId,
      campaign_id: null,
      campaign_type: 'rvm',
      status: code === 0 ? 'success' : 'failure',
      reason,
      reason_code: code,
      to: sent.to,
      from: '+15550019999',
    },
  });
}
