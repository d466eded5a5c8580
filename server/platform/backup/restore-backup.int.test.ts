import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { BackupError, type Manifest } from './backup-format.ts';
import { assertRestorable } from './restore-backup.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

/** Returns why a backup made with some values of SESSION_SECRET is refused where others are set; undefined if it is not. */
async function refusal(
  made: readonly string[],
  set: readonly string[],
  withoutOldSecrets = false,
): Promise<string | undefined> {
  const db = database.connection.getClient().db(database.connection.name);
  const manifest = { secrets: made } as Manifest;
  const refused = await assertRestorable({ db, secrets: set, withoutOldSecrets }, manifest).catch(
    (error: unknown) => error,
  );
  if (refused === undefined) return undefined;
  expect(refused).toBeInstanceOf(BackupError);
  return (refused as BackupError).message;
}

test.each([
  [['old', 'new'], ['old'], '1 of 2 is missing'],
  [['new', 'old'], ['new'], '1 of 2 is missing'],
  [['new', 'old'], ['newer'], '2 of 2 are missing'],
  [['old'], ['new'], '1 of 1 is missing'],
])('a backup made with %j is refused with %j, which cannot read all of it', async (made, set, why) => {
  expect(await refusal(made, set)).toMatch(/^SESSION_SECRET: must contain every value/);
  expect(await refusal(made, set)).toContain(why);
});

test.each([
  [['old'], ['old']],
  [['old'], ['new', 'old']],
  [
    ['old', 'new'],
    ['new', 'old', 'older'],
  ],
])('a backup made with %j is restored with %j', async (made, set) => {
  expect(await refusal(made, set)).toBeUndefined();
});

test('where an old value is lost, the newest one of the backup alone is enough if that is accepted', async () => {
  expect(await refusal(['new', 'old'], ['new'], true)).toBeUndefined();
  expect(await refusal(['new', 'old'], ['old'], true)).toContain('1 of 1 is missing');
});
