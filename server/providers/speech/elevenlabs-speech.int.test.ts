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
    ['<html>', 'ElevenLabs answered 422'],
  ])('reads the refusal %s', async (body, message) => {
    stub.respondNext(422, body);
    const refused = speech().cloneVoice('Ana', Buffer.from('x'));
    await expect(refused).rejects.toBeInstanceOf(ProviderRejected);
    await expect(refused).rejects.toMatchObject({ message, vendorCode: '422' });
  });

  test('waits for its turn where too many are under way', async () => {
    const voice = await speech().cloneVoice('Ana', Buffer.from('x'));
    const before = stub.requests;
    for (const status of ['too_many_concurrent_requests', 'system_busy'])
      stub.respondNext(429, JSON.stringify({ detail: { status, message: 'Wait' } }));
    await expect(speech().speak(voice, 'Hello')).resolves.toBeInstanceOf(Buffer);
    expect(stub.requests - before).toBe(3);
  });

  test('gives up where the turn does not come', async () => {
    for (let i = 0; i < 3; i++)
      stub.respondNext(429, '{"detail":{"status":"too_many_concurrent_requests","message":"Wait"}}');
    const refused = speech().speak('v1', 'Hello');
    await expect(refused).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(refused).rejects.toMatchObject({ vendorCode: 'too_many_concurrent_requests' });
  });

  test.each([500, 503])('%d may pass', async (status) => {
    stub.respondNext(status, 'busy');
    await expect(speech().speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test.each([
    [401, 'quota_exceeded'],
    [402, 'payment_required'],
  ])('%d %s is about the account and may pass', async (status, code) => {
    stub.respondNext(status, JSON.stringify({ detail: { status: code, message: 'Pay' } }));
    const refused = speech().speak('v1', 'Hello');
    await expect(refused).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(refused).rejects.toMatchObject({ vendorCode: code });
  });

  test('a wrong key is no fault of the text', async () => {
    await expect(speech('another').speak('v1', 'Hello')).rejects.toMatchObject({
      name: 'ProviderUnavailable',
      vendorCode: 'invalid_api_key',
    });
  });

  test.each(['{}', '<html>'])('an answer %s that is no speech may pass', async (body) => {
    stub.respondNext(200, body);
    await expect(speech().speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
    stub.respondNext(200, body);
    await expect(speech().cloneVoice('Ana', Buffer.from('x'))).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('no answer may pass', async () => {
    const nowhere = createElevenLabsSpeech({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
