import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import {
  isSignedBy,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#server/testing/http/webhook-receiver.ts';
import { MAX_RETRY_AFTER_MS } from './delivery/retry-delays.ts';
import { startWebhooks, type WebhooksHarness } from './testing/webhooks-harness.ts';

/** The delay after a first failure at its longest: 10 s and a fifth. */
const FIRST_DELAY_MS = 12_000;
const [PHONE, OTHER] = ['12025550101', '12025550102'];

let system: WebhooksHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [system, receiver] = await Promise.all([startWebhooks(), startWebhookReceiver()]);
});
beforeEach(() => {
  receiver.respond();
});
afterAll(async () => {
  await receiver.close();
  await system.stop();
});

/** The answers of receivers that are written down in a file, with their status and Retry-After. */
function answersIn(name: string): { status: number; retryAfter: string }[] {
  const file = new URL(`../../../shared/fixtures/world/vendors/${name}`, import.meta.url);
  const answers = readFileSync(file, 'utf8').matchAll(/^HTTP\/1\.1 (\d+)[^]*?^Content-Length: 0$/gm);
  return [...answers].map(([text, status]) => ({
    status: Number(status),
    retryAfter: /^Retry-After: (.*)$/m.exec(text)?.[1] ?? '',
  }));
}

/** The requests of one endpoint: those of other tests may be sent again meanwhile. */
const at = (path: string) => receiver.received.filter((request) => request.path === path);
const send = () => system.webhooks.loop.drain();
const failing = () => {
  receiver.respond((_received, res) => res.writeHead(500).end());
};

/** Moves the clock and sends what is due. */
async function pass(ms: number): Promise<void> {
  system.clock.advance(ms);
  await send();
}

describe('an endpoint that asks for time with Retry-After', () => {
  it.each([
    ['429', 'seconds', () => '3600', HOUR_MS],
    ['503', 'a date', () => new Date(system.clock.now().getTime() + 2 * HOUR_MS).toUTCString(), 2 * HOUR_MS],
    ['500', 'seconds', () => '7200', 2 * HOUR_MS],
    ['429', 'too long', () => '999999999', MAX_RETRY_AFTER_MS],
  ])('by %s, in %s, gets it', async (status, form, retryAfter, wait) => {
    const path = `/after-${status}-${form.replace(' ', '-')}`;
    const { user } = await system.newEndpoint(receiver.url(path));
    await system.addNumbers(user, [PHONE]);
    receiver.respond((_received, res) =>
      res.writeHead(Number(status), { 'retry-after': retryAfter() }).end(),
    );
    await send();
    // What happens meanwhile waits too.
    await system.addNumbers(user, [OTHER]);
    await pass(wait - MINUTE_MS);
    expect(at(path)).toHaveLength(1);
    receiver.respond();
    await pass(2 * MINUTE_MS);
    expect(receiver.events(path)).toHaveLength(2);
  });

  it.each(answersIn('16-receiver-429.http'))('by $status with $retryAfter gets it', async (answer) => {
    const path = `/written-${String(answer.status)}-${String(answer.retryAfter.length)}`;
    const seconds = Number(answer.retryAfter);
    const inAnHour = new Date(system.clock.now().getTime() + HOUR_MS).toUTCString();
    // The date in the file is that of an hour ahead.
    const retryAfter = Number.isNaN(seconds) ? inAnHour : answer.retryAfter;
    const wait = Math.min(seconds * 1000 || HOUR_MS, MAX_RETRY_AFTER_MS);
    const { user } = await system.newEndpoint(receiver.url(path));
    await system.addNumbers(user, [PHONE]);
    receiver.respond((_received, res) => res.writeHead(answer.status, { 'retry-after': retryAfter }).end());
    await send();
    await pass(wait - MINUTE_MS);
    expect(at(path)).toHaveLength(1);
    receiver.respond();
    await pass(2 * MINUTE_MS);
    expect(receiver.events(path)).toHaveLength(1);
  });

  it.each(['soon', '-5', '1e3', '0', 'Tue, 01 Dec 2020 17:00:00 GMT', ''])(
    'in words that give no time is tried as any other: %j',
    async (retryAfter) => {
      const path = `/after-none-${String(at('').length)}${encodeURIComponent(retryAfter).replaceAll('%', '')}`;
      const { user } = await system.newEndpoint(receiver.url(path));
      receiver.respond((_received, res) => res.writeHead(429, { 'retry-after': retryAfter }).end());
      await system.addNumbers(user, [PHONE]);
      await send();
      await pass(FIRST_DELAY_MS);
      expect(at(path)).toHaveLength(2);
    },
  );
});

it('an endpoint that answers 410 is switched off at once, with one mail', async () => {
  const { api, user, id } = await system.newEndpoint(receiver.url('/gone'));
  const [gone] = answersIn('15-receiver-410.http');
  receiver.respond((_received, res) => res.writeHead(gone?.status ?? 200).end());
  await system.addNumbers(user, [PHONE]);
  await send();
  await system.addNumbers(user, [OTHER]);
  for (let hours = 0; hours < 3; hours += 1) await pass(HOUR_MS);
  expect(at('/gone')).toHaveLength(1);
  expect((await api.list()).webhooks).toMatchObject([{ enabled: false, disabled_reason: 'gone' }]);
  await system.webhooks.sweep();
  await system.webhooks.sweep();
  const mails = system.mails.filter(
    ({ to, subject }) => to === `${user.uid}@hark.example` && subject.includes('switched off'),
  );
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('has answered 410 Gone')]);
  // What it refused is sent once its owner switches it on again.
  receiver.respond();
  await api.update({ id, enabled: true });
  await send();
  expect(receiver.events('/gone')).toHaveLength(1);
});

it('an attempt is signed at its own time, so that a late one is not refused as old', async () => {
  const { user, secret } = await system.newEndpoint(receiver.url('/late'));
  failing();
  await system.addNumbers(user, [PHONE]);
  await send();
  await pass(HOUR_MS);
  const [first, second] = at('/late');
  expect(isSignedBy(secret, second ?? expect.fail(), system.clock.now())).toBe(true);
  expect(isSignedBy(secret, first ?? expect.fail(), system.clock.now())).toBe(false);
  expect([first, second].map((one) => one?.headers['hark-event-attempt'])).toEqual(['1', '2']);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
});

it('an endpoint that is switched on again is tried after short delays again', async () => {
  const { api, user, id } = await system.newEndpoint(receiver.url('/again'));
  failing();
  await system.addNumbers(user, [PHONE]);
  await send();
  for (let hours = 0; hours < 24; hours += 1) await pass(HOUR_MS);
  for (const enabled of [false, true]) await api.update({ id, enabled });
  const tries = at('/again').length;
  await send();
  expect(at('/again')).toHaveLength(tries + 1);
  await pass(FIRST_DELAY_MS);
  expect(at('/again')).toHaveLength(tries + 2);
});

it('an endpoint that was hardly tried is not switched off, however long ago it failed first', async () => {
  const { api, user } = await system.newEndpoint(receiver.url('/seldom'));
  failing();
  await system.addNumbers(user, [PHONE]);
  await send();
  // As if no worker had run meanwhile.
  await pass(4 * DAY_MS);
  expect(at('/seldom')).toHaveLength(2);
  expect((await api.list()).webhooks).toMatchObject([{ enabled: true }]);
});

it('an endpoint that is reached again within a minute is shown as failing no longer', async () => {
  const { api, user } = await system.newEndpoint(receiver.url('/soon'));
  await system.addNumbers(user, [PHONE]);
  await send();
  failing();
  await system.addNumbers(user, [OTHER]);
  await send();
  expect((await api.list()).webhooks).toMatchObject([{ failing_since: expect.any(String) as string }]);
  receiver.respond();
  await pass(FIRST_DELAY_MS);
  expect((await api.list()).webhooks).toMatchObject([{ failing_since: null }]);
});
