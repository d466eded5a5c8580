import { z } from 'zod';
import { API_KEY_AREAS } from '#shared/api-key-areas.ts';
import { isPlainText } from '#shared/messages/plain-text.ts';
import { withDefault } from '#shared/schemas/options.ts';
import { typedName } from '#shared/schemas/typed-text.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** Every key begins with this, so that scanners for leaked secrets find it. */
export const API_KEY_PREFIX = 'hark_';
/** What an API key may do: `read` permits GET requests only. */
export const API_KEY_SCOPES = ['read', 'prepare', 'full'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
/** The lifetimes on offer, in days; `null`: the key does not expire. */
export const API_KEY_LIFETIMES = [30, 90, 365, null] as const;
/** Requests that a key may send in a minute. */
export const API_KEY_REQUESTS_A_MINUTE = 600;
/** Maximum number of keys of a user, including expired ones. */
export const MAX_API_KEYS = 20;
export const API_KEY_NAME_LENGTH = 60;

export const apiKeyNameSchema = typedName()
  .min(1, 'A name is required')
  .max(API_KEY_NAME_LENGTH, `The name may have at most ${String(API_KEY_NAME_LENGTH)} characters`)
  .refine(isPlainText, 'The name may not contain line breaks or control characters');

const areas = z
  .array(z.enum(API_KEY_AREAS, { error: 'This is not an area of API keys' }))
  .max(API_KEY_AREAS.length, 'Name each area once')
  .transform((chosen) => API_KEY_AREAS.filter((area) => chosen.includes(area)));

export const createApiKeyInput = z.strictObject({
  name: apiKeyNameSchema,
  scope: z.enum(API_KEY_SCOPES, { error: 'Choose what the key may do' }),
  /** What the key is limited to; none: it reaches all. */
  areas: withDefault(areas, []),
  expires_in_days: z.literal([...API_KEY_LIFETIMES], { error: 'Choose when the key expires' }),
});

export const apiKeyRef = z.strictObject({ id: z.string() });

/** An API key without its secret. Times are ISO times. */
export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The beginning of the key, to recognise it by. */
  prefix: z.string(),
  scope: z.enum(API_KEY_SCOPES),
  /** What it is limited to; none: it reaches all. */
  areas: z.array(z.enum(API_KEY_AREAS)),
  created_at: isoTime,
  expires_at: isoTime.nullable(),
  expired: z.boolean(),
  last_used_at: isoTime.nullable(),
  /** The IPv4 address or IPv6 /64 of the last use. */
  last_used_from: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof apiKeySchema>;

export const apiKeysOutput = z.object({ api_keys: z.array(apiKeySchema) });
/** `key` is the secret; it is returned only here. */
export const createdApiKeyOutput = z.object({ key: z.string(), api_key: apiKeySchema });
export const revokedApiKeyOutput = z.object({ success: z.literal(true) });
