import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';

let system: WebhooksHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [system, receiver] = await Promise.all([startWebhooks(), startWebhookReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await system.stop();
});

/** More than a worker sends at a time, of which each user has the most that one may. */
const USERS = 10;
const ENDPOINTS = 5;

it('ten users whose endpoints all hang delay no other user', async () => {
  receiver.respond((received, res) => {
    if (received.path === '/quick') res.writeHead(200).end();
  });
  for (let n = 0; n < USERS; n += 1) {
    const { user, api } = await system.newEndpoint(receiver.url(`/hangs`));
    for (let more = 1; more < ENDPOINTS; more += 1)
      await api.create({ url: receiver.url(`/hangs`), events: ['suppression.added'] });
    await system.addNumbers(user, ['12025550101', '12025550102', '12025550103']);
  }
  const other = await system.otherProcess();
  other.webhooks.loop.start();
  const sending = () => receiver.received.filter(({ path }) => path === '/hangs').length;
  await expect.poll(sending, { timeout: 8_000 }).toBeGreaterThan(24);
  const { user } = await system.newEndpoint(receiver.url('/quick'));
  await system.addNumbers(user, ['12025550104']);
  await expect.poll(() => receiver.events('/quick').length, { timeout: 4_000 }).toBe(1);
  await other.webhooks.loop.stop();
}, 120_000);

/** As many users as a worker sends requests at a time, each with more events than are sent to an endpoint at a time. */
const HANGING = { users: 64, events: 6 };
const EVENTS = 20;

it('64 users whose endpoints hang, with more waiting for each, delay no other user', async () => {
  receiver.respond((received, res) => {
    if (received.path === '/healthy') res.writeHead(200).end();
  });
  const add = async (path: string, phones: string[]) => {
    const { user } = await system.newEndpoint(receiver.url(path));
    const list = createCallerFactory(system.features.suppressions.router)(contextOf(user));
    for (const phone of phones) await list.add({ phone });
    system.clock.advance(1_000);
  };
  const phones = (exchange: number, count: number) =>
    Array.from({ length: count }, (_, n) => `1${String(exchange)}${String(1_000 + n)}`);
  for (let n = 0; n < HANGING.users; n += 1) await add('/hanging', phones(303_555, HANGING.events));
  system.clock.advance(10_000);
  await system.webhooks.sweep();
  await add('/healthy', phones(212_555, EVENTS));
  system.clock.advance(10_000);
  await system.webhooks.sweep();
  const other = await system.otherProcess();
  other.webhooks.loop.start();
  // Less than three time-outs: all the others come first in the order of their due times.
  await expect.poll(() => receiver.events('/healthy').length, { timeout: 25_000 }).toBe(EVENTS);
  await other.webhooks.loop.stop();
}, 120_000);
