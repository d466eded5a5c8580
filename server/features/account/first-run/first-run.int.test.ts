import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FirstRun } from '#shared/schemas/account/first-run.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
}, 60_000);
afterAll(() => hark.stop());

type User = Pick<Subscriber, 'client' | 'uid'>;

async function stepsOf({ client }: User): Promise<FirstRun> {
  const { body } = await client.get('/trpc/firstRun.steps');
  return (body['result'] as { data: FirstRun }).data;
}

test('each step is done where its result is, and the list closes once a campaign is sent', async () => {
  const user = await hark.newUser();
  expect(await stepsOf(user)).toEqual({ closed: false, done: [] });
  await user.client.put(`/users/${user.uid}/`, { profile: { company_name: 'Maple & Co' } });
  expect((await stepsOf(user)).done).toEqual([]);
  await user.client.put('/api/calling-profile/', { callback_number: '(202) 555-0143' });
  expect((await stepsOf(user)).done).toEqual(['business']);

  const subscriber = await newSubscriber(hark, 'Autumn');
  expect(await stepsOf(subscriber)).toEqual({ closed: false, done: ['voice', 'contacts', 'plan'] });
  const sent = await subscriber.client.post(`/api/campaigns/${subscriber.campaignId}/execute/`, {
    force: true,
  });
  expect(sent.status).toBe(202);
  await vi.waitFor(async () => expect(await stepsOf(subscriber)).toEqual({ closed: true, done: [] }), {
    timeout: 20_000,
  });
});

test('a list that is hidden stays so, for its user alone', async () => {
  const [user, other] = await Promise.all([hark.newUser(), hark.newUser()]);
  expect((await user.client.post('/trpc/firstRun.close', {})).status).toBe(200);
  expect(await stepsOf(user)).toEqual({ closed: true, done: [] });
  expect((await user.client.post('/trpc/firstRun.close', {})).status).toBe(200);
  expect((await stepsOf(other)).closed).toBe(false);
});

test('contacts are those of a campaign or of a list', async () => {
  const user = await newSubscriber(hark, 'Deleted');
  expect((await user.client.post('/trpc/campaigns.delete', { id: user.campaignId })).status).toBe(200);
  expect((await stepsOf(user)).done).toEqual(['voice', 'plan']);
  const phones = { phone_number: '12025550143', recommended_phone: '12025550143' };
  const contacts = [{ id: '1', first_name: 'Ann', last_name: 'Lee', ...phones }];
  expect((await user.client.post('/trpc/contactLists.create', { name: 'Leads', contacts })).status).toBe(200);
  expect((await stepsOf(user)).done).toEqual(['voice', 'contacts', 'plan']);
});
