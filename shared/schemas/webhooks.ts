import { z } from 'zod';
import { isPlainText } from '../messages/plain-text.ts';
import { contactViewSchema } from './campaigns/campaign-contacts.ts';
import { campaignSchema } from './campaigns/campaigns.ts';
import { creditsOutput } from './billing/credits.ts';
import { contactListSchema } from './contact-lists.ts';
import { voiceSchema } from './voices.ts';
import { listCursor, MAX_LIST_LIMIT, nextPage } from './list-cursor.ts';
import { optional, withDefault } from '#shared/schemas/options.ts';
import { suppressionRemovalSchema, suppressionSchema } from './calling/suppressions.ts';
import { typedName, typedText } from '#shared/schemas/typed-text.ts';
import { isoTime } from './iso-time.ts';

/** What an endpoint can be sent. */
export const WEBHOOK_EVENTS = [
  'campaign.started',
  'campaign.paused',
  'campaign.resumed',
  'campaign.finished',
  'call.delivered',
  'call.failed',
  'credits.low',
  'suppression.added',
  'suppression.removed',
  'voice.ready',
  'voice.failed',
  'list.ready',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Name several events at once, with those of later versions. */
export const WEBHOOK_EVENT_PATTERNS = [
  '*',
  'campaign.*',
  'call.*',
  'credits.*',
  'suppression.*',
  'voice.*',
  'list.*',
] as const;
export type WebhookEventPattern = (typeof WEBHOOK_EVENT_PATTERNS)[number];
export const WEBHOOK_EVENT_CHOICES = [...WEBHOOK_EVENT_PATTERNS, ...WEBHOOK_EVENTS] as const;
export type WebhookEventChoice = (typeof WEBHOOK_EVENT_CHOICES)[number];

/** Whether a choice names several events. */
export function isEventPattern(choice: WebhookEventChoice): choice is WebhookEventPattern {
  return WEBHOOK_EVENT_PATTERNS.some((pattern) => pattern === choice);
}

/** Returns the events that a choice names. */
export function chosenEvents(choice: readonly WebhookEventChoice[]): WebhookEvent[] {
  const isNamed = (event: WebhookEvent) =>
    choice.some((one) => one === event || (one.endsWith('*') && event.startsWith(one.slice(0, -1))));
  return WEBHOOK_EVENTS.filter(isNamed);
}

/** The type of the event that `sendTest` sends; every endpoint takes it. */
export const TEST_EVENT = 'webhook.test';
export const WEBHOOK_EVENT_TYPES = [...WEBHOOK_EVENTS, TEST_EVENT] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The version of the payloads, as in the OpenAPI document. */
export const WEBHOOK_API_VERSION = '1.0.0';
/** A new secret begins with this, as Standard Webhooks has it; the key follows in base64. Secrets of before are any text. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
/** Maximum number of endpoints of a user. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
/** Maximum number of calls in one delivery. */
export const CALLS_PER_DELIVERY = 100;
/** Hours in which the secret before the last change still signs. */
export const OLD_SECRET_HOURS = 24;
/** Days for which deliveries are kept. */
export const DELIVERIES_KEPT_DAYS = 30;

/** Maximum number of deliveries that one replay sends again. */
export const MAX_REPLAYED = 1_000;

const MAX_URL_LENGTH = 2_000;
const MAX_DESCRIPTION_LENGTH = 200;

const webhookUrl = typedText()
  .min(1, 'A URL is required')
  .max(MAX_URL_LENGTH, 'The URL is too long')
  .refine((text) => URL.canParse(text), { error: 'Enter a URL such as https://example.com/hark' })
  .describe('The https URL that deliveries are posted to, on a public address');

const description = typedName()
  .max(MAX_DESCRIPTION_LENGTH, `Please use up to ${String(MAX_DESCRIPTION_LENGTH)} characters`)
  .refine(isPlainText, 'The description may not contain line breaks or control characters');

const events = z
  .array(z.enum(WEBHOOK_EVENT_CHOICES, { error: 'This is not an event of webhooks' }))
  .min(1, 'Choose at least one event')
  .max(WEBHOOK_EVENT_CHOICES.length, 'Name each event once')
  .transform((chosen) => WEBHOOK_EVENT_CHOICES.filter((event) => chosen.includes(event)))
  .describe(
    'What the endpoint is sent: events, or patterns such as `campaign.*` and `*`, which also name events that are added later',
  );

export const webhookRef = z.object({ id: z.string().max(64).describe('The id of the endpoint') });

export const createWebhookInput = z.strictObject({
  url: webhookUrl,
  description: withDefault(description, ''),
  events,
});

/** Changes to an endpoint; omitted fields are kept. */
export const updateWebhookInput = webhookRef
  .extend({
    url: optional(webhookUrl),
    description: optional(description),
    events: optional(events),
    enabled: optional(z.boolean()).describe('True switches it on again, and sends what waits'),
  })
  .strict();

/** An endpoint without its secret. Times are ISO times. */
export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_CHOICES)).describe('The events and patterns that were chosen'),
  enabled: z.boolean(),
  disabled_reason: z
    .enum(['owner', 'failing', 'gone'])
    .nullable()
    .describe(
      'Why it is off: by its owner, as every delivery failed for three days, or as it answered 410 Gone',
    ),
  disabled_at: isoTime.nullable(),
  created_at: isoTime,
  secret_changed_at: isoTime,
  old_secret_until: isoTime.nullable().describe('Until when the secret before also signs'),
  last_success_at: isoTime.nullable(),
  failing_since: isoTime
    .nullable()
    .describe('Since when every delivery fails; null where the last one arrived'),
});
export type WebhookView = z.infer<typeof webhookSchema>;

export const webhooksOutput = z.object({ webhooks: z.array(webhookSchema) });
export const webhookOutput = z.object({ webhook: webhookSchema });
/** `secret` is returned only here. */
export const webhookSecretOutput = z.object({
  webhook: webhookSchema,
  secret: z.string().describe('Signs the deliveries. It is shown only once'),
});
export const deletedWebhookOutput = z.object({ success: z.literal(true) });

/** What became of a delivery: not yet accepted, accepted (2xx), or given up after three days. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One request to an endpoint. */
export const deliveryAttemptSchema = z.object({
  at: isoTime,
  duration_ms: z.int(),
  response_status: z.int().nullable().describe('Null where there was no response'),
  error: z.string().nullable().describe('Why there was none, or why it counts as a failure'),
});

export const deliverySchema = z.object({
  id: z.string().describe('The id of the delivery'),
  event_id: z.string().describe('The `id` in the body; the same on every attempt and at every endpoint'),
  type: z.enum(WEBHOOK_EVENT_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  created_at: isoTime,
  delivered_at: isoTime.nullable(),
  attempts: z.int().describe('How many requests were made'),
  next_attempt_at: isoTime.nullable().describe('Null where none follows; later while the endpoint is down'),
  response_status: z.int().nullable().describe('Of the last response'),
  response_excerpt: z.string().nullable().describe('The beginning of the last response, up to 4,000 bytes'),
  error: z.string().nullable().describe('Of the last attempt; null where it was accepted'),
  campaign_id: z.string().nullable(),
});
export type DeliveryView = z.infer<typeof deliverySchema>;

/** A page of the deliveries of an endpoint, newest first. */
export const deliveriesInput = webhookRef.extend({
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries in this status'),
  cursor: listCursor.nullish(),
  limit: z.coerce.number().int().min(1).max(MAX_LIST_LIMIT).default(50),
});
export const deliveriesOutput = z.object({
  deliveries: z.array(deliverySchema),
  next: nextPage,
});

export const deliveryRef = webhookRef.extend({
  delivery: z.string().max(64).describe('The id of the delivery'),
});
/** One delivery with its body and its latest attempts. */
export const deliveryOutput = z.object({
  delivery: deliverySchema.extend({
    body: z.string().nullable().describe('What was sent; null once it is erased with its campaign'),
    recent_attempts: z.array(deliveryAttemptSchema).describe('Up to 20, the latest first'),
  }),
});
/** A test, or a delivery that is sent again; its result is in the log of deliveries. */
export const queuedDeliveryOutput = z.object({ success: z.literal(true), delivery: deliverySchema });

const time = z.iso
  .datetime({ offset: true, error: 'This is an ISO time such as 2026-11-29T12:00:00Z' })
  .transform((text) => new Date(text));
/** The ended deliveries of a time, which are sent again. */
export const replayInput = webhookRef
  .extend({
    from: time.describe('The deliveries that were stored at this ISO time or later'),
    to: time.describe('And before this one'),
    status: optional(z.enum(['delivered', 'failed'])).describe('Only deliveries that ended like this'),
  })
  .strict()
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'The end must be after the beginning' });
export const replayOutput = z.object({
  success: z.literal(true),
  replayed: z.int().describe('How many deliveries are sent again'),
});

const campaignData = z.object({ campaign: campaignSchema });
/** A call, as GET /api/campaigns/{id}/contacts/ returns it; events from before reasons had codes have none. */
export const reportedCallSchema = contactViewSchema.partial({ reason_code: true });
/** Calls of one campaign. */
const callsData = z.object({
  campaign_id: z.string(),
  campaign_name: z.string(),
  calls: z.array(reportedCallSchema).max(CALLS_PER_DELIVERY),
});
/** What became of the credits, as GET /{provider}/credits/ returns them. */
const creditsData = creditsOutput.extend({
  threshold: z.int().describe('The credits fell below this'),
});
const suppressionsData = z.object({ suppressions: z.array(suppressionSchema) });
const voiceData = z.object({ voice: voiceSchema });
const listData = z.object({ list: contactListSchema });
const removalsData = z.object({ suppressions: z.array(suppressionRemovalSchema) });

const head = {
  id: z.string().describe('Unique, and the same on every attempt: handle each id once'),
  created: isoTime,
  api_version: z.string(),
  sequence: z
    .int()
    .optional()
    .describe(
      'The number of the event at this endpoint: of two events, the one with the larger number is the later one. Numbers may be missing; events from before they existed have none',
    ),
};

function event<Type extends WebhookEventType, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({ ...head, type: z.literal(type), data });
}

/** The body of a delivery. */
export const webhookPayload = z.discriminatedUnion('type', [
  event('campaign.started', campaignData),
  event('campaign.paused', campaignData),
  event('campaign.resumed', campaignData),
  event('campaign.finished', campaignData),
  event('call.delivered', callsData),
  event('call.failed', callsData),
  event('credits.low', creditsData),
  event('suppression.added', suppressionsData),
  event('suppression.removed', removalsData),
  event('voice.ready', voiceData),
  event('voice.failed', voiceData),
  event('list.ready', listData),
  event(TEST_EVENT, z.object({ message: z.string() })),
]);
export type WebhookPayload = z.infer<typeof webhookPayload>;
