import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAuditSources } from '#server/app/database/audit.ts';
import type { AuditSource } from '#server/features/credits/audit/audit-source.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import { signatureOf } from '#server/providers/carrier/dropcowboy-reports.ts';
import { startDropCowboyStub, STUB_CREDENTIALS } from '#server/testing/fakes/dropcowboy-stub.ts';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { CARRIER_REASON_CODES } from '#shared/call-reasons.ts';
import apiStatus from './fixtures/api-status.json' with { type: 'json' };
import dashboardStatus from './fixtures/dashboard-status.json' with { type: 'json' };

let system: TestSystem;
let node: CampaignNode;
let signingSecret: string;
let close: () => Promise<void>;
let sources: AuditSource[];

beforeAll(async () => {
  const stub = await startDropCowboyStub();
  const carrier = createDropCowboyCarrier({
    ...STUB_CREDENTIALS,
    baseUrl: stub.baseUrl,
    phoneLineId: 'line-1',
    callbackUrl: 'http://hark.example/webhooks/carrier/secret',
    clock: systemClock,
  });
  await carrier.subscribe('http://hark.example/webhooks/carrier');
  signingSecret = stub.signingSecret();
  system = await startTestSystem();
  node = await system.startNode({ carrier: () => silentCarrier(carrier) });
  const { all, lasting } = createAuditSources(node.connection);
  // The credits of a test were bought with no invoice.
  sources = all.filter((source) => !lasting.includes(source));
  close = async () => {
    carrier.close();
    await Promise.all([system.stop(), stub.close()]);
  };
});
afterAll(() => close());

let user: Awaited<ReturnType<CampaignNode['subscriber']>>;
let id: string;
/** A number of its own for each test: no match by number where another call to it has just ended. */
let exchange = '';
let tests = 0;

/** Returns the id of a campaign with one call to the number of the test, which is at the carrier. */
async function placedCampaign(): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, [contactEnding('0107', exchange)]));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

beforeEach(async () => {
  user = await node.subscriber('launch');
  exchange = String(408_555 + tests++);
  id = await placedCampaign();
});

/** Posts a status of the number of the test as the carrier does, signed; it happened just now. */
async function post(status: { event: string; data: object }): Promise<Response> {
  const data = { ...status.data, to: `+1${exchange}0107` };
  const body = JSON.stringify({ ...status, data, event_at: Date.now() });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return fetch(`${system.origin}/webhooks/carrier`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature-version': 'v1',
      'x-signature': signatureOf(signingSecret, timestamp, body),
    },
    body,
  });
}

const campaignNow = async () => (await node.as(user).get({ id })).campaign;
const audit = async () => (await auditOf(node.connection, user.streamId, sources)).differences;

it('a status of a campaign from the carrier’s dashboard is accepted and settles nothing; the true report does', async () => {
  const { available, held } = await node.credits.ledger.balance(user.streamId);
  expect((await post(dashboardStatus)).status).toBe(200);
  await node.drops.handlers.settleCampaign(id);
  expect(await campaignNow()).toMatchObject({ status: 'Sending', delivered: 0, failed: 0 });
  expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ available, held });

  for (const _repetition of [1, 2]) {
    expect((await post(apiStatus)).status).toBe(200);
    await node.drops.handlers.settleCampaign(id);
    expect(await campaignNow()).toMatchObject({ status: 'Success', delivered: 1, failed: 0, held: 0 });
    expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ available, held: 0 });
  }
  expect(await audit()).toEqual([]);
});

it('no status of another campaign, whatever its code, ends a call, pauses or suppresses', async () => {
  const codes = fc.constantFrom(0, ...CARRIER_REASON_CODES.map(Number), 5_999);
  await fc.assert(
    fc.asyncProperty(codes, fc.uuid(), fc.uuid(), async (code, campaign, drop) => {
      const status = code === 0 ? 'success' : 'failure';
      const changed = { campaign_id: campaign, drop_id: drop, status, reason_code: code };
      const response = await post({ ...dashboardStatus, data: { ...dashboardStatus.data, ...changed } });
      expect([code, response.status, await response.json()]).toEqual([
        ...[code, 200],
        { success: true, outcome: 'ignored' },
      ]);
    }),
    { numRuns: 60 },
  );
  expect(await campaignNow()).toMatchObject({ status: 'Sending', delivered: 0, failed: 0 });
  await expect(node.listOf(user).list({})).resolves.toMatchObject({ counts: { total: 0 } });
  await system.report(`${id}-1-1`, 0);
});

it('a status that names a call by its id is about that call, not about another to the same number', async () => {
  const callback = await fetch(`${system.origin}/webhooks/carrier/callback-secret`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      drop_id: 'call-of-the-first',
      foreign_id: `${id}-1-1`,
      phone_number: `+1${exchange}0107`,
      status: 'failure',
      reason: 'User Busy',
      reason_code: 4006,
    }),
  });
  expect(callback.status).toBe(200);
  await node.drops.handlers.settleCampaign(id);
  const other = await placedCampaign();
  const late = { ...apiStatus, data: { ...apiStatus.data, drop_id: 'call-of-the-first' } };
  expect((await post(late)).status).toBe(200);
  await node.drops.handlers.settleCampaign(id);
  expect(await campaignNow()).toMatchObject({ status: 'Success', delivered: 1, failed: 0 });
  await expect(node.as(user).get({ id: other })).resolves.toMatchObject({ campaign: { status: 'Sending' } });
  expect(await audit()).toEqual([]);
});
