import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderRejected, ProviderUnavailable } from '../errors.ts';
import { speechContract } from './contract.ts';
import { createElevenLabsSpeech } from './elevenlabs-speech.ts';
import { API_KEY, startElevenLabsStub, type ElevenLabsStub } from './testing/elevenlabs-stub.ts';

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

  test('keeps the reason of a refusal', async () => {
    const refused = speech().speak('nobody/else', 'Hello');
    await expect(refused).rejects.toBeInstanceOf(ProviderRejected);
    await expect(refused).rejects.toMatchObject({
      message: 'A voice with the ID nobody/else was not found.',
      vendorCode: 'voice_not_found',
    });
  });

  test.each([
    ['{"detail":"Too long"}', 'Too long'],
    ['{"detail":[{"loc":["body"],"msg":"Too long"},{"msg":"Too loud"}]}', 'Too long; Too loud'],
    ['<html>', 'ElevenLabs returned status 422'],
  ])('reads the refusal %s', async (body, message) => {
    stub.respondNext(422, body);
    const refused = speech().cloneVoice('Ana', Buffer.from('x'));
    await expect(refused).rejects.toBeInstanceOf(ProviderRejected);
    await expect(refused).rejects.toMatchObject({ message, vendorCode: '422' });
  });

  test('retries while too many requests are in progress', async () => {
    const voice = await speech().cloneVoice('Ana', Buffer.from('x'));
    const before = stub.requests;
    for (const status of ['too_many_concurrent_requests', 'system_busy'])
      stub.respondNext(429, JSON.stringify({ detail: { status, message: 'Wait' } }));
    await expect(speech().speak(voice, 'Hello')).resolves.toBeInstanceOf(Buffer);
    expect(stub.requests - before).toBe(3);
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

  test.each([
    [401, 'quota_exceeded'],
    [402, 'payment_required'],
  ])('rejects the account error %d %s as unavailable', async (status, code) => {
    stub.respondNext(status, JSON.stringify({ detail: { status: code, message: 'Pay' } }));
    const refused = speech().speak('v1', 'Hello');
    await expect(refused).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(refused).rejects.toMatchObject({ vendorCode: code });
  });

  test('rejects a wrong key as unavailable', async () => {
    await expect(speech('another').speak('v1', 'Hello')).rejects.toMatchObject({
      name: 'ProviderUnavailable',
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
