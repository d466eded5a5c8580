import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

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
  const statuses: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (let n = 0; n < 50; n++) {
        const { status } = await read(busy);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  expect(statuses).toEqual({ 200: 600 });
  const refused = await read(busy);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const problem = await read(busy, 'application/problem+json');
  expect(problem.headers.get('content-type')).toContain('application/problem+json');
  expect(await problem.json()).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  expect((await read(calm)).status).toBe(200);
});
