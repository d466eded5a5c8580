import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { FULL } from '#server/testing/full.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { recordCounter } from '#server/testing/crash/carrier-record.ts';
import { verifyRun } from '#server/testing/crash/verify-run.ts';
import { startHarkProcesses, type HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';

const CONTACTS = FULL ? 1_200 : 400;
/** Lines in the carrier's record at which Hark is stopped; each call adds three. */
const STOPS = [CONTACTS / 2, CONTACTS * 1.5];
const TIMEOUT_MS = 120_000;

let built: BuiltHark;
let hark: HarkProcesses;
let dataDir: string;
beforeAll(async () => {
  built = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-restart-'));
  // One process for everything: the carrier ends with it.
  hark = await startHarkProcesses(built, dataDir, { workers: 0, settings: { DROPS_PER_MINUTE: '6000' } });
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test(
  'after stops with SIGTERM and restarts mid-campaign every call is reported',
  { timeout: 2 * TIMEOUT_MS },
  async () => {
    const contacts = deliverableContacts(CONTACTS);
    const caller = await createTestCustomer(hark, CONTACTS);
    const campaignId = await createCampaign(caller, { name: 'Restart', contacts, dropDate: new Date() });
    expectOk(await caller.client.post(`/api/campaigns/${campaignId}/execute/`));
    const countLines = recordCounter(dataDir);
    for (const atLine of STOPS) {
      await until(`line ${String(atLine)}`, TIMEOUT_MS, async () => (await countLines()) >= atLine);
      expect(await hark.restartWeb()).toBe(0);
    }
    await until('the end of the campaign', TIMEOUT_MS, async () => {
      const { status } = expectOk(await caller.client.get(`/api/campaigns/${campaignId}/status/`));
      return status === 'Success';
    });
    const verdict = await verifyRun({ hark, caller, campaignId, contacts, deadTimes: [] });
    expect(verdict).toMatchObject({
      delivered: CONTACTS,
      calledTwice: 0,
      wrongStates: [],
      held: 0,
      auditExit: 0,
    });
  },
);
