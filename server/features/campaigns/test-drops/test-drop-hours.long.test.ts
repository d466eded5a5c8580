import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber } from '#server/testing/system/subscriber.ts';

/** Washington. */
const PHONE = '12025573099';

let hark: TestHark;
beforeAll(async () => {
  const clock = adjustableClock();
  clock.shift(untilNight(new Date()));
  hark = await startHark({ CALLING_HOURS: 'enforce' }, clock);
}, 60_000);
afterAll(() => hark.stop());

/** Returns the milliseconds until it is night in Washington; 0 if it is, for an hour more. */
function untilNight(now: Date): number {
  for (let hours = 0; ; hours++) {
    const at = new Date(now.getTime() + hours * HOUR_MS);
    const hour = at.toLocaleString('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    if (Number(hour) < 6) return hours * HOUR_MS;
  }
}

test('where hours are enforced, a phone is called for a code or a test only in its hours', async () => {
  const user = await newSubscriber(hark, 'Night');
  const callPhone = () =>
    user.client.post('/api/test-drops/phone/', { phone: PHONE, voice_id: user.voiceId });
  const drop = () => user.client.post('/api/test-drops/', { voice_id: user.voiceId, message: 'Hello' });
  await confirmPhone(user.uid);
  const before = (await user.client.get('/dropcowboy/credits/')).body;
  const opening =
    /^This phone cannot be called at this hour\. It can be from \d\d-\d\d-\d{4} (\d\d:\d\d [AP]M) \(UTC\)\.$/;
  for (const call of [callPhone, drop])
    expect(await call()).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(opening) as string },
    });
  expect((await user.client.get('/dropcowboy/credits/')).body).toEqual(before);
  expect((await user.client.get('/api/test-drops/')).body).toMatchObject({ left_today: 10 });

  // Ten hours after a time from midnight to six it is day.
  hark.clock.shift(untilNight(new Date()) + 10 * HOUR_MS);
  await user.client.post('/login/', { email: user.email, password: 'correct horse' });
  expect((await drop()).status).toBe(201);
});

/** Makes the phone the confirmed one of a user, who cannot be called for a code at night. */
async function confirmPhone(uid: string): Promise<void> {
  const database = await connectDatabase(hark.mongodbUri);
  await database
    .collection<{ _id: string }>('calling_profiles')
    .updateOne({ _id: uid }, { $set: { testPhone: PHONE } });
  await database.close();
}
