import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { newId } from '#server/lib/ids.ts';
import { expectOk } from '#server/seed/hark-client.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startCluster, type HarkCluster } from '#server/testing/crash/hark-cluster.ts';
import {
  createCampaign,
  createTestCustomer,
  type TestCustomer,
} from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { compare, MIN_ROUNDS, type Bench, type Contender } from './bench.ts';

const DROPS = 3_000;
const TIMEOUT_MS = 600_000;
const LOOK_MS = 100;
/** Campaigns at a time: one campaign has one run, so that several workers need several. */
const CAMPAIGNS = 4;

/**
 * Two web servers and two workers against one of each on the same work, until all campaigns are settled, in interleaved
 * rounds. No goal: on a machine with two cores it says what more processes cost, not what they gain.
 */
export const benchProcesses: Bench = async (say, { contacts = DROPS }) => {
  const built = await buildHark();
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-processes-'));
  const clusters: HarkCluster[] = [];
  const start = async (each: number): Promise<Contender> => {
    const settings = { DROPS_PER_MINUTE: '1000000000' };
    const dataDir = join(folder, String(each));
    const hark = await startCluster(built, dataDir, { webs: each, workers: each, settings });
    clusters.push(hark);
    const caller = await createTestCustomer(hark, contacts * (MIN_ROUNDS + 1));
    say(`processes: ${String(each)} web, ${String(each)} worker`);
    return { name: `${String(each)} web, ${String(each)} worker`, portion: () => sendAll(caller, contacts) };
  };
  try {
    return await compare(`${formatNumber(contacts)} drops in ${String(CAMPAIGNS)} campaigns`, [
      await start(1),
      await start(2),
    ]);
  } finally {
    await Promise.all(clusters.map((hark) => hark.stop()));
    await rm(folder, { recursive: true, force: true });
  }
};

/** Returns drops per second of all campaigns together, until the last is settled. */
async function sendAll(caller: TestCustomer, drops: number): Promise<number> {
  const size = Math.ceil(drops / CAMPAIGNS);
  const contacts = deliverableContacts(drops);
  const parts = Array.from({ length: CAMPAIGNS }, (_, n) => contacts.slice(n * size, (n + 1) * size));
  const ids: string[] = [];
  for (const part of parts)
    ids.push(await createCampaign(caller, { name: newId(), contacts: part, dropDate: new Date() }));
  const begun = performance.now();
  await Promise.all(ids.map((id) => sendOne(caller, id)));
  return drops / ((performance.now() - begun) / 1_000);
}

async function sendOne({ client }: TestCustomer, id: string): Promise<void> {
  expectOk(await client.post(`/api/campaigns/${id}/execute/`));
  const isOver = async () =>
    expectOk(await client.get(`/api/campaigns/${id}/status/`))['status'] === 'Success';
  await until('the end of the campaign', TIMEOUT_MS, isOver, LOOK_MS);
}
