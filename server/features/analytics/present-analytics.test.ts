import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';
import { campaignsAsCsv, presentAggregate } from './present-analytics.ts';

const COUNTERS: CampaignCounters = {
  id: 'c1',
  userId: 'ana',
  name: 'Spring',
  status: 'Success',
  progress: 'all',
  revision: '1.1.1000',
  dropDate: new Date('2026-11-20T09:30:00Z'),
  charged: 49_950,
  total: 1_000,
  delivered: 999,
  failed: 1,
  pending: 0,
};

it('"Success rate is the rounded percent": 999 of 1,000 are 100, with both counts beside it', async () => {
  expect(presentAggregate(COUNTERS)).toMatchObject({
    dropcowboy_total_calls_sent: 1_000,
    dropcowboy_success_calls: 999,
    dropcowboy_call_sent_rate: 100,
  });
  const csv = await text(campaignsAsCsv(batches()).content);
  const lines = csv.split('\r\n');
  expect(lines[0]).toContain('Made,Delivered,Failed,Pending,Delivery Rate (%)');
  expect(lines[1]).toContain('1000,999,1,0,100');
});

async function* batches(): AsyncGenerator<CampaignCounters[]> {
  yield await Promise.resolve([COUNTERS]);
}
