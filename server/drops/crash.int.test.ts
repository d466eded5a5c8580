import { beforeAll, expect, test } from 'vitest';
import { FULL } from '#server/testing/full.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runCrash } from '#server/testing/crash/crash-run.ts';
import { NO_ERRORS } from '#server/testing/crash/verify-run.ts';
import { unmetRequirements } from '#server/testing/crash/unmet-requirements.ts';
import type { Fault } from '#server/testing/crash/hark-processes.ts';

/** `npm run bench -- crash` does the same with 10,000 contacts and 30 kills. */
const CONTACTS = 300;
const KILLS = 5;
const TIMEOUT_MS = 150_000;
/** With so few calls each kill hits many of them, and on a busy machine the restart is slow. */
const BOUNDS = { minDelivered: 0.5, maxLostReports: 0.4 };

let built: BuiltHark;
beforeAll(async () => {
  built = await buildHark();
});

const FAULTS = ['worker', 'web', 'carrier', 'worker stopped'] as const;

/** Sends a campaign while processes of these roles are killed. On a failure the error has the log of the run. */
async function crash(faults: readonly Fault[]): Promise<void> {
  const lines: string[] = [];
  const options = {
    seed: Math.floor(Math.random() * 2 ** 31),
    contacts: CONTACTS,
    kills: KILLS,
    faults,
    dropsPerMinute: 600,
    timeoutMs: TIMEOUT_MS,
    say: (line: string) => void lines.push(line),
  };
  console.info(`crash test with seed ${String(options.seed)}`);
  const result = await runCrash(built, options).catch((error: unknown) => {
    throw new Error(lines.join('\n'), { cause: error });
  });
  expect(result, lines.join('\n')).toMatchObject(NO_ERRORS);
  expect(unmetRequirements(result, options, BOUNDS), lines.join('\n')).toEqual([]);
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
      await crash(['database']);
    },
  );
