import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarkClient, expectOk } from '#server/app/seed/hark-client.ts';
import { startDatabaseProxy, type SeverableProxy } from '#server/testing/fakes/severable-proxy.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { acceptedCalls } from '#server/testing/crash/carrier-record.ts';
import { contactsWithOutcomes } from '#server/testing/crash/expected-outcomes.ts';
import { startCluster, type HarkCluster, type WebMember } from '#server/testing/crash/hark-cluster.ts';
import { isReady } from '#server/testing/crash/hark-processes.ts';
import { seededRandom } from '#server/testing/crash/seeded-random.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { NO_ERRORS, verifyRun } from '#server/testing/crash/verify-run.ts';

const CONTACTS = 400;
/** Longer than a claim is held, so that what the worker had claimed is stale when the database goes on. */
const HANGS_MS = 45_000;
/** Requests end within this: the driver notices the silence, and then finds no server. */
const ANSWER_MS = 30_000;
const TIMEOUT_MS = 300_000 + HANGS_MS;

let dataDir: string;
let hark: HarkCluster;
let proxy: SeverableProxy;
let web: WebMember;
beforeAll(async () => {
  const built = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-hangs-'));
  hark = await startCluster(built, dataDir, {
    webs: 1,
    workers: 0,
    settings: { DROPS_PER_MINUTE: '1200' },
  });
  proxy = await startDatabaseProxy(hark.databaseUri);
  web = await hark.addWeb(built, { MONGODB_URI: proxy.uri });
  await hark.addWorker(built, { MONGODB_URI: proxy.uri });
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await proxy.close();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

test(
  'a database that accepts everything and answers nothing: plain errors meanwhile, nobody is called twice after it',
  { timeout: TIMEOUT_MS },
  async () => {
    const contacts = contactsWithOutcomes(CONTACTS, seededRandom(11));
    const caller = await createTestCustomer(hark, CONTACTS);
    const campaignId = await createCampaign(caller, { name: 'Hangs', contacts, dropDate: new Date() });
    expectOk(await caller.client.post(`/api/campaigns/${campaignId}/execute/`));
    const accepted = async () => (await acceptedCalls(dataDir).catch(() => [])).length;
    await until('some calls', TIMEOUT_MS, async () => (await accepted()) > CONTACTS / 8);

    const direct = createHarkClient(web.origin, caller.client.cookie());
    const from = Date.now();
    proxy.hang();
    const hangs = pass(HANGS_MS);
    const requests = [
      direct.get('/dropcowboy/credits/'),
      direct.get(`/api/campaigns/${campaignId}/status/`),
      direct.post('/api/suppressions/', { phone: '13035550199' }),
      direct.post('/login/', { email: 'nobody@customers.example', password: 'wrong horse' }),
    ];
    const answers = await Promise.race([
      Promise.all(requests),
      pass(ANSWER_MS, ['no answer'], { ref: false }),
    ]);
    console.info(`database hangs: requests ended after ${String(Date.now() - from)} ms`);
    const unavailable = {
      status: 503,
      body: {
        code: 'UNAVAILABLE',
        error: 'Hark is not available for a moment. Please try again.',
      },
    };
    expect(answers).toMatchObject(requests.map(() => unavailable));
    expect(await isReady(web.origin)).toBe(false);
    expect((await fetch(`${web.origin}/healthz`)).status).toBe(200);
    await hangs;
    expect(await accepted()).toBeLessThan(CONTACTS);
    proxy.goOn();

    await until('the web server to be ready', TIMEOUT_MS, () => isReady(web.origin));
    const deadTimes = [{ from, to: Date.now() }];
    await until('the end of the campaign', TIMEOUT_MS, async () => {
      const { status } = expectOk(await direct.get(`/api/campaigns/${campaignId}/status/`));
      return status === 'Success';
    });
    const findings = await verifyRun({ hark, caller, campaignId, contacts, deadTimes });
    console.info(`database hangs: ${JSON.stringify(findings)}`);
    expect(findings).toMatchObject(NO_ERRORS);
    expect(findings.delivered).toBeGreaterThan(findings.deliverable / 2);
  },
);
