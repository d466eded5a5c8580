import { expect, test } from 'vitest';
import { callsTo, historyOf, type CampaignCall } from './person-history.ts';

const call = (campaignId: string, status: CampaignCall['status'], at: string | null): CampaignCall => ({
  campaignId,
  name: campaignId,
  status,
  at,
  reason: status === 'failed' ? 'Busy' : null,
  reason_code: status === 'failed' ? '4006' : null,
});

test('a history counts the calls that were made and those that were delivered, the latest first', () => {
  const history = historyOf('1', [
    call('not called yet', 'pending', null),
    call('old', 'success', '2026-01-01T00:00:00.000Z'),
    call('new', 'failed', '2026-02-01T00:00:00.000Z'),
    call('being called', 'sending', '2026-01-15T00:00:00.000Z'),
  ]);
  expect(history).toMatchObject({ phone: '1', calls: 3, delivered: 1, last_at: '2026-02-01T00:00:00.000Z' });
  const order = history.campaigns.map(({ id }) => id);
  expect(order).toEqual(['new', 'being called', 'old', 'not called yet']);
  expect(history.campaigns[0]).toMatchObject({
    name: 'new',
    status: 'failed',
    reason: 'Busy',
    reason_code: '4006',
  });
});

test('only campaigns of the user are asked for their calls, and name them', async () => {
  const asked: unknown[] = [];
  const deps = {
    campaigns: {
      briefsOf: (uid: string) => Promise.resolve(uid === 'ana' ? [{ _id: 'c', name: 'Spring' }] : []),
    },
    numbers: {
      callsTo: (phone: string, ids: readonly string[]) => {
        asked.push(phone, ids);
        return Promise.resolve([{ campaignId: 'c', status: 'success', reason: null, at: null }]);
      },
    },
  } as unknown as Parameters<typeof callsTo>[0];
  expect(await callsTo(deps, 'ana', '1')).toMatchObject([{ campaignId: 'c', name: 'Spring' }]);
  expect(asked).toEqual(['1', ['c']]);
});
