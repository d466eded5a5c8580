import { z } from 'zod';

// The names are the format of existing journals: to rename a type or field, add it to `withCurrentNames`.

/** An accepted placement. Its outcome is decided here and reported later. */
const acceptedDrop = z.object({
  type: z.literal('accepted'),
  id: z.string(),
  at: z.number(),
  /** The idempotency key, present if this is the first request with it. */
  key: z.string().optional(),
  bodyHash: z.string(),
  attemptId: z.string(),
  to: z.string(),
  content: z.union([z.object({ text: z.string() }), z.object({ audio: z.string() })]),
  callbackUrl: z.string().optional(),
  /** The label of the outcome (`outcomes.ts`). */
  outcome: z.string(),
  reason: z.string(),
  code: z.number().nullable(),
});

/** A request with this key was rejected with 500 (numbers ending in 0009). */
const transientFailure = z.object({ type: z.literal('failed'), key: z.string() });

/** The call was made, or was rejected by its checks (`rang: false`). Its callback is sent once, right after. */
const callMade = z.object({ type: z.literal('called'), id: z.string(), at: z.number(), rang: z.boolean() });

/** An attempt to deliver the signed webhook; `done` if no other attempt follows. */
const webhookAttempt = z.object({
  type: z.literal('webhook-attempt'),
  id: z.string(),
  at: z.number(),
  tries: z.number(),
  done: z.boolean(),
});

/** A subscription to signed webhooks; replaces the previous one. */
const webhookSubscription = z.object({
  type: z.literal('webhook'),
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  secret: z.string(),
});

/** A recording was created with signed upload URLs. */
const mediaCreated = z.object({
  type: z.literal('media'),
  id: z.string(),
  at: z.number(),
  name: z.string(),
  /** Signs its upload URLs. */
  secret: z.string(),
});

/** The recording is uploaded; `text` is the text of its ID3 tag, if any. */
const mediaReady = z.object({ type: z.literal('ready'), id: z.string(), text: z.string().optional() });

/** The recording was deleted. */
const mediaDeleted = z.object({ type: z.literal('media-deleted'), id: z.string() });

const FORMER_TYPES: Readonly<Record<string, string>> = { taken: 'accepted', told: 'webhook-attempt' };
const formerRecord = z.looseObject({ type: z.string(), word: z.string().optional() });

/** Renames the types and fields of a record that an earlier version wrote. */
function withCurrentNames(json: unknown): unknown {
  const { type, word, ...fields } = formerRecord.parse(json);
  return { ...fields, type: FORMER_TYPES[type] ?? type, ...(word !== undefined && { outcome: word }) };
}

export const carrierLogRecord = z.preprocess(
  withCurrentNames,
  z.discriminatedUnion('type', [
    acceptedDrop,
    transientFailure,
    callMade,
    webhookAttempt,
    webhookSubscription,
    mediaCreated,
    mediaReady,
    mediaDeleted,
  ]),
);

/** A journal record, written before the carrier acts or responds. */
export type CarrierLogRecord = z.infer<typeof carrierLogRecord>;
export type AcceptedDropRecord = z.infer<typeof acceptedDrop>;
export type WebhookRecord = z.infer<typeof webhookSubscription>;
export type MediaLogRecord = z.infer<typeof mediaCreated>;
