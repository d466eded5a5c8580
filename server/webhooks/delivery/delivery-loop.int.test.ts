import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import { startWebhooks, type WebhooksHarness } from '#server/webhooks/testing/webhooks-harness.ts';

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
});
