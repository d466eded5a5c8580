import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { serveReports } from '#server/testing/http/serve-reports.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { DropReport, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { createCarrierWebhooks } from './carrier-webhooks.ts';
import { ReportRecorder } from './report-recorder.ts';

const NUMBER = '12025551000';

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let server: Server;
let down = false;
/** Logged reasons of refused reports. */
const logged: string[] = [];
/** The signature that the adapter accepts; the carrier may have rotated its own. */
let known = 'right';
let atCarrier = 'right';
let renewals = 0;
let carrierAway = false;
interface Logged {
  why: string;
}

/** Parses signed webhooks whose body is the report; verifying signatures is the task of the real adapter. */
const readsBodies = (real: VoicemailCarrier): VoicemailCarrier => ({
  ...silentCarrier(real),
  parseSignedWebhook(headers, body) {
    if (headers['x-signature'] !== known) throw new AppError('UNAUTHENTICATED', 'The signature is wrong.');
    const { to, outcome, occurredAt, callId } = JSON.parse(body.toString()) as Partial<
      Record<string, string>
    >;
    if (outcome === undefined) return undefined;
    return {
      ...dropReport({ to: to ?? '', outcome: outcome as DropReport['outcome'], reportedAt: clock.now() }),
      ...(occurredAt !== undefined && { occurredAt: new Date(occurredAt) }),
      ...(callId !== undefined && { callId }),
    };
  },
});

beforeAll(async () => {
  system = await startTestSystem();
  clock = createTestClock();
  node = await system.startNode({ clock, carrier: readsBodies });
  const recorder = new ReportRecorder({ ...node.engine, onRecorded: () => undefined });
  const storing: Pick<ReportRecorder, 'record'> = {
    record: (report) => (down ? Promise.reject(new Error('connection closed')) : recorder.record(report)),
  };
  const log = pino({ level: 'warn' }, { write: (line) => logged.push((JSON.parse(line) as Logged).why) });
  const webhooks = createCarrierWebhooks({ ...node.engine, log }, webhookParts(storing));
  server = await serveReports(() => webhooks);
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await system.stop();
});

function webhookParts(recorder: Pick<ReportRecorder, 'record'>) {
  return {
    recorder,
    secrets: ['secret'],
    renewSigningSecrets() {
      renewals += 1;
      if (carrierAway) return Promise.reject(new ProviderUnavailable('carrier', 'unreachable'));
      known = atCarrier;
      return Promise.resolve();
    },
  };
}

async function post(path: string, body: unknown, signature = 'right'): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${String(port)}/webhooks${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body: JSON.stringify(body),
  });
  return response.status;
}

async function placedCampaign(user: SignedInUser): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

async function statusOf(user: SignedInUser, id: string): Promise<string | undefined> {
  return (await node.as(user).contacts({ id })).contacts[0]?.status;
}

const callback = (id: string) => ({
  foreign_id: `${id}-1-1`,
  phone_number: `+${NUMBER}`,
  status: 'success',
  reason: '',
  reason_code: 0,
});

describe('the signed webhook, which names a number only', () => {
  it('is recorded for the only open attempt to that number', async () => {
    const user = await node.subscriber('launch');
    const first = await placedCampaign(user);
    expect(await post('/carrier', { to: NUMBER, outcome: 'success' })).toBe(200);
    expect(await statusOf(user, first)).toBe('success');

    // A repetition may be about the call that has just closed.
    const second = await placedCampaign(user);
    expect(await post('/carrier', { to: NUMBER, outcome: 'success' })).toBe(200);
    expect(await statusOf(user, second)).toBe('sending');

    clock.advance(HOUR_MS);
    const third = await placedCampaign(user);
    expect(await post('/carrier', { to: NUMBER, outcome: 'failed' })).toBe(200);
    expect([await statusOf(user, second), await statusOf(user, third)]).toEqual(['sending', 'sending']);

    expect(await post('/carrier/secret', callback(second))).toBe(200);
    clock.advance(HOUR_MS);
    const before = new Date(Date.now() - DAY_MS).toISOString();
    expect(await post('/carrier', { to: NUMBER, outcome: 'failed', occurredAt: before })).toBe(200);
    expect(await statusOf(user, third)).toBe('sending');
    expect(await post('/carrier', { to: NUMBER, outcome: 'failed' })).toBe(200);
    expect(await statusOf(user, third)).toBe('failed');
  });

  it('is ignored as a duplicate of a callback about the same call, and recorded for another call', async () => {
    const user = await node.subscriber('launch');
    const reported = await placedCampaign(user);
    expect(await post('/carrier/secret', { ...callback(reported), drop_id: 'call-1' })).toBe(200);
    clock.advance(HOUR_MS);
    const open = await placedCampaign(user);
    expect(await post('/carrier', { to: NUMBER, outcome: 'success', callId: 'call-1' })).toBe(200);
    expect(await statusOf(user, open)).toBe('sending');
    expect(await post('/carrier', { to: NUMBER, outcome: 'success', callId: 'call-2' })).toBe(200);
    expect(await statusOf(user, open)).toBe('success');
  });

  it('is accepted after the signing secret was rotated at the carrier', async () => {
    const user = await node.subscriber('launch');
    clock.advance(HOUR_MS);
    const id = await placedCampaign(user);
    atCarrier = 'changed';
    expect(await post('/carrier', { to: NUMBER, outcome: 'success' }, 'changed')).toBe(200);
    expect(await statusOf(user, id)).toBe('success');
    expect(await post('/carrier', { to: NUMBER, outcome: 'success' }, 'right')).not.toBe(200);
    atCarrier = known = 'right';
  });

  it('gets 503, to be repeated, when the secrets cannot be fetched or just were', async () => {
    clock.advance(60_000);
    renewals = 0;
    expect(await post('/carrier', { to: NUMBER }, 'wrong')).toBe(401);
    // The carrier tries a webhook again after a 5xx and not after a 4xx.
    expect(await Promise.all([1, 2, 3].map(() => post('/carrier', { to: NUMBER }, 'wrong')))).toEqual([
      503, 503, 503,
    ]);
    expect(renewals).toBe(1);
    clock.advance(60_000);
    carrierAway = true;
    expect(await post('/carrier', { to: NUMBER }, 'wrong')).toBe(503);
    carrierAway = false;
    clock.advance(60_000);
    expect(await post('/carrier', { to: NUMBER }, 'wrong')).toBe(401);
  });

  it('is refused with a wrong signature, and ignored if it is not a final report', async () => {
    clock.advance(60_000);
    logged.length = 0;
    expect(await post('/carrier', { to: NUMBER, outcome: 'success' }, 'wrong')).toBe(401);
    expect(logged).toEqual(['The signature is wrong.']);
    expect(await post('/carrier', { to: NUMBER })).toBe(200);
  });
});

it('a report that cannot be stored gets 503 and is not taken for stored when it comes again', async () => {
  const user = await node.subscriber('launch');
  clock.advance(HOUR_MS);
  const id = await placedCampaign(user);
  const reports = [
    ['/carrier/secret', { ...callback(id), drop_id: 'call-3' }],
    ['/carrier', { to: NUMBER, outcome: 'success', callId: 'call-3' }],
  ] as const;
  down = true;
  for (const [path, body] of reports) expect([path, await post(path, body)]).toEqual([path, 503]);
  for (const [path, body] of reports) expect([path, await post(path, body)]).toEqual([path, 503]);
  expect(await statusOf(user, id)).toBe('sending');
  down = false;
  for (const [path, body] of [...reports].reverse())
    expect([path, await post(path, body)]).toEqual([path, 200]);
  expect(await statusOf(user, id)).toBe('success');
});
