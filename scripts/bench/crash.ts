import { MINUTE_MS } from '#shared/time-units.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { runCrash } from '#server/testing/crash/crash-run.ts';
import type { Fault } from '#server/testing/crash/hark-processes.ts';
import { unmetRequirements } from '#server/testing/crash/unmet-requirements.ts';
import type { Bench } from './harness/bench.ts';

const CONTACTS = 10_000;
const KILLS = 30;
const PACE = { dropsPerMinute: 2_400, timeoutMs: 30 * MINUTE_MS };

const VARIANTS: Readonly<Record<string, readonly Fault[]>> = {
  'web, workers, carrier killed; workers stopped': ['worker', 'web', 'carrier', 'worker stopped'],
  'database killed too': ['database', 'worker', 'web', 'carrier', 'worker stopped'],
};

/**
 * The full crash test: 30 kills at random moments of a campaign of 10,000 contacts. Results are counts of errors
 * with a goal of 0. `--seed=N` repeats the random choices of a run.
 */
export const benchCrash: Bench = async ({ say, absolute, settings }) => {
  const { contacts = CONTACTS, kills = KILLS, seed } = settings;
  const built = await buildHark();
  for (const [name, faults] of Object.entries(VARIANTS)) {
    const chosen = seed ?? Math.floor(Math.random() * 2 ** 31);
    const options = { ...PACE, seed: chosen, contacts, kills, faults, say };
    const result = await runCrash(built, options);
    const missing = unmetRequirements(result, options);
    // A report is lost where every try of the carrier fell into downtime.
    const { seconds, killed, pauses, delivered, lostReports, wrongStates, wrongCounters } = result;
    const summary = { seconds, killed, pauses, delivered, lostReports, wrongStates, wrongCounters, missing };
    say(`${name}: ${JSON.stringify(summary)}\n${result.auditOutput.trim()}`);
    const counts = {
      'requirements of the test not met': missing.length,
      'phones called twice': result.calledTwice,
      'phones skipped': result.skipped,
      'phones called that are on no list': result.unknownPhones,
      'contacts in a wrong state': wrongStates.length,
      'wrong counters': wrongCounters.length,
      'credits still held': result.held,
      'credits off': Math.abs(result.balanceOff),
      'exit code of the audit': result.auditExit,
    };
    for (const [what, count] of Object.entries(counts))
      absolute(`crash: ${name}`, what, count, { atMost: 0 });
  }
};
