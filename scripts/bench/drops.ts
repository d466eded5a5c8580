import { formatNumber } from '#shared/formats.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { recordCounter } from '#server/testing/crash/carrier-record.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { UNLIMITED, withHark } from './data/systems.ts';
import { sendCampaign } from './drops/send-campaign.ts';
import type { Bench } from './harness/bench.ts';
import { measured, millisecondsAUnit, unitsASecond, type Sample } from './harness/sample.ts';

const DROPS = 10_000;
const TIMEOUT_MS = 600_000;
/** Lines in the carrier's journal per drop: accepted, called, reported. */
const LINES_A_DROP = 3;

/**
 * A campaign through the real processes over HTTP to the carrier emulator, until everything is settled: the processor time of
 * a drop by process, where that of the database is the engine's bookkeeping. The time of the bench, which asks whether it is
 * over, is left out. `--contacts=N` sets the number of drops.
 */
export const benchDrops: Bench = ({ say, inRounds, rounds, settings: { contacts: drops = DROPS } }) =>
  withHark({ workers: 0, settings: UNLIMITED }, async (hark) => {
    const caller = await createTestCustomer(hark, drops * (rounds + 1));
    const contacts = deliverableContacts(drops);
    const lines = recordCounter(hark.dataDir);
    const sendAll = async (): Promise<Sample> => {
      const id = await createCampaign(caller, { name: newId(), contacts, dropDate: new Date() });
      const before = await lines();
      const sample = await measured(drops, () => sendCampaign(caller, id));
      // Pending callbacks of the carrier would disturb the next round.
      const isOver = async () => (await lines()) >= before + drops * LINES_A_DROP;
      await until('the last webhook', TIMEOUT_MS, isOver);
      return sample;
    };
    const bench = `${formatNumber(drops)} drops over HTTP`;
    say(`${bench}: warm-up`);
    await sendAll();
    say(`${bench}: ${String(rounds)} rounds`);
    const { row } = await inRounds(bench, sendAll, rounds);
    row('settled, drops a second', unitsASecond);
    row('hark, ms of processor time a drop', millisecondsAUnit('hark'), { atMost: 0.5 });
    row('database, ms of processor time a drop', millisecondsAUnit('database'), { atMost: 0.5 });
    row('carrier, ms of processor time a drop', millisecondsAUnit('emulators'));
  });
