import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_KEY_REQUESTS_A_MINUTE } from '#shared/schemas/account/api-keys.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const LEFT = 10;

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Lets the only key that was used have made nearly all requests of its window, which ends later than any test. */
async function spendNearlyAll(): Promise<void> {
  const connection = await connectDatabase(hark.mongodbUri);
  const spent = { points: API_KEY_REQUESTS_A_MINUTE - LEFT, expire: new Date(Date.now() + HOUR_MS) };
  const { modifiedCount } = await connection
    .collection('api_key_requests')
    .updateOne({ key: /^api-key:/ }, { $set: spent });
  await connection.close();
  expect(modifiedCount).toBe(1);
}

it('requests above the limit of a key get 429 with the time to wait, and other keys are not affected', async () => {
  const { client } = await hark.newUser();
  const newKey = async () => {
    const input = { name: 'Zapier', scope: 'full', expires_in_days: null };
    const { body } = await client.post('/trpc/apiKeys.create', input);
    return (body['result'] as { data: { key: string } }).data.key;
  };
  const read = (key: string, accept = '*/*') =>
    fetch(`${hark.baseUrl}/dropcowboy/credits/`, { headers: { authorization: `Bearer ${key}`, accept } });
  const [busy, calm] = [await newKey(), await newKey()];
  const first = await read(busy);
  expect(first.headers.get('ratelimit-remaining')).toBe(String(API_KEY_REQUESTS_A_MINUTE - 1));
  await spendNearlyAll();
  const sent = await Promise.all(Array.from({ length: 3 * LEFT }, () => read(busy)));
  const counted = (wanted: number) => sent.filter(({ status }) => status === wanted).length;
  expect([counted(200), counted(429)]).toEqual([LEFT, 2 * LEFT]);
  const refused = await read(busy);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const problem = await read(busy, 'application/problem+json');
  expect(problem.headers.get('content-type')).toContain('application/problem+json');
  expect(await problem.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect((await read(calm)).status).toBe(200);
});
