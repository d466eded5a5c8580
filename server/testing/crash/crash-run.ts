import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk, type HarkResponse, type HarkClient } from '#server/seed/hark-client.ts';
import type { BuiltHark } from './built-hark.ts';
import { createCampaign, newCaller } from './caller.ts';
import { recordCounter } from './carrier-record.ts';
import { isFaultless, judge, type Verdict } from './crash-verdict.ts';
import type { DeadTime } from './dead-times.ts';
import { contactsWithOutcomes } from './dictated-contacts.ts';
import { startHarkProcesses, type Fault, type HarkProcesses } from './hark-processes.ts';
import { planKills, type PlannedKill } from './kill-plan.ts';
import { shortfalls } from './shortfalls.ts';
import { seededRandom } from './seeded-random.ts';
import { until } from './until.ts';

export interface CrashOptions {
  seed: number;
  contacts: number;
  kills: number;
  /** What happens, and to whom. */
  faults: readonly Fault[];
  /** A rate that makes the campaign last long enough to be disturbed. */
  dropsPerMinute: number;
  timeoutMs: number;
  say: (line: string) => void;
}

/** How often each fault has happened. */
export type Killed = Partial<Record<Fault, number>>;

export interface CrashResult extends Verdict {
  killed: Killed;
  /** How often the system had paused the campaign by itself, and it was resumed as a person would. */
  pauses: number;
  seconds: number;
}

/** A request that meets a killed process is asked again for so long. */
const PATIENCE_MS = 60_000;
/** A living one answers by then, whatever has become of the others. */
const ANSWER_MS = 30_000;

/**
 * The crash test: sends a campaign while its processes are killed with SIGKILL at random moments, waits until it is
 * final, and compares the carrier's own record, the contacts, the counters and the ledger with what the numbers
 * dictate. The data folder is kept where something is wrong.
 */
export async function runCrash(built: BuiltHark, options: CrashOptions): Promise<CrashResult> {
  const begun = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-crash-'));
  options.say(`seed ${String(options.seed)}, data in ${dataDir}`);
  const hark = await startHarkProcesses(built, dataDir, {
    workers: 2,
    settings: { DROPS_PER_MINUTE: String(options.dropsPerMinute) },
  });
  const found = await sendAndKill(hark, options).finally(() => hark.stop());
  if (isFaultless(found) && shortfalls(found, options).length === 0) await rm(dataDir, { recursive: true });
  return { ...found, seconds: (performance.now() - begun) / 1_000 };
}

async function sendAndKill(
  hark: HarkProcesses,
  options: CrashOptions,
): Promise<Omit<CrashResult, 'seconds'>> {
  const random = seededRandom(options.seed);
  const contacts = contactsWithOutcomes(options.contacts, random);
  const caller = await newCaller(hark, contacts.length);
  const { client } = caller;
  const campaignId = await createCampaign(caller, { name: 'Crash', contacts, dropDate: new Date() });
  expectOk(await client.post(`/api/campaigns/${campaignId}/execute/`));
  const ended = { yet: false };
  const deadTimes: DeadTime[] = [];
  const killing = kill(hark, planKills(random, options), { ended, deadTimes, say: options.say });
  const pauses = await untilFinal(client, campaignId, options.timeoutMs).finally(() => {
    ended.yet = true;
  });
  const killed = await killing;
  const trial = { hark, caller, campaignId, contacts, deadTimes };
  return { ...(await judge(trial)), killed, pauses };
}

/** Asks until there is an answer: a killed web server is back in a moment. */
function patiently(ask: () => Promise<HarkResponse>): Promise<Record<string, unknown>> {
  return until('an answer of Hark', PATIENCE_MS, async () => {
    const answer = await Promise.race([
      ask().catch(() => undefined),
      sleep(ANSWER_MS, 'no answer' as const, { ref: false }),
    ]);
    if (answer === 'no answer') throw new Error('Hark left a request without an answer');
    return answer !== undefined && answer.status < 500 && expectOk(answer);
  });
}

/** What happens while processes are killed: whether the campaign has ended, and what is noted of the dead. */
interface Killing {
  ended: Readonly<{ yet: boolean }>;
  deadTimes: DeadTime[];
  say: (line: string) => void;
}

/** Carries out the plan as the carrier's record grows; what the campaign's end comes before is left out. */
async function kill(
  hark: HarkProcesses,
  plan: readonly PlannedKill[],
  { ended, deadTimes, say }: Killing,
): Promise<Killed> {
  const killed: Killed = {};
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
    // No report passes through a worker: one that stands still excuses nothing.
    if (fault === 'worker stopped') {
      returns.push(hark.stopWorker(stopMs));
      continue;
    }
    const { back } = await hark.kill(fault);
    const noted = back.then(() => void deadTimes.push({ from, to: Date.now() }));
    // Looked at below, when all kills are done.
    noted.catch(() => undefined);
    returns.push(noted);
  }
  await Promise.all(returns);
  return killed;
}

/** Waits for the campaign's end and resumes it where the system has paused it; answers how often. */
async function untilFinal(client: HarkClient, id: string, timeoutMs: number): Promise<number> {
  let pauses = 0;
  await until('the end of the campaign', timeoutMs, async () => {
    const { status } = await patiently(() => client.get(`/api/campaigns/${id}/status/`));
    if (status === 'Paused') {
      pauses += 1;
      await patiently(() => client.post(`/api/campaigns/${id}/resume/`));
    }
    return status === 'Success' || status === 'Failed';
  });
  return pauses;
}
