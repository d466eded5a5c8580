import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { MAX_REPLAYED } from '#shared/schemas/webhooks.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';

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

const send = () => system.webhooks.loop.drain();
const deliveries = () => system.connection.collection('webhook_deliveries');
let paths = 0;
/** An endpoint at a path of its own: those of other tests may be sent more meanwhile. */
async function newEndpoint() {
  const path = `/replay-${String((paths += 1))}`;
  const created = await system.newEndpoint(receiver.url(path));
  const sent = () => receiver.received.filter((request) => request.path === path);
  return { ...created, sent, sentIds: () => sent().map(({ payload: { id } }) => id) };
}
const iso = (ms = 0) => new Date(system.clock.now().getTime() + ms).toISOString();

/** Leaves the key of an endpoint as a process does that dies before it keeps the result. */
async function forgetResult({ uid }: { uid: string }, id: string) {
  const keys = system.connection.collection('request_keys');
  const left = await keys.updateOne(
    { _id: `${uid}:key-${id}` as never },
    { $unset: { result: 1 }, $set: { leaseUntil: new Date(0) } },
  );
  expect(left.matchedCount).toBe(1);
}

/** An endpoint that was sent four numbers, one each hour. */
async function sentEndpoint() {
  const created = await newEndpoint();
  const from = iso();
  for (let n = 1; n <= 4; n += 1) {
    await system.addNumbers(created.user, [`1202555010${String(n)}`]);
    await send();
    system.clock.advance(HOUR_MS);
  }
  const first = created.sent().map(({ payload }) => payload);
  receiver.received.length = 0;
  return { ...created, from, first };
}

it('the deliveries of a time are sent again once, with the same ids and bodies, in their order', async () => {
  const { api, id, from, first, sent } = await sentEndpoint();
  const bodies = first.map((payload) => JSON.stringify(payload));
  const to = new Date(Date.parse(from) + 3 * HOUR_MS).toISOString();
  const after = new Date(Date.parse(from) + MINUTE_MS).toISOString();
  expect(await api.replay({ id, from: after, to })).toEqual({ success: true, replayed: 2 });
  await send();
  expect(sent().map(({ payload }) => JSON.stringify(payload))).toEqual(bodies.slice(1, 3));
  system.clock.advance(DAY_MS);
  await send();
  expect(sent()).toHaveLength(2);
  expect((await api.deliveries({ id })).deliveries.map(({ status }) => status)).toEqual(
    Array(4).fill('delivered'),
  );
});

it('a replay takes those that ended in one way alone, and none that is still waiting', async () => {
  const { api, id, user, from } = await sentEndpoint();
  receiver.respond((_received, res) => res.writeHead(500).end());
  await system.addNumbers(user, ['12025550109']);
  await send();
  expect((await api.replay({ id, from, to: iso(), status: 'failed' })).replayed).toBe(0);
  expect((await api.replay({ id, from, to: iso(), status: 'delivered' })).replayed).toBe(4);
  expect((await api.replay({ id, from, to: iso() })).replayed).toBe(0);
});

it('a repeated request with its key sends nothing twice, also after a process has died on the way', async () => {
  const { id, user, from, first, sentIds } = await sentEndpoint();
  const api = system.as(user, `key-${id}`);
  const to = iso();
  const asked = () => api.replay({ id, from, to });
  expect((await asked()).replayed).toBe(4);
  await send();
  expect((await asked()).replayed).toBe(4);
  await forgetResult(user, id);
  expect((await asked()).replayed).toBe(4);
  await send();
  expect(sentIds()).toEqual(first.map((payload) => payload.id));
  await expect(api.replay({ id, from, to: iso(1) })).rejects.toMatchObject({ message: /Idempotency-Key/ });
});

it('another replay waits for the end of the one before, and a user has few of them', async () => {
  const { api, id, user, from, sent } = await sentEndpoint();
  const other = await sentEndpoint();
  const hour = (n: number) => ({
    id,
    from: new Date(Date.parse(from) + n * HOUR_MS).toISOString(),
    to: new Date(Date.parse(from) + (n + 1) * HOUR_MS).toISOString(),
  });
  receiver.respond((_received, res) => res.writeHead(500).end());
  expect((await api.replay(hour(0))).replayed).toBe(1);
  await send();
  for (const n of [1, 2, 3])
    await expect(api.replay(hour(n))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: /still being sent/,
    });
  // That of another endpoint does not.
  const to = iso();
  expect((await other.api.replay({ id: other.id, from: other.from, to })).replayed).toBe(4);
  receiver.respond();
  await api.update({ id, enabled: false });
  await api.update({ id, enabled: true });
  await send();
  receiver.received.length = 0;
  const ends = [];
  for (let n = 0; n < 8; n += 1) {
    ends.push(
      await system
        .as(user)
        .replay(hour(n % 4))
        .then(({ replayed }) => replayed, String),
    );
    await send();
  }
  expect(ends.slice(0, 5)).toEqual(Array(5).fill(1));
  expect(ends.slice(5)).toEqual(Array(3).fill(expect.stringContaining('sent again. Please try again in')));
  expect(sent()).toHaveLength(5);
});

it('a repeated request to send one delivery again sends it once, also after a process has died', async () => {
  const { api: keyless, id, user, sentIds } = await sentEndpoint();
  const api = system.as(user, `key-${id}`);
  const [latest] = (await keyless.deliveries({ id })).deliveries;
  const { id: delivery = '' } = latest ?? {};
  const asked = () => api.resend({ id, delivery });
  expect((await asked()).delivery.status).toBe('pending');
  await send();
  expect((await asked()).delivery).toMatchObject({ id: delivery, status: 'delivered' });
  await forgetResult(user, id);
  expect((await asked()).delivery.status).toBe('delivered');
  await send();
  expect(sentIds()).toHaveLength(1);
  await keyless.resend({ id, delivery });
  await send();
  expect(sentIds()).toHaveLength(2);
});

it('what a process has queued before it died is sent by another one', async () => {
  const { api, id, from, sent } = await sentEndpoint();
  await api.replay({ id, from, to: iso() });
  const lanes = system.connection.collection('webhook_lanes');
  // The lane as it was before its last step.
  const lane = { _id: new RegExp(`^${id}:replay:`) as never };
  const { modifiedCount } = await lanes.updateOne(lane, { $set: { dueAt: new Date(iso(30_000)) } });
  expect(modifiedCount).toBe(1);
  await send();
  expect(sent()).toEqual([]);
  system.clock.advance(31_000);
  await send();
  expect(sent()).toHaveLength(4);
});

it('a time with too many deliveries is refused, and nothing of it is sent', async () => {
  const { api, id, user } = await newEndpoint();
  const createdAt = system.clock.now();
  const rows = Array.from({ length: MAX_REPLAYED + 1 }, (_, seq) => ({
    _id: newId() as never,
    endpointId: id,
    uid: user.uid,
    eventId: newId(),
    type: 'credits.low',
    laneId: 'none',
    seq,
    body: Buffer.from('x'),
    status: 'delivered',
    createdAt,
    attempts: 1,
    failures: 0,
    recent: [],
    expiresAt: new Date(createdAt.getTime() + DAY_MS),
  }));
  await deliveries().insertMany(rows);
  const range = { from: iso(-1), to: iso(1) };
  await expect(api.replay({ id, ...range })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: /more than 1000 deliveries/,
  });
  expect(await deliveries().countDocuments({ endpointId: id, status: 'pending' })).toBe(0);
  await deliveries().deleteMany({ endpointId: id });
});

it('the endpoint of another user, one that is off and times that are none are refused', async () => {
  const { api, id } = await newEndpoint();
  const { api: stranger } = await newEndpoint();
  const range = { from: iso(-HOUR_MS), to: iso() };
  await expect(stranger.replay({ id, ...range })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const bad of [{ from: range.to, to: range.from }, { from: range.to, to: range.to }, { from: 'today' }])
    await expect(api.replay({ id, ...range, ...bad })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await api.update({ id, enabled: false });
  await expect(api.replay({ id, ...range })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('a body that was erased with its campaign is not sent again', async () => {
  const { api, id, from } = await sentEndpoint();
  const [one] = (await api.deliveries({ id })).deliveries;
  await deliveries().updateOne({ _id: one?.id as never }, { $unset: { body: 1 } });
  expect((await api.replay({ id, from, to: iso() })).replayed).toBe(3);
});
