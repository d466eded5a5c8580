import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/platform/lib/clock.ts';
import { serveReports } from '#server/testing/http/serve-reports.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import { signatureOf } from '#server/providers/carrier/dropcowboy-reports.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import {
  startDropCowboyStub,
  STUB_CREDENTIALS,
  type DropCowboyStub,
} from '#server/testing/fakes/dropcowboy-stub.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { createCarrierWebhooks } from './carrier-webhooks.ts';
import { ReportRecorder } from './report-recorder.ts';

const SECRET = 'the-secret';
const NUMBER = '+12025551000';
const TOO_LARGE = 'x'.repeat(17 * 1024);

let system: TestSystem;
let stub: DropCowboyStub;
let node: CampaignNode;
let server: Server;
let signingSecret: string;
let user: SignedInUser;
let campaign: string;
/** Log lines about reports, and about internal errors. */
const logged: string[] = [];
const faults: string[] = [];
const clock = createTestClock();

beforeAll(async () => {
  [system, stub] = await Promise.all([startTestSystem(), startDropCowboyStub()]);
  const adapter = createDropCowboyCarrier({
    ...STUB_CREDENTIALS,
    baseUrl: stub.baseUrl,
    phoneLineId: 'line-1',
    callbackUrl: 'http://hark.example/webhooks/carrier/secret',
    clock: systemClock,
  });
  node = await system.startNode({ carrier: () => silentCarrier(adapter) });
  server = await serveWebhooks();
  await adapter.subscribe('http://hark.example/webhooks/carrier');
  signingSecret = stub.signingSecret();
  user = await node.subscriber('launch');
  const created = await node.as(user).create(draftOf(user, deliverableContacts(1)));
  campaign = created.campaign.id;
  await node.as(user).execute({ id: campaign });
  await node.drops.handlers.runCampaign(campaign, BUSY);
  adapter.close();
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await Promise.all([system.stop(), stub.close()]);
});

beforeEach(() => {
  // The signing secrets are fetched at most once per interval.
  clock.advance(60_000);
  logged.length = 0;
});

function serveWebhooks(): Promise<Server> {
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) });
  const recorder = new ReportRecorder({ ...node.engine, log, onRecorded: () => undefined });
  const webhooks = createCarrierWebhooks(
    { ...node.engine, log, clock },
    {
      recorder,
      secrets: [SECRET],
      renewSigningSecrets: () => Promise.resolve(),
    },
  );
  return serveReports(() => webhooks, pino({ level: 'error' }, { write: (line) => faults.push(line) }));
}

const origin = () => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

async function post(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin()}/webhooks${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  return { status: response.status, text: await response.text() };
}

const callback = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    foreign_id: `${campaign}-1-1`,
    phone_number: NUMBER,
    status: 'success',
    reason: '',
    reason_code: 0,
    ...changes,
  });

const HAPPENED_AT = Date.now();

const event = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    event_id: 'e1',
    event: 'contact.rvm.status',
    event_at: HAPPENED_AT,
    data: { status: 'success', reason: '', reason_code: 0, to: NUMBER, ...changes },
  });

function signed(body: string, { secret = signingSecret, age = 0 } = {}): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000) - age);
  return { 'x-timestamp': timestamp, 'x-signature': signatureOf(secret, timestamp, body) };
}

/** The call is unchanged, and no internal error was logged. */
async function expectNoChange(): Promise<void> {
  expect(faults).toEqual([]);
  const { contacts } = await node.as(user).contacts({ id: campaign });
  expect(contacts.map(({ status }) => status)).toEqual(['sending']);
}

describe('a callback', () => {
  it.each<[string, number, () => string | Buffer, Record<string, string>?]>([
    ['about an attempt of an unknown campaign', 404, () => callback({ foreign_id: 'unknown-1-1' })],
    ['about an unknown contact', 404, () => callback({ foreign_id: `${campaign}-2-1` })],
    ['about a future run', 404, () => callback({ foreign_id: `${campaign}-1-2` })],
    ['about an id in another format', 404, () => callback({ foreign_id: "'; drop\n--" })],
    ['about an id that is too long', 400, () => callback({ foreign_id: 'x'.repeat(300) })],
    ['about an operator', 400, () => callback({ foreign_id: { $ne: null } })],
    ['about nothing', 400, () => callback({ foreign_id: undefined })],
    ['with an unknown status', 400, () => callback({ status: 'ringing' })],
    ['with an unknown code', 400, () => callback({ reason_code: 1e9 })],
    ['with a code that is not a number', 400, () => callback({ reason_code: '0' })],
    ['with an invalid phone number', 400, () => callback({ phone_number: 'Ana' })],
    ['that is a list', 400, () => '[]'],
    ['that is null', 400, () => 'null'],
    ['that is not JSON', 400, () => '{"foreign_id":'],
    ['that is empty', 400, () => ''],
    ['that is not text', 400, () => Buffer.from([0xff, 0xfe, 0x00])],
    ['of another type', 400, () => callback(), { 'content-type': 'text/plain' }],
    ['in an unknown charset', 415, () => callback(), { 'content-type': 'application/json; charset=ebcdic' }],
    ['in an unknown encoding', 415, () => callback(), { 'content-encoding': 'lzma' }],
    ['with invalid gzip data', 415, () => 'not gzip', { 'content-encoding': 'gzip' }],
    ['that is huge', 413, () => callback({ reason: TOO_LARGE })],
    [
      'that is huge once decompressed',
      415,
      () => gzipSync(callback({ reason: TOO_LARGE })),
      { 'content-encoding': 'gzip' },
    ],
  ])('%s is refused with %i, logged once and ignored', async (_what, status, body, headers) => {
    const response = await post(`/carrier/${SECRET}`, body(), headers);
    expect(response.status).toBe(status);
    expect(response.text).not.toMatch(/ at .*\.[tj]s|node_modules/);
    expect(logged).toHaveLength(1);
    await expectNoChange();
  });

  it.each(['the-secreT', 'x', 'x'.repeat(5_000), '%00', '..%2f..'])('at %s is not found', async (path) => {
    expect((await post(`/carrier/${path}`, callback())).status).toBe(404);
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toContain(SECRET);
    await expectNoChange();
  });

  it('at a malformed path is refused', async () => {
    expect((await post('/carrier/%E0%A4%A', callback())).status).toBe(400);
    await expectNoChange();
  });

  it('that is cut off is logged once', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end(
      `POST /webhooks/carrier/${SECRET} HTTP/1.1\r\nhost: hark\r\ncontent-type: application/json\r\n` +
        'content-length: 200\r\n\r\n{"foreign_id":',
    );
    socket.on('error', () => undefined).resume();
    await vi.waitFor(() => {
      expect(logged).toHaveLength(1);
    });
    await expectNoChange();
  });
});

describe('a signed webhook', () => {
  it.each<[string, number, () => [body: string, headers?: Record<string, string>]]>([
    ['without a signature', 401, () => [event()]],
    ['signed with another secret', 401, () => [event(), signed(event(), { secret: 'another' })]],
    ['signed for another body', 401, () => [event(), signed(event({ to: '+12025550000' }))]],
    ['signed six minutes ago', 401, () => [event(), signed(event(), { age: 360 })]],
    ['signed six minutes in the future', 401, () => [event(), signed(event(), { age: -360 })]],
    ['without a timestamp', 401, () => [event(), { 'x-signature': signed(event())['x-signature'] ?? '' }]],
    [
      'with another signature version',
      401,
      () => [event(), { ...signed(event()), 'x-signature-version': 'v2' }],
    ],
    ['that is not JSON', 400, () => ['{"event":', signed('{"event":')]],
    ['that is a list', 400, () => ['[]', signed('[]')]],
    [
      'with an unknown status',
      400,
      () => [event({ status: 'ringing' }), signed(event({ status: 'ringing' }))],
    ],
    ['about an operator', 400, () => [event({ to: { $gt: '' } }), signed(event({ to: { $gt: '' } }))]],
    ['that is huge', 413, () => [event({ reason: TOO_LARGE }), signed(event({ reason: TOO_LARGE }))]],
  ])('%s is refused with %i, logged once and ignored', async (_what, status, made) => {
    const [body, headers] = made();
    expect((await post('/carrier', body, headers)).status).toBe(status);
    expect(logged).toHaveLength(1);
    await expectNoChange();
  });

  it.each(['contact.rvm.receipt', 'something.new'])(
    'about %s is not a report and is acknowledged',
    async (name) => {
      const body = JSON.stringify({ event: name, data: { to: NUMBER } });
      expect((await post('/carrier', body, signed(body))).status).toBe(200);
      await expectNoChange();
    },
  );

  it('about a number that is not called is acknowledged and ignored', async () => {
    const body = event({ to: '+12025559999' });
    expect((await post('/carrier', body, signed(body))).status).toBe(200);
    await expectNoChange();
  });
});

it('the valid report is still recorded afterwards, once', async () => {
  expect((await post(`/carrier/${SECRET}`, callback())).status).toBe(200);
  const late = callback({ status: 'failure', reason_code: 4006 });
  expect((await post(`/carrier/${SECRET}`, late)).status).toBe(200);
  const { contacts } = await node.as(user).contacts({ id: campaign });
  expect(contacts.map(({ status }) => status)).toEqual(['success']);
});
