import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { runCrash, type CrashResult } from '#server/testing/crash/crash-run.ts';
import type { Role } from '#server/testing/crash/hark-processes.ts';

/** `npm run bench -- crash` does the same with 10,000 contacts and 30 kills. */
const CONTACTS = 300;
const KILLS = 5;
const TIMEOUT_MS = 150_000;

let built: BuiltHark;
beforeAll(async () => {
  built = await buildHark();
});
afterAll(() => built.remove());

async function crash(roles: readonly Role[]): Promise<CrashResult> {
  const told: string[] = [];
  const options = {
    seed: Math.floor(Math.random() * 2 ** 31),
    contacts: CONTACTS,
    kills: KILLS,
    roles,
    dropsPerMinute: 1_200,
    timeoutMs: TIMEOUT_MS,
    say: (line: string) => void told.push(line),
  };
  return runCrash(built, options).catch((error: unknown) => {
    throw new Error(told.join('\n'), { cause: error });
  });
}

const NOTHING_WRONG = {
  calledTwice: 0,
  skipped: 0,
  strangers: 0,
  wrongStates: [],
  wrongCounters: [],
  held: 0,
  balanceOff: 0,
  auditExit: 0,
};

test('web, workers and carrier killed in mid-campaign: everybody is called once, nothing is lost', {
  timeout: 2 * TIMEOUT_MS,
}, async () => {
  const result = await crash(['worker', 'web', 'carrier']);
  expect(result).toMatchObject(NOTHING_WRONG);
});

test('the database killed in mid-campaign: everybody is called once, nothing is lost', {
  timeout: 2 * TIMEOUT_MS,
}, async () => {
  const result = await crash(['database']);
  expect(result).toMatchObject(NOTHING_WRONG);
});
