import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import type { Occurrence } from '#server/features/webhooks/events/event-body.ts';
import { recordEvents } from '#server/features/webhooks/events/record-events.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';
import { EndpointStore, type EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { countFailure } from '#server/features/webhooks/endpoints/switch-off.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { recordSuccess } from './deliver-lane.ts';
import { DeliveryStore, type DeliveryRecord } from './delivery-store.ts';
import { LaneStore, type LaneRecord } from './lane-store.ts';

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

let paths = 0;
/** An endpoint at a path of its own, to which events of a campaign are stored by their names. */
async function newEndpoint() {
  const path = `/refused-${String((paths += 1))}`;
  const created = await system.newEndpoint(receiver.url(path));
  const { connection, clock } = system;
  const deps = {
    endpoints: new EndpointStore(connection.model<EndpointRecord>('WebhookEndpoint')),
    deliveries: new DeliveryStore(connection.model<DeliveryRecord>('WebhookDelivery')),
    lanes: new LaneStore(connection.model<LaneRecord>('WebhookLane')),
    clock,
  };
  const endpoint = (await deps.endpoints.find(created.id)) ?? expect.fail();
  const laneRecords = () =>
    connection.model<LaneRecord>('WebhookLane').find({ endpointId: created.id }).lean();
  return {
    ...created,
    path,
    record: (...names: string[]) => recordEvents(deps, [endpoint], names.map(eventOf)),
    /** Stores events without a campaign, each in a lane of its own. */
    recordSingle: (...names: string[]) =>
      recordEvents(
        deps,
        [endpoint],
        names.map((name) => ({ payload: eventOf(name).payload })),
      ),
    laneRecords,
    /** How many lanes are due now, and until when the others wait. */
    lanes: async () => {
      const dueAts = (await laneRecords()).flatMap(({ dueAt }) => dueAt ?? []);
      const now = clock.now();
      return {
        due: dueAts.filter((dueAt) => dueAt <= now).length,
        later: [...new Set(dueAts.filter((dueAt) => dueAt > now).map(Number))],
      };
    },
    arrived: () => receiver.events(path).map(({ id }) => id),
    stored: async () => (await deps.endpoints.find(created.id)) ?? expect.fail(),
    fails: (one: EndpointRecord, at: Date, notBefore?: Date) =>
      countFailure({ ...deps, log: { warn: () => undefined } } as unknown as WebhookDeps, one, {
        at,
        notBefore,
        pauses: true,
        gone: false,
      }),
    reached: (one: EndpointRecord) => recordSuccess(deps, one, clock.now()),
    deps,
    requests: () => receiver.received.filter((request) => request.path === path).length,
  };
}

const eventOf = (id: string): Occurrence => ({
  campaignId: `c-${String(paths)}`,
  payload: { id, type: 'webhook.test', data: { message: id } },
});

/** Moves the clock in steps and sends what is due. */
async function pass(ms: number, step: number, send = () => system.webhooks.loop.drain()): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    system.clock.advance(step);
    await send();
  }
}

const refuse = (...ids: string[]) => {
  receiver.respond(({ payload }, res) => res.writeHead(ids.includes(payload.id) ? 400 : 200).end());
};
const down = () => {
  receiver.respond((_received, res) => res.writeHead(500).end());
};

it.each([
  ['the first', 'evt_1', ['evt_2', 'evt_3']],
  ['one between others', 'evt_2', ['evt_1', 'evt_3']],
  ['the last', 'evt_3', ['evt_1', 'evt_2']],
])('%s delivery of a campaign that is refused does not hold back the others', async (_, refused, others) => {
  const { record, arrived, requests, api, id } = await newEndpoint();
  refuse(refused);
  await record('evt_1', 'evt_2', 'evt_3');
  await system.webhooks.loop.drain();
  expect(arrived()).toEqual(others);
  await record('evt_4');
  await system.webhooks.loop.drain();
  expect(arrived()).toEqual([...others, 'evt_4']);
  await pass(4 * DAY_MS, HOUR_MS);
  const { deliveries } = await api.deliveries({ id, status: 'failed' });
  expect(deliveries.map(({ event_id }) => event_id)).toEqual([refused]);
  expect((await api.deliveries({ id })).deliveries).toHaveLength(4);
  expect(requests()).toBeGreaterThan(12);
  // It was tried to the end, and nothing after that.
  const before = requests();
  await pass(DAY_MS, HOUR_MS);
  expect(requests()).toBe(before);
});

it('a delivery that is refused for hours holds back nothing that happens meanwhile', async () => {
  const { record, arrived } = await newEndpoint();
  refuse('evt_1');
  await record('evt_1');
  await pass(6 * HOUR_MS, 10 * MINUTE_MS);
  await record('evt_2');
  await system.webhooks.loop.drain();
  expect(arrived()).toEqual(['evt_2']);
});

it('what waits for an endpoint that is down is not tried piece by piece, and arrives once it works', async () => {
  const { record, arrived, requests } = await newEndpoint();
  const names = Array.from({ length: 400 }, (_, n) => `evt_${String(n)}`);
  down();
  for (const name of names) await record(name);
  await system.webhooks.loop.drain();
  expect(requests()).toBe(3);
  await pass(12 * HOUR_MS, 5 * MINUTE_MS);
  expect(requests()).toBeLessThan(200);
  receiver.respond();
  await pass(10 * MINUTE_MS, MINUTE_MS);
  expect(arrived().length).toBeGreaterThan(200);
  await pass(10 * HOUR_MS, HOUR_MS);
  expect(arrived().sort()).toEqual([...names].sort());
});

const byNumber = (a: string, b: string) => Number(a.slice(4)) - Number(b.slice(4));

it('a refused delivery does not hide that the endpoint works again', async () => {
  const { record, arrived } = await newEndpoint();
  down();
  await record('evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5');
  await pass(HOUR_MS, MINUTE_MS);
  refuse('evt_1', 'evt_2');
  await pass(3 * HOUR_MS, MINUTE_MS);
  expect(arrived().sort()).toEqual(['evt_3', 'evt_4', 'evt_5']);
});

it('a test does not wait for the pause of an endpoint that is down', async () => {
  const { record, arrived, api, id } = await newEndpoint();
  down();
  await record('evt_1', 'evt_2', 'evt_3', 'evt_4');
  await pass(HOUR_MS, MINUTE_MS);
  await record('evt_5', 'evt_6');
  await system.webhooks.loop.drain();
  receiver.respond();
  const { delivery } = await api.sendTest({ id });
  await system.webhooks.loop.drain();
  expect(arrived()).toContain(delivery.event_id);
  // And with it what waited for the end of the pause.
  expect(arrived()).toContain('evt_6');
});

it('a late failure of an endpoint that has been reached since does not pause it, three in a row do', async () => {
  const { record, stored, fails, reached } = await newEndpoint();
  down();
  await record('evt_1', 'evt_2', 'evt_3', 'evt_4');
  await pass(HOUR_MS, MINUTE_MS);
  const before = await stored();
  expect(before.failures).toBeGreaterThan(3);
  const sentAt = system.clock.now();
  system.clock.advance(20 * SECOND_MS);
  await reached(before);
  await fails(before, sentAt);
  expect((await stored()).pausedUntil).toBeUndefined();
  for (let n = 0; n < 2; n += 1) await fails(before, system.clock.now());
  expect((await stored()).pausedUntil?.getTime()).toBeGreaterThan(system.clock.now().getTime());
});

const SINGLE = ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5', 'evt_6'];

it('what waits for an endpoint that is down, or asks for time, is due again when it may be sent', async () => {
  const { recordSingle, stored, fails, lanes } = await newEndpoint();
  await recordSingle(...SINGLE);
  const fail = async (notBefore?: Date) => fails(await stored(), system.clock.now(), notBefore);
  for (let n = 0; n < 2; n += 1) await fail();
  expect(await lanes()).toEqual({ due: 6, later: [] });
  await fail();
  const { pausedUntil } = await stored();
  expect(await lanes()).toEqual({ due: 0, later: [Number(pausedUntil)] });
  const quietUntil = new Date(system.clock.now().getTime() + HOUR_MS);
  await fail(quietUntil);
  expect(await lanes()).toEqual({ due: 0, later: [Number(quietUntil)] });
});

it.each([
  ['is found to be down', 3, undefined],
  ['asks for time', 1, DAY_MS],
])(
  'what waits for an endpoint that %s while a request is open is due once that arrives',
  async (...given) => {
    const [, failures, quietMs] = given;
    const { recordSingle, stored, fails, reached, lanes } = await newEndpoint();
    await recordSingle(...SINGLE);
    const asRequested = await stored();
    const now = system.clock.now();
    const notBefore = quietMs === undefined ? undefined : new Date(now.getTime() + quietMs);
    for (let n = 0; n < failures; n += 1) await fails(asRequested, now, notBefore);
    expect(await lanes()).toMatchObject({ due: 0 });
    await reached(asRequested);
    expect(await lanes()).toEqual({ due: 6, later: [] });
  },
);

it.each(['pause', 'postpone'])(
  'what waits is not held back if the endpoint is reached just before a failure is to %s it',
  async (step) => {
    const { recordSingle, stored, fails, reached, lanes, deps } = await newEndpoint();
    await recordSingle(...SINGLE);
    const before = await stored();
    for (let n = 0; n < 2; n += 1) await fails(before, system.clock.now());
    const reachedFirst =
      <Given extends unknown[]>(real: (...given: Given) => Promise<void>) =>
      async (...given: Given) => {
        await reached(await stored());
        await real(...given);
      };
    const { endpoints, lanes: store } = deps;
    if (step === 'pause') endpoints.pause = reachedFirst(endpoints.pause.bind(endpoints));
    else store.postpone = reachedFirst(store.postpone.bind(store));
    await fails(before, system.clock.now());
    expect(await lanes()).toEqual({ due: 6, later: [] });
  },
);

/** How many of the 50 lanes were written by what `change` does. */
async function writtenBy(
  { laneRecords }: Awaited<ReturnType<typeof newEndpoint>>,
  change: () => Promise<void>,
): Promise<number> {
  const stored = async () => new Map((await laneRecords()).map((one) => [one._id, JSON.stringify(one)]));
  const before = await stored();
  await change();
  const after = await stored();
  expect(after.size).toBe(50);
  return [...after].filter(([id, lane]) => before.get(id) !== lane).length;
}
const FIFTY = Array.from({ length: 50 }, (_, n) => `evt_${String(n)}`);

it.each([1, 4])(
  'no lane is written for an endpoint that by turns takes a delivery and asks for %i s',
  async (seconds) => {
    const one = await newEndpoint();
    await one.recordSingle(...FIFTY);
    const written = await writtenBy(one, async () => {
      for (let n = 0; n < 10; n += 1) {
        const now = system.clock.now();
        await one.fails(await one.stored(), now, new Date(now.getTime() + seconds * SECOND_MS));
        // Of a request that was open meanwhile, and every other time of one after.
        if (n % 2 === 1) system.clock.advance(seconds * SECOND_MS);
        await one.reached(await one.stored());
      }
    });
    expect(written).toBe(0);
    expect(await one.lanes()).toEqual({ due: 50, later: [] });
  },
);

it('lanes that are held back are written again only for a time that is well after', async () => {
  const one = await newEndpoint();
  await one.recordSingle(...FIFTY);
  const asRequested = await one.stored();
  const now = system.clock.now();
  const askFor = (seconds: number) =>
    writtenBy(one, () => one.fails(asRequested, now, new Date(now.getTime() + seconds * SECOND_MS)));
  expect(await askFor(3_600)).toBe(50);
  expect(await askFor(3_601)).toBe(0);
  expect(await askFor(3_660)).toBe(50);
  expect(await writtenBy(one, () => one.reached(asRequested))).toBe(50);
});

it('a lane that waits for the next attempt of its own delivery is not brought forward', async () => {
  const { recordSingle, stored, fails, reached, lanes, laneRecords, deps } = await newEndpoint();
  await recordSingle(...SINGLE);
  const now = system.clock.now();
  const nextAt = new Date(now.getTime() + 8 * HOUR_MS);
  const [own] = await laneRecords();
  const byId = { _id: own?._id ?? expect.fail() };
  await system.connection.model<LaneRecord>('WebhookLane').updateOne(byId, { dueAt: nextAt });
  const asRequested = await stored();
  for (let n = 0; n < 3; n += 1) await fails(asRequested, now);
  expect(await lanes()).toMatchObject({ due: 0 });
  await reached(asRequested);
  expect(await lanes()).toEqual({ due: 5, later: [Number(nextAt)] });
  // Its owner has ended the pause, before what was moved for it was due.
  for (let n = 0; n < 3; n += 1) await fails(asRequested, now);
  await deps.endpoints.endPause(asRequested._id);
  await reached(await stored());
  expect(await lanes()).toEqual({ due: 5, later: [Number(nextAt)] });
});

it('an endpoint that was down gets what waits at another URL at once, and nothing of the first counts there', async () => {
  const { record, stored, fails, api, id, path, requests } = await newEndpoint();
  down();
  const names = Array.from({ length: 12 }, (_, n) => `evt_${String(n)}`);
  for (const name of names) await record(name);
  await pass(HOUR_MS, MINUTE_MS);
  const before = await stored();
  const failed = requests();
  receiver.respond();
  const moved = `${path}-moved`;
  const { webhook } = await api.update({ id, url: receiver.url(moved) });
  expect(webhook.failing_since).toBeNull();
  await system.webhooks.loop.drain();
  const arrived = receiver.events(moved).map((event) => event.id);
  expect(arrived.sort()).toEqual([...names].sort());
  // The answers to requests that were under way to the first URL.
  for (let n = 0; n < 20; n += 1) await fails(before, system.clock.now());
  expect(await stored()).not.toHaveProperty('failingSince');
  expect(requests()).toBe(failed);
});

it('two workers send each delivery beside a refused one once', async () => {
  const { record, arrived, requests } = await newEndpoint();
  const other = await system.otherProcess();
  const names = Array.from({ length: 60 }, (_, n) => `evt_${String(n)}`);
  refuse('evt_0');
  const both = async () => {
    await Promise.all([system.webhooks.loop.drain(), other.webhooks.loop.drain()]);
  };
  const [half, rest] = [names.slice(0, 30), names.slice(30)];
  await record(...half);
  await Promise.all([both(), ...rest.map((name) => record(name))]);
  await both();
  expect(arrived().sort(byNumber)).toEqual(names.slice(1));
  expect(requests()).toBe(60);
});

it('a lane of a version before, which waits for a retry of its first, goes on with what is added', async () => {
  const { record, arrived, requests } = await newEndpoint();
  refuse('evt_1');
  await record('evt_1', 'evt_2', 'evt_3');
  const at = system.clock.now();
  const retryAt = new Date(at.getTime() + 8 * HOUR_MS);
  const lane = { _id: new RegExp(`:c-${String(paths)}$`) } as never;
  // As that version leaves it: numbers of the lane, and the lane due at the retry of the first.
  await system.connection.collection('webhook_lanes').updateOne(lane, { $set: { seq: 3, dueAt: retryAt } });
  const deliveries = system.connection.collection('webhook_deliveries');
  const first = { eventId: 'evt_1', campaignId: `c-${String(paths)}` };
  await deliveries.updateOne(first, { $set: { nextAt: retryAt, firstAt: at, failures: 7, attempts: 7 } });
  await system.webhooks.loop.drain();
  expect(requests()).toBe(0);
  system.clock.advance(SECOND_MS);
  await record('evt_4');
  await system.webhooks.loop.drain();
  expect(arrived()).toEqual(['evt_2', 'evt_3', 'evt_4']);
  await pass(9 * HOUR_MS, HOUR_MS);
  expect(requests()).toBe(4);
});
