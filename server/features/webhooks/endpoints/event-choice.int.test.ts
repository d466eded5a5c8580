import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND_MS } from '#shared/time-units.ts';
import { WEBHOOK_EVENTS, type WebhookEventChoice } from '#shared/schemas/webhooks.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';
import { takenEvents, takesEvent } from './chosen-events.ts';
import type { EndpointRecord } from './endpoint-store.ts';

let system: WebhooksHarness;
beforeAll(async () => {
  system = await startWebhooks();
});
afterAll(() => system.stop());

const URL = 'http://127.0.0.1:9999/hark';
const stored = async (id: string) =>
  (await system.connection.model<EndpointRecord>('WebhookEndpoint').findById(id).lean()) as EndpointRecord;

it.each<[WebhookEventChoice[], WebhookEventChoice[], string[]]>([
  [['*'], ['*'], [...WEBHOOK_EVENTS]],
  [['call.*'], ['call.*'], ['call.delivered', 'call.failed']],
  [
    ['suppression.added', 'call.failed', 'suppression.*'],
    ['suppression.*', 'call.failed'],
    ['call.failed', 'suppression.added', 'suppression.removed'],
  ],
  [['credits.low', '*'], ['*'], [...WEBHOOK_EVENTS]],
])('an endpoint of %j is shown with %j and takes %j', async (events, shown, taken) => {
  const { api, id } = await system.newEndpoint(URL, events);
  expect((await api.get({ id })).webhook.events).toEqual(shown);
  expect(takenEvents(await stored(id))).toEqual(taken);
  // The version before reads these.
  expect((await stored(id)).events).toEqual(taken);
});

it('a pattern also names events that are added later, and an event does not', () => {
  // As stored by a version that did not have suppression.removed yet.
  const before = { events: ['suppression.added' as const], patterns: ['suppression.*' as const] };
  expect(takesEvent(before, 'suppression.removed')).toBe(true);
  expect(takesEvent({ events: ['suppression.added'] }, 'suppression.removed')).toBe(false);
});

it('an endpoint that is changed to a pattern takes what happens since, and one that is changed back does not', async () => {
  const { api, id } = await system.newEndpoint(URL, ['call.failed']);
  system.clock.advance(SECOND_MS);
  await api.update({ id, events: ['*'] });
  const later = WEBHOOK_EVENTS.filter((event) => event !== 'call.failed');
  const since = system.clock.now();
  expect((await stored(id)).later).toEqual(later.map((event) => ({ event, since })));
  await api.update({ id, events: ['call.failed'] });
  expect(takenEvents(await stored(id))).toEqual(['call.failed']);
  expect((await stored(id)).later).toEqual([]);
});

it.each(['campaign', 'campaign.', '**', 'campaign.*.*', '.*', 'webhook.*', 'webhook.test', ''])(
  'the pattern %j is refused',
  async (pattern) => {
    await expect(system.newEndpoint(URL, [pattern as WebhookEventChoice])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  },
);
