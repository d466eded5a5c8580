import { Webhook } from 'standardwebhooks';
import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { MAX_WEBHOOK_ENDPOINTS } from '#shared/schemas/webhooks.ts';
import {
  isSignedBy,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#server/testing/http/webhook-receiver.ts';
import { startWebhooks, type WebhooksHarness } from './testing/webhooks-harness.ts';

const PHONES = ['12025550101', '12025550102', '12025550103'];

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
/** A path of the receiver that no other test uses. */
const newPath = () => `/hook-${String((paths += 1))}`;
const send = () => system.webhooks.loop.drain();
const numbersAt = (path: string) =>
  receiver
    .events(path)
    .flatMap((event) => (event.type === 'suppression.added' ? event.data.suppressions : []))
    .map(({ phone }) => phone);

/** Moves the clock and sends what is due, step by step. */
async function pass(ms: number, step: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    system.clock.advance(step);
    await send();
  }
}

it('an event arrives once, signed, and its delivery is in the log with the response', async () => {
  const path = newPath();
  const { api, user, id, secret } = await system.newEndpoint(receiver.url(path));
  await system.addNumbers(user, PHONES.slice(0, 1));
  await system.webhooks.sweep();
  await send();
  expect(numbersAt(path)).toEqual(PHONES.slice(0, 1));
  const [request] = receiver.received;
  expect(isSignedBy(secret, request ?? expect.fail(), system.clock.now())).toBe(true);
  expect(isSignedBy(`${secret}x`, request ?? expect.fail(), system.clock.now())).toBe(false);
  expect(request?.headers).toMatchObject({
    'webhook-id': request?.payload.id,
    'hark-event-id': request?.payload.id,
    'hark-event-type': 'suppression.added',
    'hark-event-attempt': '1',
  });
  expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual(request?.payload);

  const { deliveries } = await api.deliveries({ id });
  expect(deliveries).toMatchObject([
    {
      type: 'suppression.added',
      status: 'delivered',
      attempts: 1,
      response_status: 200,
      response_excerpt: 'ok',
    },
  ]);
  const { delivery } = await api.delivery({ id, delivery: deliveries[0]?.id ?? '' });
  expect(delivery.body).toBe(request?.body);
  expect(delivery.event_id).toBe(request?.payload.id);
});

it('after a change of the secret both sign for 24 hours, then the new one alone', async () => {
  const path = newPath();
  const { api, user, id, secret: old } = await system.newEndpoint(receiver.url(path));
  const { secret, webhook } = await api.rotateSecret({ id });
  expect(webhook.old_secret_until).not.toBeNull();
  await system.addNumbers(user, PHONES.slice(0, 1));
  await send();
  system.clock.advance(DAY_MS);
  const later = await api.sendTest({ id });
  await send();
  expect(later.delivery.type).toBe('webhook.test');
  const [first, second] = receiver.received;
  const signed = [first, second].map((one) =>
    [old, secret].map(
      (key) =>
        one !== undefined &&
        isSignedBy(key, one, new Date(Number(/t=(\d+)/.exec(one.signature)?.[1]) * 1000)),
    ),
  );
  expect(signed).toEqual([
    [true, true],
    [false, true],
  ]);
  const stored = JSON.stringify(
    await system.connection.collection('webhook_endpoints').findOne({ url: receiver.url(path) }),
  );
  expect(stored).not.toContain(secret);
});

it('an endpoint that answers 500 for a day gets everything once it works, each event with the same id', async () => {
  const path = newPath();
  const { api, user, id } = await system.newEndpoint(receiver.url(path));
  receiver.respond((_received, res) => res.writeHead(500).end('down'));
  await system.addNumbers(user, PHONES);
  await send();
  await pass(DAY_MS, HOUR_MS);
  const { deliveries } = await api.deliveries({ id, status: 'pending' });
  expect(deliveries).toHaveLength(3);
  expect(deliveries[0]).toMatchObject({
    response_status: 500,
    response_excerpt: 'down',
    error: 'The endpoint answered 500',
  });
  expect(deliveries[0]?.attempts).toBeGreaterThan(5);
  receiver.respond();
  await pass(12 * HOUR_MS, HOUR_MS);
  expect(numbersAt(path).sort()).toEqual(PHONES);
  const ids = new Set(receiver.received.map(({ payload }) => payload.id));
  expect(ids.size).toBe(3);
  const [webhook] = (await api.list()).webhooks;
  expect(webhook).toMatchObject({ enabled: true, failing_since: null });
});

it('an endpoint that fails for three days is switched off with one mail, and resumes when it is switched on', async () => {
  const path = newPath();
  const { api, user, id } = await system.newEndpoint(receiver.url(path));
  receiver.respond((_received, res) => res.writeHead(503).end());
  await system.addNumbers(user, PHONES.slice(0, 1));
  await send();
  await pass(DAY_MS, HOUR_MS);
  await system.addNumbers(user, PHONES.slice(1, 2));
  await pass(2.5 * DAY_MS, HOUR_MS);
  await system.webhooks.sweep();
  await system.webhooks.sweep();
  expect((await api.list()).webhooks).toMatchObject([{ enabled: false, disabled_reason: 'failing' }]);
  const mails = system.mails.filter(({ to }) => to === `${user.uid}@hark.example`);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A new webhook endpoint for your Hark account',
    'A webhook endpoint was switched off',
  ]);
  const history = await system.features.accountEvents.page(user.uid, { limit: 10 });
  expect(history.map(({ type }) => type)).toContain('webhook_switched_off');
  const tries = receiver.received.length;
  await pass(DAY_MS, 6 * HOUR_MS);
  expect(receiver.received).toHaveLength(tries);
  await expect(api.sendTest({ id })).rejects.toMatchObject({ code: 'CONFLICT' });

  receiver.respond();
  expect((await api.update({ id, enabled: true })).webhook).toMatchObject({
    enabled: true,
    disabled_at: null,
  });
  await send();
  expect(numbersAt(path)).toEqual(PHONES.slice(1, 2));
  expect((await api.deliveries({ id })).deliveries.map(({ status }) => status).sort()).toEqual([
    'delivered',
    'failed',
  ]);
});

it('a delivery that was given up or delivered is sent again on request', async () => {
  const path = newPath();
  const { api, user, id } = await system.newEndpoint(receiver.url(path));
  await system.addNumbers(user, PHONES.slice(0, 1));
  await send();
  const [delivery] = (await api.deliveries({ id })).deliveries;
  await api.resend({ id, delivery: delivery?.id ?? '' });
  await send();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.events(path)).toHaveLength(1);
  expect((await api.deliveries({ id })).deliveries).toMatchObject([{ status: 'delivered', attempts: 2 }]);
});

it('an event that another process stores is sent at once by a worker that has nothing to do', async () => {
  const path = newPath();
  const other = await system.otherProcess();
  await other.features.jobs.start([]);
  other.webhooks.loop.start();
  const { user } = await system.newEndpoint(receiver.url(path));
  await system.addNumbers(user, PHONES);
  // Well before it would look without the notice.
  await expect.poll(() => numbersAt(path).sort(), { timeout: 15_000 }).toEqual(PHONES);
  await other.features.jobs.stop();
  await other.webhooks.loop.stop();
});

it('an endpoint that hangs delays no other one', async () => {
  const [slow, quick] = [newPath(), newPath()];
  const hanging = await system.newEndpoint(receiver.url(slow));
  const { user } = await system.newEndpoint(receiver.url(quick));
  receiver.respond((received, res) => {
    if (received.path === quick) res.writeHead(200).end();
  });
  await system.addNumbers(hanging.user, PHONES);
  await system.addNumbers(user, PHONES);
  const other = await system.otherProcess();
  other.webhooks.loop.start();
  await expect.poll(() => numbersAt(quick).sort(), { timeout: 8_000 }).toEqual(PHONES);
  expect(numbersAt(slow)).toEqual([]);
  await other.webhooks.loop.stop();
  receiver.respond();
  await send();
  expect(numbersAt(slow).sort()).toEqual(PHONES);
});

it('two workers send each event once', async () => {
  const path = newPath();
  const { user } = await system.newEndpoint(receiver.url(path));
  const phones = Array.from({ length: 12 }, (_, n) => `120255501${String(10 + n)}`);
  await system.addNumbers(user, phones);
  const other = await system.otherProcess();
  await Promise.all([send(), other.webhooks.loop.drain(), system.webhooks.sweep(), other.webhooks.sweep()]);
  expect(numbersAt(path).sort()).toEqual(phones);
  expect(receiver.received).toHaveLength(12);
});

it('a worker that dies leaves its delivery to another one, once its hold is over', async () => {
  const path = newPath();
  const { user } = await system.newEndpoint(receiver.url(path));
  await system.addNumbers(user, PHONES.slice(0, 1));
  const lanes = system.connection.collection('webhook_lanes');
  // What a worker that was killed while it was sending leaves behind.
  const until = new Date(system.clock.now().getTime() + 30_000);
  await lanes.updateOne({ uid: user.uid }, { $set: { holder: 'dead', dueAt: until } });
  await send();
  expect(numbersAt(path)).toEqual([]);
  system.clock.advance(31_000);
  await send();
  expect(numbersAt(path)).toEqual(PHONES.slice(0, 1));
});

it('an import is sent in batches, and numbers from before the endpoint are not', async () => {
  const path = newPath();
  const { user } = await system.newEndpoint(receiver.url('/unused'));
  await system.addNumbers(user, ['12025550199']);
  const api = system.as(user);
  await api.create({ url: receiver.url(path), events: ['suppression.added'] });
  system.clock.advance(MINUTE_MS);
  const phones = Array.from({ length: 450 }, (_, n) => `1202555${String(1000 + n)}`);
  const { addNumbers } = await import('#server/features/do-not-call/suppressions/add-numbers.ts');
  const { RoomStore } = await import('#server/features/do-not-call/suppressions/room-store.ts');
  const { SuppressionStore } = await import('#server/features/do-not-call/suppressions/suppression-store.ts');
  const [model, , roomModel] = system.features.suppressions.models;
  const deps = {
    store: new SuppressionStore(model),
    rooms: new RoomStore(roomModel, system.clock),
    clock: system.clock,
    subscriptions: system.features.subscriptions,
  };
  await addNumbers(deps, user.uid, phones, { source: 'imported' });
  system.clock.advance(2 * MINUTE_MS);
  await system.webhooks.sweep();
  await system.webhooks.sweep();
  await send();
  expect(receiver.events(path)).toHaveLength(5);
  expect(numbersAt(path).sort()).toEqual(phones);
});

it('credits that fall below the threshold are reported once each time', async () => {
  const path = newPath();
  const { user } = await system.newEndpoint(receiver.url(path), ['credits.low']);
  const { ledger } = system.features.credits;
  const source = { kind: 'invoice' as const, id: `in_${path}` };
  const period = { id: source.id, start: new Date() };
  await ledger.execute(user.streamId, {
    type: 'grant',
    key: `grant:invoice:${source.id}`,
    plan: 'launch',
    source,
    period,
  });
  // Of 20,000 credits 500 are left.
  const hold = { type: 'hold' as const, key: `hold:c${path}:1:p`, campaignId: `c${path}`, calls: 390 };
  expect(await ledger.execute(user.streamId, hold)).toMatchObject({ ok: true });
  for (let n = 0; n < 3; n += 1) {
    system.clock.advance(MINUTE_MS);
    await system.webhooks.sweep();
    await send();
  }
  const balance = await ledger.balance(user.streamId);
  expect(receiver.events(path).map(({ data }) => data)).toEqual([
    { balance: balance.available, held: balance.held, threshold: 1_000 },
  ]);
});

describe('endpoints', () => {
  it('are limited to ten, also with parallel calls', async () => {
    const { api } = await system.newEndpoint(receiver.url());
    const input = { url: receiver.url(), events: ['credits.low' as const] };
    const results = await Promise.allSettled(Array.from({ length: 15 }, () => api.create(input)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOK_ENDPOINTS - 1);
    expect((await api.list()).webhooks).toHaveLength(MAX_WEBHOOK_ENDPOINTS);
  });

  it.each([
    ['http://example.com/hark', 'It must begin with https://'],
    ['ftp://127.0.0.1/', 'It must begin with https://'],
    ['https://ana:secret@example.com/', 'It may contain no user name and no password'],
    ['https://example.com:25/', 'Its port must be 443, or 1024 or above'],
    ['https://10.0.0.8/', 'It must be on a public address'],
    ['https://169.254.169.254/latest/', 'It must be on a public address'],
    ['https://[::ffff:10.0.0.1]/', 'It must be on a public address'],
    ['https://0x0a000001/', 'It must be on a public address'],
    ['http://8.8.8.8/', 'It must begin with https://'],
  ])('%s is refused', async (url, message) => {
    const { api } = await system.newEndpoint(receiver.url());
    await expect(api.create({ url, events: ['credits.low'] })).rejects.toMatchObject({
      cause: { details: { fields: { url: message } } },
    });
  });

  it('of others are not found, whatever else the input holds', async () => {
    const [{ id }, other] = [
      await system.newEndpoint(receiver.url()),
      await system.newEndpoint(receiver.url()),
    ];
    const bad = { id, url: '', events: [], limit: 0, delivery: 'x' } as never;
    for (const name of [
      'update',
      'delete',
      'rotateSecret',
      'sendTest',
      'deliveries',
      'delivery',
      'resend',
    ] as const)
      await expect(other.api[name](bad), name).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are erased with what waits for them', async () => {
    const path = newPath();
    const { api, user, id } = await system.newEndpoint(receiver.url(path));
    await system.addNumbers(user, PHONES);
    await api.delete({ id });
    await send();
    expect(numbersAt(path)).toEqual([]);
    await eraseFrom(system.webhooks, user);
    for (const name of ['webhook_endpoints', 'webhook_deliveries', 'webhook_lanes'])
      expect(await system.connection.collection(name).countDocuments({ uid: user.uid })).toBe(0);
  });
});
