import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { FULL } from '#server/testing/full.ts';
import { startDatabaseProxy, type SeverableProxy } from '#server/testing/fakes/severable-proxy.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { acceptedCalls } from '#server/testing/crash/carrier-record.ts';
import { contactsWithOutcomes } from '#server/testing/crash/expected-outcomes.ts';
import { startCluster, type HarkCluster } from '#server/testing/crash/hark-cluster.ts';
import { seededRandom } from '#server/testing/crash/seeded-random.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { NO_ERRORS, verifyRun } from '#server/testing/crash/verify-run.ts';

const CONTACTS = 400;
/** The short outage is longer than a claim is held, so that what the worker had claimed is stale when it is back. */
const AWAY_MS = FULL ? 600_000 : 45_000;
const TIMEOUT_MS = 300_000 + AWAY_MS;

let dataDir: string;
let hark: HarkCluster;
let proxy: SeverableProxy;
beforeAll(async () => {
  const built = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-away-'));
  hark = await startCluster(built, dataDir, {
    webs: 1,
    workers: 0,
    settings: { DROPS_PER_MINUTE: '1200' },
  });
  proxy = await startDatabaseProxy(hark.databaseUri);
  await hark.addWorker(built, { MONGODB_URI: proxy.uri });
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await proxy.close();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

test(
  'a worker whose database is away in the middle of a campaign goes on when it is back, and calls nobody twice',
  { timeout: TIMEOUT_MS },
  async () => {
    const contacts = contactsWithOutcomes(CONTACTS, seededRandom(7));
    const caller = await createTestCustomer(hark, CONTACTS);
    const campaignId = await createCampaign(caller, { name: 'Away', contacts, dropDate: new Date() });
    expectOk(await caller.client.post(`/api/campaigns/${campaignId}/execute/`));
    const accepted = async () => (await acceptedCalls(dataDir).catch(() => [])).length;
    await until('some calls', TIMEOUT_MS, async () => (await accepted()) > CONTACTS / 8);
    const from = Date.now();
    await proxy.sever();
    await pass(AWAY_MS);
    expect(await accepted()).toBeLessThan(CONTACTS);
    await proxy.restore();
    await hark.workers[0]?.works();
    const deadTimes = [{ from, to: Date.now() }];
    await until('the end of the campaign', TIMEOUT_MS, async () => {
      const { status } = expectOk(await caller.client.get(`/api/campaigns/${campaignId}/status/`));
      return status === 'Success';
    });
    const findings = await verifyRun({ hark, caller, campaignId, contacts, deadTimes });
    console.info(`database away: ${JSON.stringify(findings)}`);
    expect(findings).toMatchObject(NO_ERRORS);
    expect(findings.delivered).toBeGreaterThan(findings.deliverable / 2);
  },
);
