import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElevenLabsSpeech } from '#server/providers/speech/elevenlabs-speech.ts';
import { taggedName } from '#server/providers/speech/port.ts';
import {
  API_KEY,
  formOf,
  startElevenLabsStub,
  type ElevenLabsStub,
  type ReceivedRequest,
} from '#server/providers/speech/testing/elevenlabs-stub.ts';
import { installPackages } from './lib/packages.mjs';

const TIMEOUT_MS = 300_000;
const TAG = 'abc123';
const NAME = taggedName('Ana Núñez', TAG);
const RECORDING = Buffer.from([0xff, 0xfb, 0x90, 0xc4, 0, 13, 10, 255]);
const TEXT = 'Hello José, your plan ends on “Friday”.';

/** What of the vendor's client is used here. */
interface Sdk {
  voices: {
    ivc: {
      create(request: {
        name: string;
        files: File[];
      }): Promise<{ voiceId: string; requiresVerification: boolean }>;
    };
    search(request: { search: string; pageSize: number }): Promise<{ voices: { voiceId: string }[] }>;
    delete(voiceId: string): Promise<{ status: string }>;
  };
  textToSpeech: {
    convert(
      voiceId: string,
      request: { text: string; modelId: string; outputFormat: string },
    ): Promise<ReadableStream<Uint8Array>>;
  };
}
interface SdkModule {
  ElevenLabsClient: new (options: { apiKey: string; baseUrl: string; maxRetries: number }) => Sdk;
}

let stub: ElevenLabsStub;
let sdk: Sdk;
let speech: ReturnType<typeof createElevenLabsSpeech>;
/** A voice that exists. */
let voice: string;
beforeAll(async () => {
  const load = createRequire(await installPackages('vendors'));
  const { ElevenLabsClient } = load('@elevenlabs/elevenlabs-js') as SdkModule;
  stub = await startElevenLabsStub();
  const options = { apiKey: API_KEY, baseUrl: stub.baseUrl };
  sdk = new ElevenLabsClient({ ...options, maxRetries: 0 });
  speech = createElevenLabsSpeech({ ...options, retryDelaysMs: [] });
}, TIMEOUT_MS);
beforeEach(async () => {
  voice = (await sdk.voices.ivc.create({ name: NAME, files: [sampleFile()] })).voiceId;
});
afterAll(() => stub.stop());

const sampleFile = () => new File([RECORDING], 'voice.mp3', { type: 'audio/mpeg' });
const spoken = { text: TEXT, modelId: 'eleven_multilingual_v2', outputFormat: 'mp3_44100_128' };

/** Each call, by the vendor's client and by the adapter. */
const CALLS: readonly [name: string, bySdk: () => Promise<unknown>, byAdapter: () => Promise<unknown>][] = [
  [
    'voices.ivc.create',
    () => sdk.voices.ivc.create({ name: NAME, files: [sampleFile()] }),
    () => speech.cloneVoice(NAME, RECORDING),
  ],
  ['voices.search', () => sdk.voices.search({ search: TAG, pageSize: 100 }), () => speech.findVoices(TAG)],
  ['voices.delete', () => sdk.voices.delete('no/such voice'), () => speech.deleteVoice('no/such voice')],
  ['textToSpeech.convert', () => sdk.textToSpeech.convert(voice, spoken), () => speech.speak(voice, TEXT)],
];

/** Returns what a call sends: method, path, query, key and the fields of the body with their types. */
async function sentBy(call: () => Promise<unknown>): Promise<unknown> {
  const before = stub.requests.length;
  await call().catch(() => undefined);
  const [request, ...more] = stub.requests.slice(before);
  expect(more).toEqual([]);
  return fieldsOf(request ?? expect.fail('nothing was sent'));
}

async function fieldsOf({ method, url, headers, body }: ReceivedRequest): Promise<unknown> {
  const { pathname, searchParams } = new URL(url, stub.baseUrl);
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const sent = { method, pathname, query: [...searchParams].toSorted(), key: headers['xi-api-key'] };
  if (type === 'application/json') return { ...sent, type, body: JSON.parse(body.toString()) as unknown };
  if (type !== 'multipart/form-data') return { ...sent, body: body.toString() };
  const form = (await formOf(headers, body)) ?? expect.fail(body.toString());
  const parts = [...form].map(async ([name, part]) =>
    part instanceof File
      ? {
          name,
          file: part.name,
          type: part.type,
          bytes: Buffer.from(await part.arrayBuffer()).toString('hex'),
        }
      : { name, value: part },
  );
  return { ...sent, type, parts: await Promise.all(parts) };
}

it.each(CALLS)('%s of the SDK sends what the adapter sends', async (_name, bySdk, byAdapter) => {
  expect(await sentBy(byAdapter)).toEqual(await sentBy(bySdk));
});

it('the SDK reads the answers of the stub as the adapter does', async () => {
  const made = await sdk.voices.ivc.create({ name: NAME, files: [sampleFile()] });
  expect(made).toMatchObject({ voiceId: expect.any(String) as string, requiresVerification: false });
  const { voices } = await sdk.voices.search({ search: TAG, pageSize: 100 });
  expect(voices.map(({ voiceId }) => voiceId)).toEqual(expect.arrayContaining([voice, made.voiceId]));
  expect((await speech.findVoices(TAG)).map(({ id }) => id)).toEqual(voices.map(({ voiceId }) => voiceId));
  const recording = await new Response(await sdk.textToSpeech.convert(made.voiceId, spoken)).arrayBuffer();
  expect(await speech.speak(voice, TEXT)).toEqual(Buffer.from(recording));
  expect(await sdk.voices.delete(made.voiceId)).toEqual({ status: 'ok' });
});

/** An error in the vendor's present form, in its earlier one, as fields and as a text. */
const DETAILS = [
  [400, { type: 'validation_error', code: 'audio_too_short', message: 'Too short' }, 'audio_too_short'],
  [404, { status: 'voice_not_found', message: 'Not found' }, 'voice_not_found'],
  [422, [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }], '422'],
  [404, 'Not Found', '404'],
] as const;

describe('errors', () => {
  it.each(DETAILS)('%d with %j: the SDK and the adapter read the same', async (status, detail, code) => {
    const respond = () => stub.respondNext(status, JSON.stringify({ detail }));
    respond();
    const bySdk = sdk.voices.ivc.create({ name: NAME, files: [sampleFile()] });
    await expect(bySdk).rejects.toMatchObject({ statusCode: status, body: { detail } });
    respond();
    const byAdapter = speech.cloneVoice(NAME, RECORDING);
    await expect(byAdapter).rejects.toMatchObject({ name: 'ProviderRejected', vendorCode: code });
  });

  it('a missing voice and a wrong key of the stub are errors of the SDK', async () => {
    const refused = { statusCode: 404, body: { detail: { status: 'voice_not_found' } } };
    await expect(sdk.textToSpeech.convert('nobody', spoken)).rejects.toMatchObject(refused);
    await expect(sdk.voices.delete('nobody')).rejects.toMatchObject({ statusCode: 400 });
  });
});
