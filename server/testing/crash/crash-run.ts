import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '#server/app/seed/hark-client.ts';
import type { BuiltHark } from './built-hark.ts';
import { createCampaign, createTestCustomer } from './test-customer.ts';
import { hasNoErrors, verifyRun, type Findings } from './verify-run.ts';
import { contactsWithOutcomes } from './expected-outcomes.ts';
import { startHarkProcesses, type HarkProcesses } from './hark-processes.ts';
import type { FaultOptions, InjectedFaults } from './fault-plan.ts';
import { killUntilFinal } from './kill-until-final.ts';
import { unmetRequirements } from './unmet-requirements.ts';
import { seededRandom } from './seeded-random.ts';

export interface CrashOptions extends FaultOptions {
  seed: number;
  /** Rate limit that makes the campaign last long enough for all faults. */
  dropsPerMinute: number;
  timeoutMs: number;
  say: (line: string) => void;
}

export interface CrashResult extends Findings {
  killed: InjectedFaults;
  /** Number of pauses, each of which was resumed. */
  pauses: number;
  seconds: number;
}

/**
 * The crash test: sends a campaign while its processes are killed with SIGKILL at random moments, waits until it is
 * final, and compares the carrier's journal, the contacts, the counters and the ledger with the expected outcomes.
 * Keeps the data folder if anything is wrong.
 */
export async function runCrash(built: BuiltHark, options: CrashOptions): Promise<CrashResult> {
  return withProcesses(built, options, {
    settings: () => ({ DROPS_PER_MINUTE: String(options.dropsPerMinute) }),
    run: (hark) => sendAndKill(hark, options),
    isRight: (found) => hasNoErrors(found) && unmetRequirements(found, options).length === 0,
  });
}

/** A trial on Hark's processes. */
interface Trial<Result> {
  /** Their settings, for a data folder. */
  settings: (dataDir: string) => Record<string, string>;
  /** Writes further files to the folder. */
  prepare?: (dataDir: string) => Promise<void>;
  run: (hark: HarkProcesses) => Promise<Result>;
  isRight: (result: Result) => boolean;
}

/** Runs a trial on a new data folder, which is kept if anything is wrong. Adds how long it took. */
export async function withProcesses<Result extends object>(
  built: BuiltHark,
  { seed, say }: Pick<CrashOptions, 'seed' | 'say'>,
  { settings, prepare, run, isRight }: Trial<Result>,
): Promise<Result & { seconds: number }> {
  const begun = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-crash-'));
  say(`seed ${String(seed)}, data in ${dataDir}`);
  await prepare?.(dataDir);
  const hark = await startHarkProcesses(built, dataDir, { workers: 2, settings: settings(dataDir) });
  const result = await runAndStop(hark, run);
  if (isRight(result)) await rm(dataDir, { recursive: true });
  return { ...result, seconds: (performance.now() - begun) / 1_000 };
}

async function runAndStop<Result>(
  hark: HarkProcesses,
  run: (hark: HarkProcesses) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(hark);
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
  const { deadTimes, ...run } = await killUntilFinal({ hark, client, campaignId, random, options });
  return { ...(await verifyRun({ hark, caller, campaignId, contacts, deadTimes })), ...run };
}
