import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/lib/clock.ts';
import { newId, newSecret } from '#server/lib/ids.ts';
import type { CarrierReadModel } from './read-model.ts';
import type { CarrierLogRecord, TakenLine, WebhookLine } from './log-records.ts';
import type { FaultInjection } from './carrier-settings.ts';
import { failuresBeforeAccepting, outcomeOf, REFUSED, type Outcome } from './outcomes.ts';

/** The one pair of credentials that the local carrier knows. */
export const LOCAL_CREDENTIALS = { key: 'local-carrier', secret: 'local-carrier' } as const;

/** The body of `POST /rvm`, as far as the local carrier reads it. */
export const dropRequest = z.object({
  to: z.string().max(64),
  phone_line_id: z.string().max(256).optional(),
  tts_body: z.string().max(1_200).optional(),
  voice_id: z.string().max(256).optional(),
  media_id: z.string().max(256).optional(),
  audio_url: z.string().max(2_048).optional(),
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

/** Who asks, and under which idempotency key. */
export interface Caller {
  key: string | undefined;
  secret: string | undefined;
  idempotencyKey: string | undefined;
}

/** What a request to drop is answered: taken (202), for the first time or again, or an error (500). */
export type PlacementResponse = { taken: true; messageId: string; again: boolean } | { taken: false };

/** Where requests are taken. */
export interface DropHandler {
  /** Answers only when what was decided is on the disk. */
  take(request: DropRequest, caller: Caller): Promise<PlacementResponse>;
  subscribe(request: z.infer<typeof webhookRequest>): Promise<WebhookLine>;
}

export interface DropHandlerDeps {
  book: CarrierReadModel;
  clock: Clock;
  /** Writes a line down durably; resolves when it is on the disk. The book has it at once. */
  write(line: CarrierLogRecord): Promise<void>;
  /** Resolves when everything written so far is on the disk. */
  settled(): Promise<void>;
  settings: Pick<FaultInjection, 'funds'>;
  /** Told of each request that was taken, before it is answered. */
  onTaken(id: string): Promise<void>;
}

/** The desk of the local carrier: same key and body is one call, 202 says only that the request is in line (design §5). */
export function createDropHandler(deps: DropHandlerDeps): DropHandler {
  const { book, clock, write, settled, settings, onTaken } = deps;
  return {
    async take(request, caller) {
      const at = clock.now().getTime();
      const key = caller.idempotencyKey === '' ? undefined : caller.idempotencyKey;
      const bodyHash = hashOf(request);
      const holder = key === undefined ? undefined : book.holderOf(key, at);
      if (holder?.bodyHash === bodyHash) {
        await settled();
        return { taken: true, messageId: holder.id, again: true };
      }
      if (key !== undefined && book.failuresOf(key) < failuresBeforeAccepting(request.to)) {
        await write({ type: 'failed', key });
        return { taken: false };
      }
      const outcome =
        holder === undefined ? judge(request, caller, { book, settings }) : REFUSED.keyUsedBefore;
      const line = takenLine(request, { at, bodyHash, outcome, key: holder === undefined ? key : undefined });
      await write(line);
      await onTaken(line.id);
      return { taken: true, messageId: line.id, again: false };
    },
    async subscribe({ name, hook_url, event_types }) {
      const known = book.webhook();
      if (known?.url === hook_url) {
        await settled();
        return known;
      }
      const line: WebhookLine = {
        type: 'webhook',
        id: newId(),
        name,
        url: hook_url,
        events: event_types,
        secret: newSecret(),
      };
      await write(line);
      return line;
    },
  };
}

/** What becomes of a request whose key is new. */
function judge(
  request: DropRequest,
  caller: Caller,
  { book, settings }: Pick<DropHandlerDeps, 'book' | 'settings'>,
): Outcome {
  if (caller.key !== LOCAL_CREDENTIALS.key || caller.secret !== LOCAL_CREDENTIALS.secret)
    return REFUSED.credentials;
  if (request.phone_line_id === undefined) return REFUSED.noPhoneLine;
  const isSpoken = request.tts_body !== undefined && request.voice_id !== undefined;
  const isRecorded = request.media_id !== undefined && book.media(request.media_id)?.ready === true;
  if (!isSpoken && !isRecorded) return REFUSED.noContent;
  if (settings.funds !== undefined && book.dialled() >= settings.funds) return REFUSED.noFunds;
  return outcomeOf(request.to);
}

function takenLine(
  request: DropRequest,
  decided: { at: number; bodyHash: string; outcome: Outcome; key: string | undefined },
): TakenLine {
  const { at, bodyHash, outcome, key } = decided;
  const id = newId();
  return {
    type: 'taken',
    id,
    at,
    ...(key !== undefined && { key }),
    bodyHash,
    attemptId: request.foreign_id ?? id,
    to: request.to,
    content:
      request.tts_body === undefined
        ? { audio: request.media_id ?? request.audio_url ?? '' }
        : { text: request.tts_body },
    ...(request.callback_url !== undefined && { callbackUrl: request.callback_url }),
    ...outcome,
  };
}

/** A body's hash; the order of its fields says nothing. */
function hashOf(request: DropRequest): string {
  const fields = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64');
}
