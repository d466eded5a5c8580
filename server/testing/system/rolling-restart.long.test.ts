import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { sendSeries, type SentCampaign } from '#server/testing/crash/campaign-series.ts';
import { acceptedCalls, readCarrierRecord, type AcceptedCall } from '#server/testing/crash/carrier-record.ts';
import { startCluster, type HarkCluster } from '#server/testing/crash/hark-cluster.ts';
import { startLoad } from '#server/testing/crash/steady-load.ts';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';

const CALLS = 6_000;
const TIMEOUT_MS = 300_000;
/** Each reads the record of all calls. */
const POLL_MS = 200;
const STREAMS = 4;
/** Two campaigns at a time, so that calls are placed at every moment. */
const SERIES = [{ exchange: 212_300 }, { exchange: 305_400 }];
const SIZE = 200;

let dataDir: string;
let hark: HarkCluster;
beforeAll(async () => {
  const built = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-rolling-'));
  const settings = { DROPS_PER_MINUTE: '1200' };
  hark = await startCluster(built, dataDir, { webs: 2, workers: 2, settings });
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

test(
  'two webs and two workers are restarted in turn: no request fails, no report is lost, the calls go on',
  { timeout: 4 * TIMEOUT_MS },
  async () => {
    const caller = await createTestCustomer(hark, CALLS);
    const load = startLoad(hark.baseUrl, caller.client);
    await load.follow(STREAMS);
    let isOver = false;
    const series = Promise.all(
      SERIES.map((one) => sendSeries(caller, { ...one, size: SIZE, isOver: () => isOver })),
    );
    const stops: number[] = [];
    try {
      await callsAfter(Date.now());
      for (const worker of hark.workers) {
        stops.push(Date.now());
        expect(await worker.end('SIGTERM')).toBe(0);
        await callsAfter(Date.now());
        await worker.works();
      }
      for (const web of hark.webs) {
        expect(await web.end('SIGTERM')).toBe(0);
        await web.works();
        const { reads } = load.answers;
        await until('answers and streams again', TIMEOUT_MS, () => {
          return load.answers.reads > reads + 10 && load.openStreams().length === STREAMS;
        });
      }
    } finally {
      isOver = true;
    }
    const campaigns = (await series).flat();
    await load.stop();

    const record = await readCarrierRecord(dataDir);
    const takeovers = takeoverTimes(await acceptedCalls(dataDir), campaigns, stops);
    console.info(
      `rolling restart: ${JSON.stringify({ ...load.answers, calls: record.size, takeoversMs: takeovers, streamsEnded: load.ends.length, served: [...hark.proxy.served.values()] })}`,
    );
    expect(hark.proxy.failures).toEqual([]);
    expect(load.failures).toEqual([]);
    expect(load.ends.length).toBeGreaterThan(0);
    expect(new Set(load.ends)).toEqual(new Set(['return']));
    expect(await load.stored()).toEqual(new Set(load.written));
    expect(campaigns.map(({ delivered }) => delivered)).toEqual(campaigns.map(() => SIZE));
    expect([...record.values()].filter(({ rang }) => rang !== 1)).toEqual([]);
    expect(record.size).toBe(campaigns.length * SIZE);
    expect(await hark.credits('audit')).toMatchObject({ code: 0 });
  },
);

/** Resolves once the carrier has accepted a call after `since`. */
async function callsAfter(since: number): Promise<void> {
  const isCalled = async () => {
    const calls = await acceptedCalls(dataDir).catch(() => []);
    return (calls.at(-1)?.at ?? 0) > since;
  };
  await until('calls', TIMEOUT_MS, isCalled, POLL_MS);
}

/** Returns how long each campaign that was being sent when a worker was stopped waited for its next call. */
function takeoverTimes(
  calls: readonly AcceptedCall[],
  campaigns: readonly SentCampaign[],
  stops: readonly number[],
): number[] {
  return stops.flatMap((stop) =>
    campaigns.flatMap(({ phones }) => {
      const times = calls.filter(({ phone }) => phones.has(phone)).map(({ at }) => at);
      const next = times.find((at) => at > stop);
      return next === undefined || (times[0] ?? Infinity) > stop ? [] : [next - stop];
    }),
  );
}
