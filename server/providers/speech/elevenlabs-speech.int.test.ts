import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderRejected, ProviderUnavailable } from '../errors.ts';
import { createElevenLabsSpeech } from './elevenlabs-speech.ts';

/** What the service is to answer next, and what it was asked. */
let answer: { status: number; body: string | Buffer };
let asked: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}[];

describe('ElevenLabs', () => {
  let server: Server;
  let baseUrl: string;
  const speech = () => createElevenLabsSpeech({ apiKey: 'the key', baseUrl });

  beforeAll(async () => {
    server = createServer((req, res) => {
      void text(req).then((body) => {
        asked.push({ method: req.method, url: req.url, headers: req.headers, body });
        res.writeHead(answer.status).end(answer.body);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('clones a recording', async () => {
    answer = { status: 200, body: '{"voice_id":"v1","requires_verification":false}' };
    expect(await speech().cloneVoice('Ann', Buffer.from('recording'))).toBe('v1');
    expect(asked).toMatchObject([
      { method: 'POST', url: '/v1/voices/add', headers: { 'xi-api-key': 'the key' } },
    ]);
    expect(asked[0]?.body).toContain('name="name"\r\n\r\nAnn');
    expect(asked[0]?.body).toMatch(
      /name="files\[\]"; filename="voice.mp3"\r\nContent-Type: audio\/mpeg\r\n\r\nrecording/,
    );
  });

  test('speaks', async () => {
    answer = { status: 200, body: Buffer.from([1, 2, 255]) };
    expect(await speech().speak('a/b', 'Hello')).toEqual(Buffer.from([1, 2, 255]));
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/v1/text-to-speech/a%2Fb?output_format=mp3_44100_128',
        headers: { 'content-type': 'application/json' },
      },
    ]);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ text: 'Hello' });
  });

  test('deletes a voice', async () => {
    answer = { status: 200, body: '{"status":"ok"}' };
    await speech().deleteVoice('v1');
    expect(asked).toMatchObject([{ method: 'DELETE', url: '/v1/voices/v1' }]);
  });

  test('keeps the reason of a refusal', async () => {
    answer = { status: 400, body: '{"detail":{"status":"voice_limit_reached","message":"No more voices."}}' };
    const refused = speech().cloneVoice('Ann', Buffer.from('x'));
    await expect(refused).rejects.toBeInstanceOf(ProviderRejected);
    await expect(refused).rejects.toMatchObject({
      message: 'No more voices.',
      vendorCode: 'voice_limit_reached',
    });
  });

  test.each([429, 500, 503])('%d may pass', async (status) => {
    answer = { status, body: 'busy' };
    await expect(speech().speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('no answer may pass', async () => {
    const nowhere = createElevenLabsSpeech({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.speak('v1', 'Hello')).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
