import { MINUTE_MS } from '#shared/time-units.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runCrash, type CrashResult } from '#server/testing/crash/crash-run.ts';
import { unmetRequirements } from '#server/testing/crash/unmet-requirements.ts';
import type { Fault } from '#server/testing/crash/hark-processes.ts';
import { absolute, type Bench, type BenchResult } from './bench.ts';
import type { BenchSettings } from './settings.ts';

const CONTACTS = 10_000;
const KILLS = 30;
const DROPS_PER_MINUTE = 2_400;
const TIMEOUT_MS = 30 * MINUTE_MS;

const VARIANTS: Readonly<Record<string, readonly Fault[]>> = {
  'web, workers, carrier killed; workers stopped': ['worker', 'web', 'carrier', 'worker stopped'],
  'database killed too': ['database', 'worker', 'web', 'carrier', 'worker stopped'],
};

/**
 * The full crash test: 30 kills at random moments of a campaign of 10,000 contacts. Results are counts of errors
 * with a goal of 0. `--seed=N` repeats the random choices of a run.
 */
export const benchCrash: Bench = async (say, settings) => {
  const built = await buildHark();
  const results: BenchResult[] = [];
  for (const [name, faults] of Object.entries(VARIANTS)) {
    const { result, missing } = await crash(built, faults, { say, settings });
    for (const line of [...summaryOf(name, result), ...missing]) say(line);
    results.push(...resultsOf(`crash: ${name}`, result, missing));
  }
  return results;
};

async function crash(
  built: BuiltHark,
  faults: readonly Fault[],
  { say, settings }: { say: (line: string) => void; settings: BenchSettings },
): Promise<{ result: CrashResult; missing: string[] }> {
  const { contacts = CONTACTS, kills = KILLS, seed = Math.floor(Math.random() * 2 ** 31) } = settings;
  const options = {
    seed,
    contacts,
    kills,
    faults,
    say,
    dropsPerMinute: DROPS_PER_MINUTE,
    timeoutMs: TIMEOUT_MS,
  };
  const result = await runCrash(built, options);
  return { result, missing: unmetRequirements(result, options) };
}

/** Summary of a run for the console. */
function summaryOf(name: string, result: CrashResult): string[] {
  const killed = Object.entries(result.killed).map(([role, times]) => `${role} ${String(times)}`);
  return [
    `${name}: ${result.seconds.toFixed(0)} s; killed ${killed.join(', ')}; paused by the system ${String(result.pauses)} times`,
    `${String(result.delivered)} delivered; ${String(result.lostReports)} "No report" because every try of the carrier fell into downtime`,
    ...result.wrongStates,
    ...result.wrongCounters,
    result.auditOutput.trim(),
  ];
}

function resultsOf(bench: string, result: CrashResult, missing: readonly string[]): BenchResult[] {
  const zero = (contender: string, count: number): BenchResult =>
    absolute(bench, contender, count, { goal: { atMost: 0 } });
  return [
    zero('requirements of the test not met', missing.length),
    zero('phones called twice', result.calledTwice),
    zero('phones skipped', result.skipped),
    zero('phones called that are on no list', result.unknownPhones),
    zero('contacts in a wrong state', result.wrongStates.length),
    zero('wrong counters', result.wrongCounters.length),
    zero('credits still held', result.held),
    zero('credits off', Math.abs(result.balanceOff)),
    zero('exit code of the audit', result.auditExit),
  ];
}
