import { z } from 'zod';
import { typedText } from '#shared/schemas/typed-text.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** Codes of an authenticator app have six digits; recovery codes are longer, with hyphens. */
export const secondFactorCodeSchema = typedText()
  .min(1, 'Enter the code')
  .max(40, 'This code is too long')
  .describe('The code of the authenticator app, or a recovery code, where two-step verification is on');

export const secondFactorCodeInput = z.strictObject({ code: secondFactorCodeSchema });

/** Whether two-step verification is on. Times are ISO times. */
export const secondFactorOutput = z.object({
  enabled_at: isoTime.nullable(),
  /** How many recovery codes are left. */
  recovery_codes: z.int(),
});
/** A new secret for the authenticator app: in base 32, and as the address in the QR code. */
export const secondFactorSetupOutput = z.object({ secret: z.string(), uri: z.string() });
/** The codes are returned only here. */
export const recoveryCodesOutput = z.object({ recovery_codes: z.array(z.string()) });
