import { z } from 'zod';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '../errors.ts';
import { parseJson } from '../parse-json.ts';

/**
 * The error of a response: an object with `code` and `type`, or `status` in the earlier form; a text; or a list of fields
 * (elevenlabs.io/docs/eleven-api/resources/errors).
 */
const failure = z.object({
  detail: z.union([
    z.object({
      type: z.string().nullish(),
      code: z.string().nullish(),
      status: z.string().nullish(),
      message: z.string().nullish(),
    }),
    z.string().transform((message) => ({ message })),
    z
      .array(z.object({ msg: z.string() }))
      .min(1)
      .transform((fields) => ({ message: fields.map(({ msg }) => msg).join('; ') })),
  ]),
});

/** What the vendor calls the kind of an error, if it does. */
interface Detail {
  type?: string | null | undefined;
  code?: string | null | undefined;
  status?: string | null | undefined;
  message?: string | null | undefined;
}

/** The account has as many voices as its plan allows, or has made as many changes this month. */
const FULL = new Set(['voice_limit_reached', 'max_voice_limit_reached', 'voice_add_edit_limit_reached']);

/** Key, plan and credits. */
const ACCOUNT_CODES = new Set([
  ...['invalid_api_key', 'missing_api_key', 'missing_permissions', 'insufficient_permissions'],
  ...['can_not_use_instant_voice_cloning', 'paid_plan_required', 'subscription_required'],
  ...['feature_not_available', 'quota_exceeded', 'insufficient_credits', 'needs_authorization'],
]);
const ACCOUNT_TYPES = new Set(['authentication_error', 'authorization_error', 'payment_required']);
const ACCOUNT_STATUSES = new Set([401, 402, 403]);

/** Statuses of what passes by itself: time-outs, a conflict with a request in progress, the rate limit. */
const PASSING_STATUSES = new Set([408, 409, 425, 429]);

/** Why a recording or a text is refused, by the vendor's code. */
const REFUSALS: Readonly<Record<string, string>> = {
  voice_not_found: 'The voice does not exist any more.',
  voice_does_not_exist: 'The voice does not exist any more.',
  invalid_voice_id: 'The voice does not exist any more.',
  voice_not_detected: 'No voice was found in the recording.',
  invalid_audio: 'The recording is damaged.',
  invalid_audio_format: 'The recording is not an MP3 file.',
  invalid_file_type: 'The recording is not an MP3 file.',
  audio_too_short: 'The recording is too short.',
  audio_too_long: 'The recording is too long.',
  request_too_large: 'The recording is too large.',
  empty_text: 'The text is empty.',
  input_text_empty: 'The text is empty.',
  text_too_long: 'The text is too long.',
  max_character_limit_exceeded: 'The text is too long.',
  invalid_text: 'The text has characters that cannot be spoken.',
};
const REFUSED = 'The voice service refuses it.';

const FULL_TEXT = 'The voice service is full.';
const ACCOUNT_TEXT = 'The voice service cannot be used at the moment.';
const BUSY_TEXT = 'The voice service is busy.';

/**
 * Maps a response other than 2xx to whose fault it is: of Hark's account, passing, or of the voice, the recording or the
 * text. The vendor's own text is in the cause.
 */
export async function elevenLabsError(response: Response): Promise<ProviderRejected | ProviderUnavailable> {
  const detail: Detail =
    failure.safeParse(parseJson(await response.text().catch(() => ''))).data?.detail ?? {};
  const { status } = response;
  const codes = [detail.code, detail.status].filter((code) => typeof code === 'string');
  const code = codes[0] ?? String(status);
  const cause = new Error(detail.message ?? `ElevenLabs returned status ${String(status)}`);
  if (codes.some((one) => FULL.has(one))) return new ProviderAccountFault(FULL_TEXT, code, { cause });
  const isPassing = status >= 500 || status < 400 || PASSING_STATUSES.has(status);
  if (!isPassing && isOfAccount(status, detail.type, codes))
    return new ProviderAccountFault(ACCOUNT_TEXT, code, { cause });
  if (isPassing) return new ProviderUnavailable(BUSY_TEXT, code, { cause });
  const refusal = codes.find((one) => Object.hasOwn(REFUSALS, one));
  return new ProviderRejected(REFUSALS[refusal ?? ''] ?? REFUSED, code, { cause });
}

function isOfAccount(status: number, type: string | null | undefined, codes: readonly string[]): boolean {
  return (
    ACCOUNT_STATUSES.has(status) ||
    ACCOUNT_TYPES.has(type ?? '') ||
    codes.some((code) => ACCOUNT_CODES.has(code))
  );
}
