import { HOUR_MS } from '#shared/time-units.ts';
import { halfOf, type At, type Factories } from './known-ids.ts';

/** Returns the documents of webhooks, by collection. Endpoint number 0 has half of all deliveries. */
export function webhookFactories(at: At): Factories {
  return {
    webhook_endpoints: (i) => ({
      _id: `endpoint-${String(i)}`,
      uid: `u-${String(i)}`,
      slot: 0,
      url: 'https://example.com/',
      description: '',
      events: ['credits.low'],
      createdAt: at(-HOUR_MS),
      enabledAt: at(-HOUR_MS),
      secrets: [{ sealed: i < 5 ? 'older.sealed' : 'sealed', since: at(-HOUR_MS) }],
      ...(i === 12 && { mailDueAt: at(-HOUR_MS) }),
    }),
    webhook_deliveries: (i) => ({
      _id: `delivery-${String(i)}`,
      endpointId: halfOf(i, 'endpoint'),
      uid: halfOf(i, 'u'),
      eventId: `evt_${String(i)}`,
      type: 'credits.low',
      campaignId: halfOf(i, 'c'),
      laneId: `lane-${String(i)}`,
      seq: 1,
      attempts: 0,
      failures: 0,
      recent: [],
      status: (['delivered', 'failed', 'pending'] as const)[i % 3],
      body: Buffer.from('{}'),
      ...(i % 50 === 0 && { replay: `replay-${String(i)}` }),
      createdAt: at(-i * 1_000),
      ...(i % 3 === 2 && { nextAt: at(0) }),
      expiresAt: at(24 * HOUR_MS),
    }),
    webhook_lanes: (i) => ({
      _id: `lane-${String(i)}`,
      endpointId: `endpoint-${String(i)}`,
      uid: `u-${String(i)}`,
      added: 1,
      expiresAt: at(24 * HOUR_MS),
      ...(i % 10 === 0 && { dueAt: at(i < 50 ? -HOUR_MS : HOUR_MS + i) }),
    }),
    webhook_cursors: (i) => ({
      _id: `u-${String(i)}`,
      streamId: `s-${String(i)}`,
      creditVersion: 0,
      available: 0,
      dueAt: at(i < 5 ? -HOUR_MS : HOUR_MS + i),
      campaignsFrom: at(0),
      suppressionsFrom: at(0),
    }),
    webhook_requests: (i) => ({ key: `webhook-send:u-${String(i)}`, points: 1, expire: at(HOUR_MS) }),
  };
}
