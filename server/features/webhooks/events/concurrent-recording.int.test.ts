import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import { DeliveryStore, type DeliveryRecord } from '#server/features/webhooks/delivery/delivery-store.ts';
import { LaneStore, type LaneRecord } from '#server/features/webhooks/delivery/lane-store.ts';
import { EndpointStore, type EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';
import type { Occurrence } from './event-body.ts';
import { recordEvents } from './record-events.ts';
import { eventsOf } from './event-body.ts';

let system: WebhooksHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [system, receiver] = await Promise.all([startWebhooks(), startWebhookReceiver()]);
});
beforeEach(() => {
  receiver.respond();
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await system.stop();
});

function stores() {
  const { connection, clock } = system;
  return {
    endpoints: new EndpointStore(connection.model<EndpointRecord>('WebhookEndpoint')),
    deliveries: new DeliveryStore(connection.model<DeliveryRecord>('WebhookDelivery')),
    lanes: new LaneStore(connection.model<LaneRecord>('WebhookLane')),
    clock,
  };
}

/** Stores whose next insertion waits until `work` is done, as in a process that is slow at that moment. */
function slowStores(work: () => Promise<unknown>) {
  const deps = stores();
  const { deliveries } = deps;
  const insert = deliveries.insert.bind(deliveries);
  let isFirst = true;
  deliveries.insert = async (rows) => {
    if (isFirst) {
      isFirst = false;
      await work();
    }
    return insert(rows);
  };
  return deps;
}

const eventOf = (campaignId: string, id: string): Occurrence => ({
  campaignId,
  payload: { id, type: 'webhook.test', data: { message: id } },
});

async function newEndpoint() {
  const created = await system.newEndpoint(receiver.url());
  const endpoint = await stores().endpoints.find(created.id);
  return { ...created, endpoint: endpoint ?? expect.fail() };
}

it('two processes that store events of a campaign at once keep their order', async () => {
  const { endpoint } = await newEndpoint();
  const [first, second] = [eventOf('c1', 'evt_started'), eventOf('c1', 'evt_paused')];
  // The slow one knows of both events and has reserved their numbers; the other one knows of the first.
  const slow = slowStores(() => recordEvents(stores(), [endpoint], [first]));
  await recordEvents(slow, [endpoint], [first, second]);
  await system.webhooks.loop.drain();
  expect(receiver.received.map(({ payload }) => payload.id)).toEqual(['evt_started', 'evt_paused']);
});

it('an event that is stored while its endpoint is deleted is deleted too', async () => {
  const { api, id, endpoint, user } = await newEndpoint();
  await recordEvents(
    slowStores(() => api.delete({ id })),
    [endpoint],
    [eventOf('c2', 'evt_late')],
  );
  for (const name of ['webhook_deliveries', 'webhook_lanes'])
    expect(await system.connection.collection(name).countDocuments({ uid: user.uid }), name).toBe(0);
});

it('a body is erased also where the campaign is deleted while it is being sent', async () => {
  const { api, id, endpoint, user } = await newEndpoint();
  const { deliveries } = stores();
  await recordEvents(stores(), [endpoint], [eventOf('c3', 'evt_private')]);
  receiver.respond((_received, res) => {
    void deliveries.eraseBodies(user.uid, 'c3').then(() => res.writeHead(200).end('private'));
  });
  await system.webhooks.loop.drain();
  // The search for changed campaigns repeats it.
  await deliveries.eraseBodies(user.uid, 'c3');
  const [sent] = (await api.deliveries({ id })).deliveries;
  expect(sent).toMatchObject({ status: 'delivered', response_excerpt: null });
  const { delivery } = await api.delivery({ id, delivery: sent?.id ?? '' });
  expect(delivery.body).toBeNull();
});

it.each(['the version before', 'a process that died in between'])(
  'calls that %s stored in part or as one event are stored once',
  async (by) => {
    const { endpoint, user } = await newEndpoint();
    const items = Array.from({ length: 10 }, (_, n) => ({ id: String(n), text: 'x'.repeat(8_000) }));
    const fact = { uid: user.uid, type: 'webhook.test' as const, key: [by], campaignId: `c-${by}` };
    const dataOf = (some: readonly unknown[]) => ({ message: JSON.stringify(some) });
    const parts = eventsOf({ ...fact, items, dataOf });
    expect(parts.length).toBeGreaterThan(3);
    const [whole] = eventsOf({ ...fact, items: items.slice(0, 1), dataOf });
    const before = by === 'the version before' ? [whole ?? expect.fail()] : parts.slice(0, 2);
    await recordEvents(stores(), [endpoint], before);
    for (let n = 0; n < 2; n += 1) await recordEvents(stores(), [endpoint], parts);
    const stored = await system.connection
      .collection('webhook_deliveries')
      .countDocuments({ uid: user.uid, campaignId: fact.campaignId });
    expect(stored).toBe(by === 'the version before' ? 1 : parts.length);
  },
);
