import { z } from 'zod';

// The names of types and fields are the file format of existing journals: do not rename them.

/** An accepted placement. Its outcome is decided here and reported later. */
const acceptedDrop = z.object({
  type: z.literal('taken'),
  id: z.string(),
  at: z.number(),
  /** The idempotency key, present if this is the first request with it. */
  key: z.string().optional(),
  bodyHash: z.string(),
  attemptId: z.string(),
  to: z.string(),
  content: z.union([z.object({ text: z.string() }), z.object({ audio: z.string() })]),
  callbackUrl: z.string().optional(),
  word: z.string(),
  reason: z.string(),
  code: z.number().nullable(),
});

/** A request with this key was rejected with 500 (numbers ending in 0009). */
const transientFailure = z.object({ type: z.literal('failed'), key: z.string() });

/** The call was made, or was rejected by its checks (`rang: false`). Its callback is sent once, right after. */
const callMade = z.object({ type: z.literal('called'), id: z.string(), at: z.number(), rang: z.boolean() });

/** An attempt to deliver the signed webhook; `done` if no other attempt follows. */
const webhookAttempt = z.object({
  type: z.literal('told'),
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

export const carrierLogRecord = z.discriminatedUnion('type', [
  acceptedDrop,
  transientFailure,
  callMade,
  webhookAttempt,
  webhookSubscription,
  mediaCreated,
  mediaReady,
]);

/** A journal record, written before the carrier acts or responds. */
export type CarrierLogRecord = z.infer<typeof carrierLogRecord>;
export type AcceptedDropRecord = z.infer<typeof acceptedDrop>;
export type WebhookRecord = z.infer<typeof webhookSubscription>;
export type MediaLogRecord = z.infer<typeof mediaCreated>;
