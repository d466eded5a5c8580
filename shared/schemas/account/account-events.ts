import { z } from 'zod';
import { listCursor } from '#shared/schemas/list-cursor.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** What the history of an account records. */
export const ACCOUNT_EVENT_TYPES = [
  'account_created',
  'signed_in',
  'sign_in_failed',
  'device_signed_out',
  'signed_out_everywhere',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_changed',
  'api_key_created',
  'api_key_first_used',
  'api_key_revoked',
  'second_factor_enabled',
  'second_factor_disabled',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'card_added',
  'card_removed',
  'default_card_changed',
  'plan_started',
  'plan_cancelled',
  'plan_resumed',
  'calling_settings_changed',
  'webhook_created',
  'webhook_changed',
  'webhook_secret_changed',
  'webhook_switched_off',
  'webhook_deleted',
  'export_requested',
  'deletion_requested',
  'support_action',
] as const;
export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** An event of an account as shown to its owner. */
export const accountEventSchema = z.object({
  id: z.string(),
  type: z.enum(ACCOUNT_EVENT_TYPES),
  /** ISO time; for counted events, of the first one. */
  at: isoTime,
  /** How often it happened within an hour. */
  count: z.int(),
  /** For example "Firefox 140"; `null` if unknown. */
  browser: z.string().nullable(),
  /** For example "macOS". */
  system: z.string().nullable(),
  /** IPv4 addresses and IPv6 /64s; none for what Hark or its support did. */
  networks: z.array(z.string()),
  /** Whether there were more networks than listed. */
  other_networks: z.boolean(),
  /** What it concerns, in words: the name of a key, say. */
  detail: z.string().nullable(),
});
export type AccountEventView = z.infer<typeof accountEventSchema>;

const PAGE_SIZE = 10;

export const accountEventsInput = z.object({
  cursor: listCursor.nullish(),
  limit: z.int().min(1).max(100).default(PAGE_SIZE),
});
/** A page of the history, newest first, and the cursor of the next. */
export const accountEventsOutput = z.object({
  events: z.array(accountEventSchema),
  next: z.string().nullable(),
});
