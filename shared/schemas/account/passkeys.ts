import { z } from 'zod';
import { isPlainText } from '#shared/messages/plain-text.ts';
import { typedName } from '#shared/schemas/typed-text.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** Maximum number of passkeys of a user. */
export const MAX_PASSKEYS = 20;

const base64url = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'must be base64url')
    .max(length);
const ID = base64url(1_400);
const credential = { id: ID, rawId: ID, type: z.literal('public-key') };

/** What a browser returns after it used a passkey (WebAuthn); binary values as base64url. */
export const passkeyUseInput = z.strictObject({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      // That of ML-DSA-87, the longest of an algorithm of WebAuthn, has 6,170.
      signature: base64url(7_000),
      userHandle: base64url(200).optional(),
    }),
  }),
});
export type PasskeyUse = z.infer<typeof passkeyUseInput>['response'];

/** What a browser returns after it created a passkey. */
export const addPasskeyInput = z.strictObject({
  name: typedName()
    .min(1, 'A name is required')
    .max(60, 'The name may have at most 60 characters')
    .refine(isPlainText, 'The name may not contain line breaks or control characters'),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(20_000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
});
export type NewPasskey = z.infer<typeof addPasskeyInput>['response'];

export const passkeyRef = z.strictObject({ id: ID });

/** A passkey. Times are ISO times. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
});
export type PasskeyView = z.infer<typeof passkeySchema>;

export const passkeysOutput = z.object({
  passkeys: z.array(passkeySchema),
  /** Where passkeys work: the origin of Hark; `null` if they cannot work, as its address is a number. */
  origin: z.string().nullable(),
});
export const passkeyOutput = z.object({ passkey: passkeySchema });
