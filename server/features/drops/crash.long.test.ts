import { beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { FULL } from '#server/testing/full.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runCrash } from '#server/testing/crash/crash-run.ts';
import { runHoursCrash } from '#server/testing/crash/hours-run.ts';
import { placeInDaytime } from '#server/testing/crash/opening-hours.ts';
import { NO_ERRORS } from '#server/testing/crash/verify-run.ts';
import { unmetRequirements } from '#server/testing/crash/unmet-requirements.ts';
import type { Fault } from '#server/testing/crash/hark-processes.ts';

const [CONTACTS, KILLS, DROPS_PER_MINUTE] = FULL ? [10_000, 30, 2_400] : [300, 5, 600];
const TIMEOUT_MS = FULL ? 30 * MINUTE_MS : 150_000;
const [HOURS_KILLS, HOURS_TIMEOUT_MS] = [5, 150_000];
/** With few calls each kill hits many of them, and on a busy machine the restart is slow. */
const BOUNDS = { minDelivered: 0.5, maxLostReports: 0.4 };
/** The random choices of an earlier run, to repeat it. */
const SEED = process.env['HARK_CRASH_SEED'];

let built: BuiltHark;
beforeAll(async () => {
  built = await buildHark();
}, TIMEOUT_MS);

const FAULTS = ['worker', 'web', 'carrier', 'worker stopped'] as const;

/** Sends a campaign while processes of these roles are killed. On a failure the error has the log of the run. */
async function crash(faults: readonly Fault[]): Promise<void> {
  const lines: string[] = [];
  const options = {
    seed: SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED),
    contacts: CONTACTS,
    kills: KILLS,
    faults,
    dropsPerMinute: DROPS_PER_MINUTE,
    timeoutMs: TIMEOUT_MS,
    say: (line: string) => void lines.push(line),
  };
  console.info(`crash test with seed ${String(options.seed)}`);
  const result = await runCrash(built, options).catch((error: unknown) => {
    throw new Error(lines.join('\n'), { cause: error });
  });
  expect(result, lines.join('\n')).toMatchObject(NO_ERRORS);
  expect(unmetRequirements(result, options, FULL ? undefined : BOUNDS), lines.join('\n')).toEqual([]);
}

test(
  'with processes killed and workers suspended mid-campaign, each contact is called once and nothing is lost',
  {
    timeout: 2 * TIMEOUT_MS,
  },
  async () => {
    await crash(FULL ? FAULTS : [...FAULTS, 'database']);
  },
);

if (FULL)
  test(
    'with the database killed mid-campaign, each contact is called once and nothing is lost',
    {
      timeout: 2 * TIMEOUT_MS,
    },
    async () => {
      await crash(['database', ...FAULTS]);
    },
  );

test(
  'with processes killed while calling hours begin and end, each contact is called once and nobody outside them',
  { timeout: 3 * HOURS_TIMEOUT_MS },
  async ({ skip }) => {
    const place = placeInDaytime(new Date());
    if (place === undefined) return skip('the law lets nobody in the country be called at this hour');
    const lines: string[] = [];
    const options = {
      seed: Math.floor(Math.random() * 2 ** 31),
      place,
      minutesOpen: FULL ? 1 : 0,
      kills: HOURS_KILLS,
      dropsPerMinute: 300,
      // A worker that is suspended between the check and the request may place one call late.
      faults: ['worker', 'web', 'carrier', 'database'] as const,
      timeoutMs: 2 * HOURS_TIMEOUT_MS,
      say: (line: string) => void lines.push(line),
    };
    console.info(`crash test of calling hours with seed ${String(options.seed)}`);
    const result = await runHoursCrash(built, options).catch((error: unknown) => {
      throw new Error(lines.join('\n'), { cause: error });
    });
    const story = [...lines, JSON.stringify(result)].join('\n');
    expect(result, story).toMatchObject({ ...NO_ERRORS, outside: [] });
    expect(unmetRequirements(result, { ...options, contacts: result.contacts }, BOUNDS), story).toEqual([]);
    const { calledBefore: before, calledAfter: after } = result;
    expect(Math.min(before.closes, before.opens, after.closes), story).toBeGreaterThan(0);
  },
);
