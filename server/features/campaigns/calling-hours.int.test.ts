import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCampaignInput } from '#shared/schemas/campaigns/create-campaign.ts';
import { parseInput } from '#server/platform/trpc/invalid-input.ts';
import { draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WEEKDAYS = { from: '10:00', to: '18:30', days: [1, 2, 3, 4, 5] };

it('a campaign is called at its own hours, which can be changed and reset before it starts', async () => {
  const api = node.as(user);
  const { campaign } = await api.create({
    ...draftOf(user),
    calling_hours: { ...WEEKDAYS, days: [5, 4, 3, 2, 1, 1] },
  });
  const { id } = campaign;
  expect(campaign).toMatchObject({ calling_hours: WEEKDAYS, next_calls: null });
  await api.update({ id, calling_hours: { from: '12:00' } });
  await api.update({ id, campaign_name: 'Afternoons' });
  const afternoons = { ...WEEKDAYS, from: '12:00' };
  await expect(api.get({ id })).resolves.toMatchObject({ campaign: { calling_hours: afternoons } });
  await api.update({ id, calling_hours: null });
  const usual = { from: '09:00', to: '20:00', days: EVERY_DAY };
  await expect(api.get({ id })).resolves.toMatchObject({ campaign: { calling_hours: usual } });
});

it('a repeated request with other hours is another request', async () => {
  const keyed = node.as(user, 'hours');
  const draft = draftOf(user);
  await keyed.create({ ...draft, calling_hours: WEEKDAYS });
  await expect(keyed.create(draft)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
});

it.each([
  [{ from: '07:59' }, 'calling_hours.from', 'Calls may be made from 8 AM'],
  [{ to: '21:01' }, 'calling_hours.to', 'Calls may be made until 9 PM'],
  [{ from: '9:00' }, 'calling_hours.from', 'must be a time such as 09:00'],
  [{ from: '20:00' }, 'calling_hours.to', 'The calling hours must end after they begin'],
  [{ days: [] }, 'calling_hours.days', 'Please choose at least one day'],
  [{ days: [0] }, 'calling_hours.days.0', 'must be at least 1'],
  ['always', 'calling_hours', 'must be an object'],
])('%j is refused with the field and the reason', (calling_hours, field, reason) => {
  const draft = { ...draftOf(user), calling_hours };
  expect(() => parseInput(createCampaignInput, draft)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', details: { fields: { [field]: reason } } }) as Error,
  );
});
