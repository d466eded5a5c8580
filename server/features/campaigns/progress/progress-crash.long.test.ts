import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { contactsWithOutcomes } from '#server/testing/crash/expected-outcomes.ts';
import { startHarkProcesses, type HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { killUntilFinal, withRetries } from '#server/testing/crash/kill-until-final.ts';
import { seededRandom } from '#server/testing/crash/seeded-random.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { hasNoErrors, verifyRun } from '#server/testing/crash/verify-run.ts';
import { FULL } from '#server/testing/full.ts';

const TIMEOUT_MS = 300_000;
const CONTACTS = FULL ? 600 : 150;
const KILLS = FULL ? 8 : 3;

let dataDir: string;
let hark: HarkProcesses;
let connection: Connection;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-progress-'));
  const settings = { DROPS_PER_MINUTE: '600' };
  hark = await startHarkProcesses(await buildHark(), dataDir, { workers: 2, settings });
  connection = await connectDatabase((await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).trim());
}, TIMEOUT_MS);

afterAll(async () => {
  await connection.close();
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

it(
  'counts of processes that are killed are lost at most: no call is shown twice, and the end is exact',
  { timeout: TIMEOUT_MS },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const lines: string[] = [`seed ${String(seed)}`];
    const random = seededRandom(seed);
    const contacts = contactsWithOutcomes(CONTACTS, random);
    const caller = await createTestCustomer(hark, CONTACTS);
    const { client } = caller;
    const campaignId = await createCampaign(caller, { name: 'Progress', contacts, dropDate: new Date() });
    const finals = () =>
      connection
        .collection('contacts')
        .countDocuments({ campaignId, status: { $in: ['success', 'failed'] } });
    const shown: number[] = [];
    const watch = async (): Promise<void> => {
      for (;;) {
        const { status, delivered, failed } = (await withRetries(() =>
          client.get(`/api/campaigns/${campaignId}/status/`),
        )) as { status: string; delivered: number; failed: number };
        // Read after what was shown: never more is shown than has ended.
        expect(delivered + failed, lines.join('\n')).toBeLessThanOrEqual(await finals());
        expect(delivered + failed, lines.join('\n')).toBeGreaterThanOrEqual(shown.at(-1) ?? 0);
        shown.push(delivered + failed);
        if (status === 'Success' || status === 'Failed') return;
      }
    };
    expectOk(await client.post(`/api/campaigns/${campaignId}/execute/`));
    const { deadTimes, killed } = await killUntilFinal({
      hark,
      client,
      campaignId,
      random,
      meanwhile: watch,
      options: {
        contacts: CONTACTS,
        kills: KILLS,
        faults: ['web', 'worker'],
        timeoutMs: TIMEOUT_MS,
        say: (line) => void lines.push(line),
      },
    });
    expect(
      Object.values(killed).reduce((sum, kills) => sum + kills, 0),
      lines.join('\n'),
    ).toBe(KILLS);
    expect(new Set(shown).size, lines.join('\n')).toBeGreaterThan(2);
    expect(shown.at(-1), lines.join('\n')).toBe(CONTACTS);
    const found = await verifyRun({ hark, caller, campaignId, contacts, deadTimes });
    expect(hasNoErrors(found), `${lines.join('\n')}\n${JSON.stringify(found)}`).toBe(true);
  },
);
