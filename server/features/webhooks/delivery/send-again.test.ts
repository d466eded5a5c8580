import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { sendAgainOnce } from './send-again.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const EXPIRES = new Date('2027-01-13T15:00:00Z');
const DELIVERY = { _id: 'd', status: 'failed', laneId: 'lane', body: Buffer.from('{}'), expiresAt: EXPIRES };

interface Given {
  endpoint?: object | undefined;
  delivery?: object | undefined;
  wait?: number;
}

/** Sends a delivery again; returns the changes. */
async function changed(given: Given = {}): Promise<unknown[][]> {
  const { calls, recorded } = createCallRecorder();
  const { endpoint = { _id: 'e', enabledAt: NOW }, delivery = DELIVERY, wait = 0 } = given;
  const deps = {
    endpoints: recorded('endpoints', {
      findOwned: () => Promise.resolve('endpoint' in given ? given.endpoint : endpoint),
    }),
    deliveries: recorded('deliveries', {
      find: () => Promise.resolve('delivery' in given ? given.delivery : delivery),
    }),
    lanes: recorded('lanes'),
    sendLimit: recorded('sendLimit', { take: () => Promise.resolve(wait) }),
    clock: { now: () => NOW },
  } as unknown as WebhookDeps;
  const content = { procedure: 'webhooks.sendAgain', input: () => Promise.resolve({}) };
  const call = { user: { uid: 'u', streamId: 's' }, idempotencyKey: undefined, content };
  await sendAgainOnce(deps, call, { id: 'e', delivery: 'd' });
  return calls.filter(([name]) => !/\.find(Owned)?$/.test(name as string));
}

const COUNTED = [
  ['sendLimit.take', 'u'],
  ['endpoints.endPause', 'e'],
];

test('a delivery that has ended is sent again in a lane of its own, as long as it is kept', async () => {
  const lane = { _id: 'e:again:d', endpointId: 'e', uid: 'u' };
  const replay = { endpointId: 'e', replay: expect.any(String) as unknown, laneId: 'e:again:d', now: NOW };
  expect(await changed()).toEqual([
    ...COUNTED,
    ['deliveries.replay', ['d'], replay],
    ['lanes.added', lane, NOW, EXPIRES],
  ]);
});

test('one that waits becomes due in its lane', async () => {
  expect(await changed({ delivery: { ...DELIVERY, status: 'pending' } })).toEqual([
    ...COUNTED,
    ['deliveries.makeDue', 'e', 'd', NOW],
    ['lanes.added', { _id: 'lane', endpointId: 'e', uid: 'u' }, NOW, EXPIRES],
  ]);
});

test.each<[string, Given, string]>([
  ['of an endpoint that is off', { endpoint: { _id: 'e' } }, 'This endpoint is off. Switch it on first.'],
  ['whose body is erased', { delivery: { ...DELIVERY, body: undefined } }, 'Its body is erased'],
  ['beyond the limit', { wait: 60 }, 'You have sent many test events and repeated deliveries.'],
  ['that is gone', { delivery: undefined }, 'Delivery not found'],
])('a delivery %s is refused', async (_, given, text) => {
  await expect(changed(given)).rejects.toThrow(text);
});
