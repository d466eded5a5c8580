import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createConnection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseEnv } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { proxiedAgents, type CreateAgents } from '#server/platform/lib/outgoing/agents.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import { createS3Objects } from '#server/providers/objects/s3-objects.ts';
import { createStripeGateway } from '#server/providers/payments/stripe-gateway.ts';
import { speechContract } from '#server/providers/speech/contract.ts';
import { createElevenLabsSpeech } from '#server/providers/speech/elevenlabs-speech.ts';
import { API_KEY, startElevenLabsStub } from '#server/providers/speech/testing/elevenlabs-stub.ts';
import { startConnectProxy, type ConnectProxy } from '#server/testing/fakes/connect-proxy.ts';
import { certificate, key } from '#server/testing/fakes/test-certificate.ts';
import { createSendRequest } from '#server/features/webhooks/delivery/send-request.ts';
import { createInstruments } from '#server/app/instruments.ts';
import { composeProviders } from './providers.ts';

/** What each provider answers to one call. */
const ANSWERS: Readonly<Record<string, string>> = {
  'api.stripe.com': JSON.stringify({ id: 'cus_1', object: 'customer', metadata: { uid: 'u1' } }),
  'api.elevenlabs.io': JSON.stringify({ voices: [] }),
  'api-v2.dropcowboy.com': JSON.stringify({ data: [] }),
  'hark-objects.s3.eu-west-1.amazonaws.com': 'a recording',
};
const AUTHORITIES = Object.keys(ANSWERS).map((host) => `${host}:443`);

/** The targets that the proxy knows; another one is answered with 502. */
const ports = new Map<string, number>();
let providers: Server;
let proxy: ConnectProxy;

async function serve(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

beforeAll(async () => {
  const answer: RequestListener = (req, res) => {
    req.resume().on('end', () => res.end(ANSWERS[req.headers.host ?? '']));
  };
  providers = createServer({ key, cert: certificate }, answer);
  const port = await serve(providers);
  for (const authority of AUTHORITIES) ports.set(authority, port);
  proxy = await startConnectProxy((target) => ports.get(target));
});

beforeEach(() => {
  proxy.asked.length = 0;
});

afterAll(async () => {
  stop(providers);
  await proxy.close();
});

/** Agents of the proxy that trust the certificate of this test. */
function throughProxy(...except: string[]): CreateAgents {
  const address = new URL(proxy.url);
  const create = proxiedAgents({ https: address, http: address, except });
  return (options) => create({ ...options, ca: certificate });
}

describe('through a proxy', () => {
  test('a call of each provider arrives, with the certificate of the provider', async () => {
    const createAgents = throughProxy();
    const gateway = createStripeGateway({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', createAgents });
    expect(await gateway.payerOf('cus_1')).toBe('u1');
    const speech = createElevenLabsSpeech({ apiKey: 'key', createAgents });
    expect(await speech.findVoices('tag')).toEqual([]);
    const account = {
      key: 'key',
      secret: 'secret',
      phoneLineId: 'line',
      callbackUrl: 'https://hark.example',
    };
    const carrier = createDropCowboyCarrier({ ...account, clock: systemClock, createAgents });
    await carrier.deleteMedia('m1');
    carrier.close();
    const bucket = { bucket: 'hark-objects', region: 'eu-west-1', encryption: 'AES256' } as const;
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const store = await createS3Objects({ ...bucket, credentials, createAgents });
    expect(String(await store.read('a.mp3'))).toBe('a recording');
    store.close();
    expect(proxy.asked).toEqual(AUTHORITIES);
  });

  test('a call to what NO_PROXY names goes there itself', async () => {
    const stub = await startElevenLabsStub();
    // Leads to this machine, and is no loopback address.
    const baseUrl = stub.baseUrl.replace('127.0.0.1', '0.0.0.0');
    const speech = (...except: string[]) =>
      createElevenLabsSpeech({ apiKey: API_KEY, baseUrl, createAgents: throughProxy(...except) });
    expect(await speech('0.0.0.0').findVoices('tag')).toEqual([]);
    expect([stub.requests.length, proxy.asked]).toEqual([1, []]);
    await expect(speech('10.0.0.0/8').findVoices('tag')).rejects.toMatchObject({
      name: 'ProviderUnavailable',
    });
    expect([stub.requests.length, proxy.asked]).toEqual([1, [new URL(baseUrl).host]]);
    await stub.stop();
  });

  speechContract('ElevenLabs', async () => {
    const stub = await startElevenLabsStub();
    ports.set('speech.example:80', Number(new URL(stub.baseUrl).port));
    const options = { apiKey: API_KEY, baseUrl: 'http://speech.example', createAgents: throughProxy() };
    return { speech: createElevenLabsSpeech(options), stop: () => stub.stop() };
  });
});

const LIVE = {
  NODE_ENV: 'test',
  HARK_ALLOW_TEST_PAYMENTS: '1',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  DROPCOWBOY_KEY: 'key',
  DROPCOWBOY_SECRET: 'secret',
  DROPCOWBOY_PHONE_LINE_ID: 'line',
  ELEVENLABS_API_KEY: 'key',
  SMTP_URL: 'smtp://127.0.0.1:1',
  S3_BUCKET: 'hark-objects',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 'b',
  PUBLIC_URL: 'https://hark.example',
};

/** Calls each provider of the settings once. Nobody trusts the certificate here, so that all calls fail. */
async function callEach(settings: Record<string, string>): Promise<void> {
  const connection = createConnection();
  const composed = await composeProviders({
    env: parseEnv({ ...LIVE, ...settings }),
    connection,
    clock: systemClock,
    log: createLogger('silent'),
    baseUrl: LIVE.PUBLIC_URL,
    ownUrl: LIVE.PUBLIC_URL,
    callbackSecret: 'secret',
    onLost: () => undefined,
  });
  const { payments, speech, carrier, objects } = composed;
  const calls = [
    () => payments.payerOf('cus_1'),
    () => speech.findVoices('tag'),
    () => carrier.deleteMedia('m1'),
    () => objects.store.read('a.mp3'),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'ProviderUnavailable' });
  await composed.close();
  await connection.close();
}

describe('the settings', () => {
  test('send the calls of every provider to HTTPS_PROXY', async () => {
    await callEach({ HTTPS_PROXY: proxy.url });
    expect([...new Set(proxy.asked)].toSorted()).toEqual(AUTHORITIES.toSorted());
  });

  test('send traces to HTTP_PROXY, unless NO_PROXY or loopback excepts the collector', async () => {
    const received: unknown[] = [];
    const collector = createHttpServer((req, res) => {
      void json(req).then((body) => {
        received.push(body);
        res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const port = await serve(collector);
    ports.set('collector.example:4318', port);
    const trace = async (host: string) => {
      const OTEL_EXPORTER_OTLP_ENDPOINT = `http://${host}`;
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT, HTTP_PROXY: proxy.url, NO_PROXY: '0.0.0.0' };
      const { instruments } = await createInstruments(parseEnv(settings));
      instruments.tracing.open({ name: 'work', kind: 'internal' }, (span) => {
        span.end();
      });
      await instruments.tracing.close();
    };
    await trace('collector.example:4318');
    expect([received.length, proxy.asked]).toEqual([1, ['collector.example:4318']]);
    // The last one leads to this machine, and is no loopback address.
    for (const host of ['127.0.0.1', '0.0.0.0']) await trace(`${host}:${String(port)}`);
    expect([received.length, proxy.asked.length]).toEqual([3, 1]);
    stop(collector);
  });
});

test('a webhook goes to the checked address of its endpoint, and never through a proxy', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, proxy.url);
  const hosts: unknown[] = [];
  const endpoint = createHttpServer((req, res) => {
    hosts.push(req.headers.host);
    res.end();
  });
  const url = `http://hooks.example:${String(await serve(endpoint))}/`;
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
  const send = createSendRequest({ loopback: false, allowedNetworks: ['127.0.0.0/8'] }, resolve);
  const sent = await send({ url, headers: {}, body: '{}' }, new AbortController().signal);
  expect(sent).toMatchObject({ delivered: true, status: 200 });
  expect([hosts, proxy.asked]).toEqual([[new URL(url).host], []]);
  vi.unstubAllEnvs();
  stop(endpoint);
});
