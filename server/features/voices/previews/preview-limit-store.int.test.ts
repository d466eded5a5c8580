import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_PREVIEW_ATTEMPTS_AN_HOUR, MAX_PREVIEWS_AN_HOUR } from '#shared/limits.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createPreviewLimit, type PreviewLimit } from './preview-limit-store.ts';

let database: TestDatabase;
let limit: PreviewLimit;
beforeAll(async () => {
  database = await testDatabase();
  limit = createPreviewLimit(database.connection);
});
afterAll(() => database.stop());

/** Has a user at one below a limit, whose window ends in some seconds. */
async function spend(key: string, points: number, seconds = 3_600): Promise<void> {
  const expire = new Date(Date.now() + seconds * 1_000);
  await database.connection
    .collection('preview_counts')
    .updateOne({ key }, { $set: { points, expire } }, { upsert: true });
}

test('of new messages the last of an hour is spoken, and one that was not spoken makes room', async () => {
  await spend('preview:ann', MAX_PREVIEWS_AN_HOUR - 1);
  await limit.take('ann');
  const refused = {
    code: 'TOO_MANY_REQUESTS',
    message: /^You can hear 60 new messages an hour\. .* in 60 minutes\.$/,
  };
  for (const _ of [1, 2])
    await expect(limit.take('ann')).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(refused.message) as unknown,
      details: { retry_after: expect.any(Number) as unknown },
    });
  await limit.refund('ann');
  await limit.take('ann');
  await limit.take('bob');
});

test('attempts are limited as well, and those of an account are forgotten with it', async () => {
  await spend('preview-attempt:ann', MAX_PREVIEW_ATTEMPTS_AN_HOUR - 1, 30);
  await limit.attempt('ann');
  await expect(limit.attempt('ann')).rejects.toThrow(
    `You can request ${String(MAX_PREVIEW_ATTEMPTS_AN_HOUR)} messages an hour. Please try again in a minute.`,
  );
  await spend('preview:ann', MAX_PREVIEWS_AN_HOUR);
  await limit.erase('ann');
  await limit.attempt('ann');
  await limit.take('ann');
});
