import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk, type HarkResponse, type HarkClient } from '#server/seed/hark-client.ts';
import type { BuiltHark } from './built-hark.ts';
import { createCampaign, createTestCustomer } from './test-customer.ts';
import { recordCounter } from './carrier-record.ts';
import { hasNoErrors, verifyRun, type Findings } from './verify-run.ts';
import type { Downtime } from './downtimes.ts';
import { contactsWithOutcomes } from './expected-outcomes.ts';
import { startHarkProcesses, type HarkProcesses } from './hark-processes.ts';
import { planFaults, type FaultOptions, type InjectedFaults, type PlannedFault } from './fault-plan.ts';
import { unmetRequirements } from './unmet-requirements.ts';
import { seededRandom } from './seeded-random.ts';
import { until } from './until.ts';

export interface CrashOptions extends FaultOptions {
  seed: number;
  /** Rate limit that makes the campaign last long enough for all faults. */
  dropsPerMinute: number;
  timeoutMs: number;
  say: (line: string) => void;
}

export interface CrashResult extends Findings {
  killed: InjectedFaults;
  /** Number of automatic pauses, each of which was resumed. */
  pauses: number;
  seconds: number;
}

/** How long to retry a request while its process restarts. */
const RETRY_TIMEOUT_MS = 60_000;
/** Response timeout of a running server. */
const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * The crash test: sends a campaign while its processes are killed with SIGKILL at random moments, waits until it is
 * final, and compares the carrier's journal, the contacts, the counters and the ledger with the expected outcomes.
 * Keeps the data folder if anything is wrong.
 */
export async function runCrash(built: BuiltHark, options: CrashOptions): Promise<CrashResult> {
  const begun = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-crash-'));
  options.say(`seed ${String(options.seed)}, data in ${dataDir}`);
  const hark = await startHarkProcesses(built, dataDir, {
    workers: 2,
    settings: { DROPS_PER_MINUTE: String(options.dropsPerMinute) },
  });
  const found = await sendKillAndStop(hark, options);
  if (hasNoErrors(found) && unmetRequirements(found, options).length === 0)
    await rm(dataDir, { recursive: true });
  return { ...found, seconds: (performance.now() - begun) / 1_000 };
}

async function sendKillAndStop(
  hark: HarkProcesses,
  options: CrashOptions,
): Promise<Omit<CrashResult, 'seconds'>> {
  try {
    return await sendAndKill(hark, options);
  } finally {
    await hark.stop();
  }
}

async function sendAndKill(
  hark: HarkProcesses,
  options: CrashOptions,
): Promise<Omit<CrashResult, 'seconds'>> {
  const random = seededRandom(options.seed);
  const contacts = contactsWithOutcomes(options.contacts, random);
  const caller = await createTestCustomer(hark, contacts.length);
  const { client } = caller;
  const campaignId = await createCampaign(caller, { name: 'Crash', contacts, dropDate: new Date() });
  expectOk(await client.post(`/api/campaigns/${campaignId}/execute/`));
  const ended = { yet: false };
  const deadTimes: Downtime[] = [];
  const killing = injectFaults(hark, planFaults(random, options), { ended, deadTimes, say: options.say });
  const pauses = await untilFinal(client, campaignId, options.timeoutMs).finally(() => {
    ended.yet = true;
  });
  const killed = await killing;
  const trial = { hark, caller, campaignId, contacts, deadTimes };
  return { ...(await verifyRun(trial)), killed, pauses };
}

/** Retries a request until a server responds. */
function withRetries(send: () => Promise<HarkResponse>): Promise<Record<string, unknown>> {
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
