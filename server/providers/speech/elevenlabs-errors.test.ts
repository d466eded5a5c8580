import { expect, test } from 'vitest';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '../errors.ts';
import { elevenLabsError } from './elevenlabs-errors.ts';

const errorOf = (status: number, detail: unknown) =>
  elevenLabsError(new Response(JSON.stringify({ detail }), { status }));

test.each<[number, object]>([
  [401, {}],
  [402, {}],
  [403, {}],
  ...['authentication_error', 'authorization_error', 'payment_required'].map((type): [number, object] => [
    400,
    { type },
  ]),
  ...[
    ...['invalid_api_key', 'missing_api_key', 'missing_permissions', 'insufficient_permissions'],
    ...['can_not_use_instant_voice_cloning', 'paid_plan_required', 'subscription_required'],
    ...['feature_not_available', 'quota_exceeded', 'insufficient_credits', 'needs_authorization'],
  ].flatMap((code): [number, object][] => [
    [400, { code }],
    [422, { status: code }],
  ]),
])('%i with %j is a fault of the account', async (status, detail) => {
  const error = await errorOf(status, detail);
  expect(error).toBeInstanceOf(ProviderAccountFault);
  expect(error.message).toBe('The voice service cannot be used at the moment.');
});

test.each(['voice_limit_reached', 'max_voice_limit_reached', 'voice_add_edit_limit_reached'])(
  '%s says that the service is full',
  async (code) => {
    for (const status of [400, 429, 500]) {
      const error = await errorOf(status, { code });
      expect(error).toBeInstanceOf(ProviderAccountFault);
      expect(error.message).toBe('The voice service is full.');
    }
  },
);

test.each([399, 408, 409, 425, 429, 500, 503])('%i passes, whatever its type', async (status) => {
  const error = await errorOf(status, { type: 'authorization_error', code: 'x' });
  expect(error).not.toBeInstanceOf(ProviderAccountFault);
  expect(error).toBeInstanceOf(ProviderUnavailable);
  expect(error).toMatchObject({ message: 'The voice service is busy.', vendorCode: 'x' });
});

test.each([
  [['voice_not_found', 'voice_does_not_exist', 'invalid_voice_id'], 'The voice does not exist any more.'],
  [['voice_not_detected'], 'No voice was found in the recording.'],
  [['invalid_audio'], 'The recording is damaged.'],
  [['invalid_audio_format', 'invalid_file_type'], 'The recording is not an MP3 file.'],
  [['audio_too_short'], 'The recording is too short.'],
  [['audio_too_long'], 'The recording is too long.'],
  [['request_too_large'], 'The recording is too large.'],
  [['empty_text', 'input_text_empty'], 'The text is empty.'],
  [['text_too_long', 'max_character_limit_exceeded'], 'The text is too long.'],
  [['invalid_text'], 'The text has characters that cannot be spoken.'],
  [['toString', 'anything'], 'The voice service refuses it.'],
])('%j is refused with: %s', async (codes, message) => {
  for (const code of codes) {
    expect(await errorOf(400, { code })).toMatchObject({ message, vendorCode: code });
    expect(await errorOf(422, { status: code })).toMatchObject({ message, vendorCode: code });
    expect(await errorOf(404, { code })).toBeInstanceOf(ProviderRejected);
  }
});

test.each([
  ['too loud', 'too loud'],
  [[{ msg: 'one' }, { msg: 'two' }], 'one; two'],
  [{ message: 'own words' }, 'own words'],
  [undefined, 'ElevenLabs returned status 400'],
])('the text of the vendor, %j, is in the cause', async (detail, message) => {
  expect(await errorOf(400, detail)).toMatchObject({ vendorCode: '400', cause: { message } });
});
