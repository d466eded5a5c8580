import { z } from 'zod';
import { optional } from '#shared/schemas/options.ts';
import { givenPasswordSchema, passwordSchema } from './auth.ts';
import { secondFactorCodeSchema } from './second-factor.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

export const changePasswordInput = z.strictObject({
  current_password: givenPasswordSchema.describe('The current password'),
  password: passwordSchema,
});

/** The password, or a code where two-step verification is on. */
export const reauthenticateInput = z.strictObject({
  password: optional(givenPasswordSchema),
  code: optional(secondFactorCodeSchema),
});

/** A signed-in browser. Times are ISO times. */
export const signedInDeviceSchema = z.object({
  id: z.string(),
  /** For example "Firefox 140"; `null` if the browser did not identify itself. */
  browser: z.string().nullable(),
  /** For example "macOS". */
  system: z.string().nullable(),
  /** The IPv4 address or IPv6 /64 of the sign-in. */
  network: z.string(),
  /** The country, or "This network"; `null` if unknown. */
  place: z.string().nullable(),
  signed_in_at: isoTime,
  last_seen_at: isoTime,
  /** Whether the call came from this browser. */
  current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof signedInDeviceSchema>;

export const signedInDevicesOutput = z.object({ devices: z.array(signedInDeviceSchema) });
export const deviceRef = z.strictObject({ id: z.string() });
