import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { DeliveryRecord } from '#server/features/webhooks/delivery/delivery-store.ts';
import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { recordStatuses } from './campaign-events.ts';

const at = new Date('2026-03-02T15:00:00Z');
const endpoint = {
  _id: 'e-1',
  uid: 'u-1',
  enabledAt: at,
  events: ['campaign.started', 'campaign.paused'],
} as EndpointRecord;

/** Returns the campaigns in the events of a history. */
async function campaignsIn(history: Parameters<typeof recordStatuses>[2]): Promise<Partial<CampaignView>[]> {
  const stored: DeliveryRecord[] = [];
  const deps = {
    clock: { now: () => at },
    endpoints: { find: () => Promise.resolve(endpoint), nextSequence: () => Promise.resolve(1) },
    lanes: { added: () => Promise.resolve() },
    deliveries: {
      statusesOf: () => Promise.resolve(new Map()),
      insert: (rows: DeliveryRecord[]) => Promise.resolve(stored.push(...rows) > 0),
    },
  } as unknown as WebhookDeps;
  await recordStatuses(deps, [endpoint], history);
  return stored.map(({ body = Buffer.alloc(0) }) => {
    const payload = JSON.parse(gunzipSync(body).toString()) as { data: { campaign: CampaignView } };
    return payload.data.campaign;
  });
}

test('an event that is stored late describes the status that it is about', async () => {
  const campaign = {
    id: 'c-1',
    status: 'Sending',
    total: 1_000,
    delivered: 412,
    status_reason: null,
    status_message: 'Sending · 412 of 1,000 delivered · from 9:00 AM',
    next_calls: { at: at.toISOString(), zone: 'America/New_York' },
  } as CampaignView;
  const changes = [
    { id: 's-1', status: 'Paused' as const, at, reason: 'The carrier refuses calls' },
    { id: 's-2', status: 'Sending' as const, at },
  ];
  const history = { userId: 'u-1', campaign, changes, isDeleted: false, changedAt: at };
  expect(await campaignsIn(history)).toMatchObject([
    {
      status: 'Paused',
      status_reason: 'The carrier refuses calls',
      status_message: 'Paused · The carrier refuses calls · 412 of 1,000 delivered',
      next_calls: null,
    },
    { status: 'Sending', status_message: campaign.status_message, next_calls: campaign.next_calls },
  ]);
});
