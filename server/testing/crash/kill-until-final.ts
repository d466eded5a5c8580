import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#shared/time-units.ts';
import { expectOk, type HarkClient, type HarkResponse } from '#server/app/seed/hark-client.ts';
import { recordCounter } from './carrier-record.ts';
import type { Downtime } from './downtimes.ts';
import { planFaults, type FaultOptions, type InjectedFaults, type PlannedFault } from './fault-plan.ts';
import type { HarkProcesses } from './hark-processes.ts';
import type { Random } from './seeded-random.ts';
import { until } from './until.ts';

/** How long to retry a request while its process restarts. */
const RETRY_TIMEOUT_MS = MINUTE_MS;
/** Response timeout of a running server. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** A campaign that is sent, and how its processes are killed meanwhile. */
interface SentCampaign {
  hark: HarkProcesses;
  client: HarkClient;
  campaignId: string;
  random: Random;
  options: FaultOptions & { timeoutMs: number; say: (line: string) => void };
  /** What else happens; awaited as well. */
  meanwhile?: () => Promise<void>;
}

/** The faults that were injected, and their consequences. */
export interface KilledRun {
  killed: InjectedFaults;
  /** Number of pauses, each of which was resumed. */
  pauses: number;
  deadTimes: Downtime[];
}

/** Injects the planned faults until a campaign is final. */
export async function killUntilFinal({
  hark,
  client,
  campaignId,
  random,
  options,
  meanwhile = () => Promise.resolve(),
}: SentCampaign): Promise<KilledRun> {
  const ended = { yet: false };
  const deadTimes: Downtime[] = [];
  const killing = injectFaults(hark, planFaults(random, options), { ended, deadTimes, say: options.say });
  const final = untilFinal(client, campaignId, options.timeoutMs);
  const [pauses] = await Promise.all([final, meanwhile()]).finally(() => {
    ended.yet = true;
  });
  return { killed: await killing, pauses, deadTimes };
}

/** Retries a request until a server responds. */
export function withRetries(send: () => Promise<HarkResponse>): Promise<Record<string, unknown>> {
  return until('a response of Hark', RETRY_TIMEOUT_MS, async () => {
    const response = await Promise.race([
      send().catch(() => undefined),
      sleep(RESPONSE_TIMEOUT_MS, 'timeout' as const, { ref: false }),
    ]);
    if (response === 'timeout') throw new Error('Hark did not respond to a request');
    return response !== undefined && response.status < 500 && expectOk(response);
  });
}

/** State of the fault injection: whether the campaign has ended, and the recorded downtimes. */
interface InjectionState {
  ended: Readonly<{ yet: boolean }>;
  deadTimes: Downtime[];
  say: (line: string) => void;
}

/** Injects the planned faults as the carrier's journal grows, until the campaign ends. Returns the injected faults. */
async function injectFaults(
  hark: HarkProcesses,
  plan: readonly PlannedFault[],
  { ended, deadTimes, say }: InjectionState,
): Promise<InjectedFaults> {
  const killed: InjectedFaults = {};
  const returns: Promise<void>[] = [];
  const countLines = recordCounter(hark.dataDir);
  for (const { fault, atLine, stopMs } of plan) {
    const lines = await until(`line ${String(atLine)} of the carrier's record`, Infinity, async () => {
      const count = await countLines();
      return ended.yet ? -1 : count >= atLine && count;
    });
    if (lines < 0) break;
    const from = Date.now();
    killed[fault] = (killed[fault] ?? 0) + 1;
    say(
      `${fault === 'worker stopped' ? fault : `killed ${fault}`} at line ${String(lines)} of the carrier's record`,
    );
    // Reports do not pass through workers, so a stopped worker explains no lost report.
    if (fault === 'worker stopped') {
      returns.push(hark.stopWorker(stopMs));
      continue;
    }
    const { back } = await hark.kill(fault);
    const noted = back.then(() => void deadTimes.push({ from, to: Date.now() }));
    // Rejections are handled by the `Promise.all` below.
    noted.catch(() => undefined);
    returns.push(noted);
  }
  await Promise.all(returns);
  return killed;
}

/** Waits until the campaign is final and resumes it after automatic pauses; returns their number. */
async function untilFinal(client: HarkClient, id: string, timeoutMs: number): Promise<number> {
  let pauses = 0;
  await until('the end of the campaign', timeoutMs, async () => {
    const { status } = await withRetries(() => client.get(`/api/campaigns/${id}/status/`));
    if (status === 'Paused') {
      pauses += 1;
      await withRetries(() => client.post(`/api/campaigns/${id}/resume/`));
    }
    return status === 'Success' || status === 'Failed';
  });
  return pauses;
}
