import { join } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startCluster, type HarkCluster } from '#server/testing/crash/hark-cluster.ts';
import {
  createCampaign,
  createTestCustomer,
  type TestCustomer,
} from '#server/testing/crash/test-customer.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { UNLIMITED, withFolder } from './data/systems.ts';
import { sendCampaign } from './drops/send-campaign.ts';
import { compare, ROUNDS, type Bench, type Contender } from './harness/bench.ts';
import { measured, type Sample } from './harness/sample.ts';

const DROPS = 3_000;
/** Seconds after which no round is begun: a round of 3,000 drops takes a minute and more on a busy machine. */
const LIMIT = 300;
/** Campaigns at a time: one campaign has one run, so that several workers need several. */
const CAMPAIGNS = 4;

/**
 * Two web servers and two workers against one of each on the same work, until all campaigns are settled, in interleaved
 * rounds. No goal: on a machine with two cores it says what more processes cost, not what they gain.
 */
export const benchProcesses: Bench = (say, { contacts = DROPS, rounds = ROUNDS, limit = LIMIT }) =>
  withFolder(async (folder) => {
    const clusters: HarkCluster[] = [];
    const start = async (each: number): Promise<Contender> => {
      const options = { webs: each, workers: each, settings: UNLIMITED };
      const hark = await startCluster(await buildHark(), join(folder, String(each)), options);
      clusters.push(hark);
      const caller = await createTestCustomer(hark, contacts * (rounds + 1));
      const name = `${String(each)} web, ${String(each)} worker`;
      say(`processes: ${name} are up`);
      return { name, portion: () => sendAll(caller, contacts) };
    };
    try {
      const bench = `${formatNumber(contacts)} drops in ${String(CAMPAIGNS)} campaigns`;
      return await compare(bench, [await start(1), await start(2)], { say, rounds, limit });
    } finally {
      await Promise.all(clusters.map((hark) => hark.stop()));
    }
  });

/** Measures all campaigns together, until the last is settled. */
async function sendAll(caller: TestCustomer, drops: number): Promise<Sample> {
  const size = Math.ceil(drops / CAMPAIGNS);
  const contacts = deliverableContacts(drops);
  const ids: string[] = [];
  for (let at = 0; at < drops; at += size) {
    const part = contacts.slice(at, at + size);
    ids.push(await createCampaign(caller, { name: newId(), contacts: part, dropDate: new Date() }));
  }
  return measured(drops, () => Promise.all(ids.map((id) => sendCampaign(caller, id))));
}
