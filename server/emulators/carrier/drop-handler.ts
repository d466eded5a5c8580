import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/platform/lib/clock.ts';
import { newId, newSecret } from '#server/platform/lib/secrets/ids.ts';
import type { AcceptedDropRecord, WebhookRecord } from './log-records.ts';
import { failuresBeforeAccepting, outcomeForNumber, REJECTED, type Outcome } from './outcomes.ts';
import type { CarrierLog, CarrierReadModel } from './read-model.ts';

/** The only credentials that the local carrier accepts. */
export const LOCAL_CREDENTIALS = { key: 'local-carrier', secret: 'local-carrier' } as const;

/** The fields of `POST /rvm` that the local carrier reads. */
export const dropRequest = z.object({
  to: z.string().max(64),
  phone_line_id: z.string().max(256).optional(),
  tts_body: z.string().max(1_200).optional(),
  voice_id: z.string().max(256).optional(),
  media_id: z.string().max(256).optional(),
  foreign_id: z.string().max(256).optional(),
  callback_url: z.url().max(2_048).optional(),
  postal_code: z.string().max(16).optional(),
});
export type DropRequest = z.infer<typeof dropRequest>;

/** The body of `POST /register/public/webhooks`. */
export const webhookRequest = z.object({
  name: z.string().max(100).default(''),
  hook_url: z.url(),
  event_types: z.array(z.string()).min(1),
});

/** Credentials and idempotency key of a request. */
export interface Caller {
  key: string | undefined;
  secret: string | undefined;
  idempotencyKey: string | undefined;
}

/** Result of a placement: accepted (202), or failed (500). */
export type PlacementResponse = { kind: 'accepted'; messageId: string } | { kind: 'failed' };

/** Handles placement requests and webhook subscriptions. */
export interface DropHandler {
  /** Resolves once the decision is durable. */
  accept(request: DropRequest, caller: Caller): Promise<PlacementResponse>;
  subscribe(request: z.infer<typeof webhookRequest>): Promise<WebhookRecord>;
}

export interface DropHandlerDeps extends CarrierLog {
  clock: Clock;
  /** Called for each accepted request before the response is sent. */
  onAccepted(id: string): void;
}

/** Creates the handler. Requests with the same idempotency key and body are one call. */
export function createDropHandler(deps: DropHandlerDeps): DropHandler {
  const { readModel, clock, write, flush, onAccepted } = deps;
  return {
    async accept(request, caller) {
      const at = clock.now().getTime();
      const key = caller.idempotencyKey === '' ? undefined : caller.idempotencyKey;
      const bodyHash = hashOf(request);
      const earlier = key === undefined ? undefined : readModel.requestByKey(key, at);
      if (earlier?.bodyHash === bodyHash) {
        await flush();
        return { kind: 'accepted', messageId: earlier.id };
      }
      if (key !== undefined && readModel.failureCount(key) < failuresBeforeAccepting(request.to)) {
        await write({ type: 'failed', key });
        return { kind: 'failed' };
      }
      const outcome =
        earlier === undefined ? decideOutcome(request, caller, readModel) : REJECTED.keyUsedBefore;
      const record = acceptedDropRecord(request, {
        at,
        bodyHash,
        outcome,
        key: earlier === undefined ? key : undefined,
      });
      await write(record);
      onAccepted(record.id);
      return { kind: 'accepted', messageId: record.id };
    },
    async subscribe({ name, hook_url, event_types }) {
      const registered = readModel.webhook();
      if (registered?.url === hook_url) {
        await flush();
        return registered;
      }
      const record: WebhookRecord = {
        type: 'webhook',
        id: newId(),
        name,
        url: hook_url,
        events: event_types,
        secret: newSecret(),
      };
      await write(record);
      return record;
    },
  };
}

/** Decides the outcome of a request with a new idempotency key. */
function decideOutcome(request: DropRequest, caller: Caller, readModel: CarrierReadModel): Outcome {
  if (caller.key !== LOCAL_CREDENTIALS.key || caller.secret !== LOCAL_CREDENTIALS.secret)
    return REJECTED.credentials;
  if (request.phone_line_id === undefined) return REJECTED.noPhoneLine;
  const isSpoken = request.tts_body !== undefined && request.voice_id !== undefined;
  const isRecorded = request.media_id !== undefined && readModel.media(request.media_id)?.ready === true;
  if (!isSpoken && !isRecorded) return REJECTED.noContent;
  return outcomeForNumber(request.to);
}

function acceptedDropRecord(
  request: DropRequest,
  decided: { at: number; bodyHash: string; outcome: Outcome; key: string | undefined },
): AcceptedDropRecord {
  const { at, bodyHash, outcome, key } = decided;
  const id = newId();
  return {
    type: 'accepted',
    id,
    at,
    ...(key !== undefined && { key }),
    bodyHash,
    attemptId: request.foreign_id ?? id,
    to: request.to,
    content: request.tts_body === undefined ? { audio: request.media_id ?? '' } : { text: request.tts_body },
    ...(request.callback_url !== undefined && { callbackUrl: request.callback_url }),
    outcome: outcome.label,
    reason: outcome.reason,
    code: outcome.code,
  };
}

/** Hashes a body independently of the order of its fields. */
function hashOf(request: DropRequest): string {
  const fields = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64');
}
