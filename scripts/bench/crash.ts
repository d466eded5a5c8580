import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runCrash, type CrashResult } from '#server/testing/crash/crash-run.ts';
import { shortfalls } from '#server/testing/crash/shortfalls.ts';
import type { Fault } from '#server/testing/crash/hark-processes.ts';
import type { Bench, BenchResult } from './bench.ts';
import type { BenchSettings } from './settings.ts';

const CONTACTS = 10_000;
const KILLS = 30;
const DROPS_PER_MINUTE = 2_400;
const TIMEOUT_MS = 30 * 60_000;

const VARIANTS: Readonly<Record<string, readonly Fault[]>> = {
  'web, workers, carrier killed; workers stopped': ['worker', 'web', 'carrier', 'worker stopped'],
  'database killed too': ['database', 'worker', 'web', 'carrier', 'worker stopped'],
};

/**
 * The crash test at its full size: 30 kills at random moments of a campaign of 10,000 contacts, and what was wrong
 * afterwards. `--seed=N` repeats a run as far as chance goes; the figures are counts, and every goal is 0.
 */
export const benchCrash: Bench = async (say, settings) => {
  const built = await buildHark();
  const results: BenchResult[] = [];
  for (const [name, faults] of Object.entries(VARIANTS)) {
    const { result, missing } = await crash(built, faults, { say, settings });
    for (const line of [...story(name, result), ...missing]) say(line);
    results.push(...figures(`crash: ${name}`, result, missing));
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
    ...{ seed, contacts, kills, faults, say },
    dropsPerMinute: DROPS_PER_MINUTE,
    timeoutMs: TIMEOUT_MS,
  };
  const result = await runCrash(built, options);
  return { result, missing: shortfalls(result, options) };
}

/** What happened, for a person. */
function story(name: string, result: CrashResult): string[] {
  const killed = Object.entries(result.killed).map(([role, times]) => `${role} ${String(times)}`);
  return [
    `${name}: ${result.seconds.toFixed(0)} s; killed ${killed.join(', ')}; paused by the system ${String(result.pauses)} times`,
    `${String(result.delivered)} delivered; ${String(result.excused)} "No report" because every try of the carrier fell into dead time`,
    ...result.wrongStates,
    ...result.wrongCounters,
    result.auditOutput.trim(),
  ];
}

function figures(bench: string, result: CrashResult, missing: readonly string[]): BenchResult[] {
  const none = (contender: string, ratio: number): BenchResult => ({
    bench,
    contender,
    ratio,
    goal: { atMost: 0 },
  });
  return [
    none('things not put to the test', missing.length),
    none('phones called twice', result.calledTwice),
    none('phones skipped', result.skipped),
    none('phones of nobody called', result.wrongCallers),
    none('contacts in a wrong state', result.wrongStates.length),
    none('wrong counters', result.wrongCounters.length),
    none('credits still held', result.held),
    none('credits off', Math.abs(result.balanceOff)),
    none('exit code of the audit', result.auditExit),
  ];
}
