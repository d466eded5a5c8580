import { beforeAll, expect, test } from 'vitest';
import { FULL } from '#server/testing/full.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runCrash } from '#server/testing/crash/crash-run.ts';
import { NOTHING_WRONG } from '#server/testing/crash/crash-verdict.ts';
import { shortfalls } from '#server/testing/crash/shortfalls.ts';
import type { Fault } from '#server/testing/crash/hark-processes.ts';

/** `npm run bench -- crash` does the same with 10,000 contacts and 30 kills. */
const CONTACTS = 300;
const KILLS = 5;
const TIMEOUT_MS = 150_000;
/** Of so few calls each kill falls on many: on a busy machine whoever was killed is back late. */
const BOUNDS = { leastDelivered: 0.5, mostExcused: 0.4 };

let built: BuiltHark;
beforeAll(async () => {
  built = await buildHark();
});

const FAULTS = ['worker', 'web', 'carrier', 'worker stopped'] as const;

/** Sends a campaign while processes of these roles are killed. What happened is told where something is wrong. */
async function crash(faults: readonly Fault[]): Promise<void> {
  const told: string[] = [];
  const options = {
    seed: Math.floor(Math.random() * 2 ** 31),
    contacts: CONTACTS,
    kills: KILLS,
    faults,
    dropsPerMinute: 600,
    timeoutMs: TIMEOUT_MS,
    say: (line: string) => void told.push(line),
  };
  console.info(`crash test with seed ${String(options.seed)}`);
  const result = await runCrash(built, options).catch((error: unknown) => {
    throw new Error(told.join('\n'), { cause: error });
  });
  expect(result, told.join('\n')).toMatchObject(NOTHING_WRONG);
  expect(shortfalls(result, options, BOUNDS), told.join('\n')).toEqual([]);
}

test(
  'processes killed and workers stopped in mid-campaign: everybody is called once, nothing is lost',
  {
    timeout: 2 * TIMEOUT_MS,
  },
  async () => {
    await crash(FULL ? FAULTS : [...FAULTS, 'database']);
  },
);

if (FULL)
  test(
    'the database killed in mid-campaign: everybody is called once, nothing is lost',
    {
      timeout: 2 * TIMEOUT_MS,
    },
    async () => {
      await crash(['database']);
    },
  );
