import { runCampaign } from '#server/features/drops/run-campaign.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import { startNode } from '#server/testing/system/test-node.ts';
import type { TestSystem } from '#server/testing/system/test-system.ts';
import type { DropOptions } from '#server/features/drops/drops-deps.ts';

/** What a worker process that suspends itself is started with, as JSON in its first argument. */
export interface SuspendedWorker {
  parts: TestSystem['parts'];
  drops: Partial<DropOptions>;
  campaignId: string;
  /** The base URL of the carrier that it places calls with. */
  callUrl: string;
  /** It stops itself once this many calls have passed the rate limit, before the last of them is placed. */
  stopsAt: number;
}

const { parts, drops, campaignId, callUrl, stopsAt } = JSON.parse(process.argv[2] ?? '') as SuspendedWorker;

const calling = createDropCowboyCarrier({
  baseUrl: callUrl,
  key: 'key',
  secret: 'secret',
  phoneLineId: 'line',
  callbackUrl: parts.origin,
  clock: systemClock,
});
const node = await startNode({
  ...parts,
  first: false,
  options: {
    drops,
    carrier: (real) => ({
      ...real,
      place: (drop, maySend) => calling.place(drop, maySend),
    }),
  },
});

let passed = 0;
const { engine } = node;
const pass: typeof engine.rate.pass = async (...args) => {
  const isFree = await engine.rate.pass(...args);
  passed += 1;
  if (passed === stopsAt) await suspend();
  return isFree;
};

/** Stops this process, from inside a call, until the parent sends SIGCONT. */
async function suspend(): Promise<void> {
  await new Promise((sent) => process.send?.('suspended', sent));
  process.kill(process.pid, 'SIGSTOP');
}

const control = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };
await runCampaign({ ...engine, rate: { ...engine.rate, pass } }, campaignId, control);
calling.close();
await node.stop();
process.disconnect();
