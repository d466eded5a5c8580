import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { runBuilt } from '#server/testing/crash/run-built.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';

let script: string;
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  ({ optOuts: script } = await buildHark());
  database = await testDatabase();
  // The command refuses a database that is empty.
  await database.connection.createCollection('users');
  folder = await mkdtemp(join(tmpdir(), 'opt-outs-'));
}, 60_000);
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

/** Runs `npm run opt-outs -- …` in its own process. */
const optOuts = (...args: string[]) => runBuilt(script, database.uri, args);

/** Returns which of the numbers no user calls. */
async function listed(...phones: string[]): Promise<string[]> {
  const { suppressions } = composeTestFeatures(database.connection, {
    overrides: {
      subscriptions: () => ({
        isSubscribed: () => Promise.resolve(true),
        isPastDue: () => Promise.resolve(false),
        periodStartOf: () => Promise.resolve(undefined),
      }),
    },
  });
  const found = await suppressions.doNotCall.among('a user', phones);
  return [...found].sort();
}

test(
  'the operator adds, imports, lists and removes numbers that no user calls',
  { timeout: 60_000 },
  async () => {
    const added = await optOuts('add', '(202) 555-0143', '2025550144', '--reason', 'Litigator');
    expect(added).toEqual({ code: 0, out: '2 added, 0 on the list already.\n', err: '' });
    const file = join(folder, 'list.csv');
    await writeFile(file, 'Phone\n2025550144\n2025550145\n');
    expect((await optOuts('import', file)).out).toBe('1 added, 1 on the list already.\n');
    const numbers = ['12025550143', '12025550144', '12025550145'];
    expect(await listed(...numbers, '12025550146')).toEqual(numbers);

    const rows = (await optOuts('list', '--json')).out.trim().split('\n');
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(
      expect.arrayContaining([
        { phone: '12025550143', reason: 'Litigator', added_at: expect.any(String) as string },
        { phone: '12025550145', reason: '', added_at: expect.any(String) as string },
      ]),
    );
    expect(rows).toHaveLength(3);

    expect((await optOuts('remove', '2025550143')).code).toBe(2);
    expect((await optOuts('remove', '2025550143', '--reason', 'A mistake')).out).toBe(
      '12025550143 removed.\n',
    );
    expect(await listed(...numbers)).toEqual(numbers.slice(1));
    const removals = database.connection.collection('suppression_removals');
    expect(await removals.findOne({ phone: '12025550143' })).toMatchObject({
      reason: expect.stringMatching(/: A mistake$/) as string,
    });
    const again = await optOuts('remove', '2025550143', '--reason', 'A mistake');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).not.toContain(' at ');
  },
);
