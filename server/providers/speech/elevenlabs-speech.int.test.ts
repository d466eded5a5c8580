import voiceLimit from '#shared/fixtures/world/vendors/19-voice-limit.json' with { type: 'json' };
import needsVerification from '#shared/fixtures/world/vendors/19-needs-verification.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderRejected, ProviderUnavailable } from '../errors.ts';
import { speechContract } from './contract.ts';
import { createElevenLabsSpeech } from './elevenlabs-speech.ts';
import { taggedName } from './port.ts';
import { API_KEY, startElevenLabsStub, type ElevenLabsStub } from './testing/elevenlabs-stub.ts';

const FULL = 'The voice service is full.';
const ACCOUNT = 'The voice service cannot be used at the moment.';
const BUSY = 'The voice service is busy.';
const [ours, passing, final] = ['ProviderAccountFault', 'ProviderUnavailable', 'ProviderRejected'];

/** Responses in the vendor's earlier form (`status`) and its present one (`type`, `code`), and whose fault each is. */
const ERRORS = [
  error(400, voiceLimit.detail, ours, FULL),
  error(400, { status: 'max_voice_limit_reached', message: 'Upgrade' }, ours, FULL),
  error(403, { status: 'voice_add_edit_limit_reached', message: 'Upgrade' }, ours, FULL),
  error(400, { status: 'can_not_use_instant_voice_cloning', message: 'Upgrade' }, ours, ACCOUNT),
  error(400, { type: 'payment_required', code: 'paid_plan_required', message: 'Upgrade' }, ours, ACCOUNT),
  error(401, { status: 'quota_exceeded', message: 'Quota' }, ours, ACCOUNT),
  error(402, { type: 'payment_required', code: 'insufficient_credits', message: 'Pay' }, ours, ACCOUNT),
  error(403, { type: 'authorization_error', code: 'feature_not_available', message: 'Plan' }, ours, ACCOUNT),
  error(429, { type: 'rate_limit_error', code: 'concurrent_limit_exceeded', message: 'Wait' }, passing, BUSY),
  error(408, { message: 'Too slow' }, passing, BUSY),
  error(425, { message: 'Too early' }, passing, BUSY),
  error(409, { type: 'conflict', code: 'already_processing', message: 'Wait' }, passing, BUSY),
  error(503, { type: 'service_unavailable', code: 'maintenance', message: 'Later' }, passing, BUSY),
  error(400, { type: 'validation_error', code: 'audio_too_short' }, final, 'The recording is too short.'),
  error(400, { code: 'toString' }, final, 'The voice service refuses it.'),
] as const;

function error(
  status: number,
  detail: { type?: string; code?: string; status?: string; message?: string },
  kind: string | undefined,
  text: string,
) {
  return { status, body: { detail }, kind, vendorCode: detail.code ?? detail.status ?? String(status), text };
}

speechContract('ElevenLabs', async () => {
  const stub = await startElevenLabsStub();
  const { baseUrl } = stub;
  return { speech: createElevenLabsSpeech({ apiKey: API_KEY, baseUrl }), stop: () => stub.stop() };
});

describe('ElevenLabs', () => {
  let stub: ElevenLabsStub;
  const speech = (apiKey = API_KEY) =>
    createElevenLabsSpeech({ apiKey, baseUrl: stub.baseUrl, retryDelaysMs: [1, 1] });

  beforeAll(async () => {
    stub = await startElevenLabsStub();
  });
  afterAll(() => stub.stop());

  test('gives a refusal a text of ours and keeps the code of the vendor', async () => {
    const refused = speech().speak('nobody/else', 'Hello');
    await expect(refused).rejects.toBeInstanceOf(ProviderRejected);
    await expect(refused).rejects.toMatchObject({
      message: 'The voice does not exist any more.',
      vendorCode: 'voice_not_found',
    });
  });

  test.each(ERRORS)(
    'treats $status $body.detail as $kind',
    async ({ status, body, kind, vendorCode, text }) => {
      for (let asked = 0; asked < 3; asked++) stub.respondNext(status, JSON.stringify(body));
      const refused = speech().cloneVoice('Ana', Buffer.from('x'));
      await expect(refused).rejects.toMatchObject({ name: kind, vendorCode, message: text });
      stub.forget();
    },
  );

  test.each(['<html>', '{}', '{"detail":null}', ''])('reads the refusal %j without a code', async (body) => {
    stub.respondNext(422, body);
    await expect(speech().cloneVoice('Ana', Buffer.from('x'))).rejects.toMatchObject({
      name: 'ProviderRejected',
      vendorCode: '422',
      message: 'The voice service refuses it.',
    });
  });

  test('a clone is not ready before the account has verified it', async () => {
    stub.respondNext(200, JSON.stringify(needsVerification));
    expect(await speech().cloneVoice('Ana', Buffer.from('x'))).toEqual({ id: 'voiceCase19', isReady: false });
    const found = (verification: object) =>
      JSON.stringify({
        voices: [{ voice_id: 'v1', name: taggedName('Ana', 'tag'), voice_verification: verification }],
      });
    stub.respondNext(200, found({ requires_verification: true, is_verified: false }));
    expect(await speech().findVoices('tag')).toEqual([{ id: 'v1', isReady: false }]);
    stub.respondNext(200, found({ requires_verification: true, is_verified: true }));
    expect(await speech().findVoices('tag')).toEqual([{ id: 'v1', isReady: true }]);
  });

  test('retries while too many requests are in progress', async () => {
    const voice = await speech().cloneVoice('Ana', Buffer.from('x'));
    const before = stub.requests.length;
    for (const status of ['too_many_concurrent_requests', 'system_busy'])
      stub.respondNext(429, JSON.stringify({ detail: { status, message: 'Wait' } }));
    await expect(speech().speak(voice.id, 'Hello')).resolves.toBeInstanceOf(Buffer);
    expect(stub.requests.length - before).toBe(3);
  });

  test('rejects as unavailable after the last retry', async () => {
    for (let i = 0; i < 3; i++)
      stub.respondNext(429, '{"detail":{"status":"too_many_concurrent_requests","message":"Wait"}}');
    const refused = speech().speak('v1', 'Hello');
    await expect(refused).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(refused).rejects.toMatchObject({ vendorCode: 'too_many_concurrent_requests' });
  });

  test.each([500, 503])('rejects status %d as unavailable', async (status) => {
    stub.respondNext(status, 'busy');
    await expect(speech().speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('a wrong key is a fault of our account', async () => {
    await expect(speech('another').speak('v1', 'Hello')).rejects.toMatchObject({
      name: 'ProviderAccountFault',
      vendorCode: 'invalid_api_key',
    });
  });

  test.each(['{}', '<html>'])('rejects the unreadable response %s as unavailable', async (body) => {
    stub.respondNext(200, body);
    await expect(speech().speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
    stub.respondNext(200, body);
    await expect(speech().cloneVoice('Ana', Buffer.from('x'))).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('rejects a refused connection as unavailable', async () => {
    const nowhere = createElevenLabsSpeech({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
