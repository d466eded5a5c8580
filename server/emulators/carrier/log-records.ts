import { z } from 'zod';

/** A request to leave a voicemail, as it was taken. Its outcome is settled here and told later. */
const taken = z.object({
  type: z.literal('taken'),
  id: z.string(),
  at: z.number(),
  /** The idempotency key, where this request holds it, and what it stands for. */
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

/** A key was answered 500, as numbers ending in 0009 are at first. */
const failed = z.object({ type: z.literal('failed'), key: z.string() });

/** The phone was called (or the checks failed, `rang: false`). Its callback is tried right after, once, whatever comes. */
const called = z.object({ type: z.literal('called'), id: z.string(), at: z.number(), rang: z.boolean() });

/** The signed webhook was tried; `done` when it was taken, refused for good or tried for the last time. */
const told = z.object({
  type: z.literal('told'),
  id: z.string(),
  at: z.number(),
  tries: z.number(),
  done: z.boolean(),
});

/** Hark asked for signed webhooks at this address; takes the place of the one before. */
const webhook = z.object({
  type: z.literal('webhook'),
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  secret: z.string(),
});

/** An id and signed addresses were given out for a recording. */
const media = z.object({
  type: z.literal('media'),
  id: z.string(),
  at: z.number(),
  name: z.string(),
  /** What its addresses are signed with. */
  secret: z.string(),
});

/** The recording is there and can be sent; the words that are heard in it, where the carrier can tell. */
const ready = z.object({ type: z.literal('ready'), id: z.string(), text: z.string().optional() });

export const carrierLogRecord = z.discriminatedUnion('type', [
  taken,
  failed,
  called,
  told,
  webhook,
  media,
  ready,
]);

/** What the local carrier writes down before it acts or answers. */
export type CarrierLogRecord = z.infer<typeof carrierLogRecord>;
export type TakenLine = z.infer<typeof taken>;
export type WebhookLine = z.infer<typeof webhook>;
export type MediaLogRecord = z.infer<typeof media>;
