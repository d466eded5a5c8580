import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createSecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import {
  isSignedBy,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#server/testing/http/webhook-receiver.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { startWebhooks, type WebhooksHarness } from '#server/features/webhooks/testing/webhooks-harness.ts';
import { newEndpointSecret, resealEndpoints, rotated, secretsOf } from './endpoint-secrets.ts';
import { EndpointStore, type EndpointRecord } from './endpoint-store.ts';

let system: WebhooksHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [system, receiver] = await Promise.all([startWebhooks(), startWebhookReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await system.stop();
});

const newUser = () => ({ uid: newId(), streamId: newId() });
const input = (path: string) => ({ url: receiver.url(path), events: ['suppression.added' as const] });

it('two secrets sign at most: the newest, and for 24 hours the one before', async () => {
  const { api, id, secret: first } = await system.newEndpoint(receiver.url('/twice'));
  system.clock.advance(HOUR_MS);
  const { secret: lost } = await api.rotateSecret({ id });
  system.clock.advance(HOUR_MS);
  const { secret: last } = await api.rotateSecret({ id });
  const signers: boolean[][] = [];
  const signatures: number[] = [];
  for (const hours of [22, 1, 1]) {
    system.clock.advance(hours * HOUR_MS);
    await api.sendTest({ id });
    await system.webhooks.loop.drain();
    const request = receiver.received.at(-1) ?? expect.fail();
    signatures.push(request.signature.split('v1=').length - 1);
    signers.push([first, lost, last].map((secret) => isSignedBy(secret, request, system.clock.now())));
  }
  expect(signers).toEqual([
    [false, true, true],
    [false, true, true],
    [false, false, true],
  ]);
  expect(signatures).toEqual([2, 2, 1]);
});

it('of secrets that are replaced at once, every one that is shown signs', async () => {
  const { api, id } = await system.newEndpoint(receiver.url('/at-once'));
  for (let round = 0; round < 5; round += 1) {
    const replacements = await Promise.allSettled(Array.from({ length: 4 }, () => api.rotateSecret({ id })));
    const shown = replacements.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []));
    expect(shown.length).toBeGreaterThan(0);
    await api.sendTest({ id });
    await system.webhooks.loop.drain();
    const request = receiver.received.at(-1) ?? expect.fail();
    // Two that succeeded one after the other both sign: the newest, and the one before.
    const signs = shown.map((secret) => isSignedBy(secret, request, system.clock.now()));
    expect(signs.filter(Boolean)).toHaveLength(Math.min(2, shown.length));
    for (const one of replacements.filter(({ status }) => status === 'rejected'))
      expect(one).toMatchObject({ reason: { cause: { code: 'CONFLICT' } } });
  }
});

const newKey = () => randomBytes(32).toString('base64url');

it('secrets are encrypted again with the newest key, so that the older ones can be removed', async () => {
  const { id } = await system.newEndpoint(receiver.url('/resealed'));
  const endpoints = new EndpointStore(system.connection.model<EndpointRecord>('WebhookEndpoint'));
  const [gone, old, current] = [newKey(), newKey(), newKey()];
  const { clock } = system;
  const lost = newEndpointSecret(createSecretBox([gone]), id, clock.now()).stored;
  clock.advance(HOUR_MS);
  const first = newEndpointSecret(createSecretBox([old]), id, clock.now());
  const second = newEndpointSecret(createSecretBox([old]), id, clock.now());
  const before = (await endpoints.find(id)) ?? expect.fail();
  await endpoints.replaceSecrets(before, [
    ...rotated([first.stored], second.stored),
    { ...lost, until: clock.now() },
  ]);
  await resealEndpoints({ endpoints, clock, secretBox: createSecretBox([current, old]) });
  const after = (await endpoints.find(id)) ?? expect.fail();
  expect(secretsOf(createSecretBox([current]), after, clock.now())).toEqual([second.secret, first.secret]);
  expect(after.secrets[1]?.until).toEqual(new Date(clock.now().getTime() + 24 * HOUR_MS));
});

it('a repeated request with its key returns the same endpoint and secret, also when both are sent at once', async () => {
  const user = newUser();
  const api = system.as(user, 'key-1');
  const created = await api.create(input('/key'));
  expect(await api.create(input('/key'))).toEqual(created);
  await expect(api.create(input('/other'))).rejects.toMatchObject({
    cause: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  const both = system.as(user, 'key-2');
  await Promise.allSettled([both.create(input('/both')), both.create(input('/both'))]);
  expect((await both.create(input('/both'))).webhook.url).toBe(receiver.url('/both'));
  expect((await api.list()).webhooks).toHaveLength(2);
  const keys = await system.connection.collection('request_keys').find().toArray();
  expect(JSON.stringify(keys)).not.toContain(created.secret);
});

it('a key shows no secret that was given later, and creates nothing again once its endpoint is deleted', async () => {
  const user = newUser();
  const api = system.as(user, 'key-1');
  const { webhook } = await api.create(input('/gone'));
  system.clock.advance(1_000);
  await api.rotateSecret({ id: webhook.id });
  await expect(api.create(input('/gone'))).rejects.toMatchObject({ code: 'CONFLICT' });
  await api.delete({ id: webhook.id });
  await expect(api.create(input('/gone'))).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await api.list()).webhooks).toEqual([]);
});

it('an endpoint that is created while the session ends is not there afterwards', async () => {
  const user = newUser();
  const ended = { ...contextOf(user), stillSignedIn: () => Promise.resolve(false) };
  const late = createCallerFactory(system.webhooks.router)(ended);
  await expect(late.create(input('/late'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect((await system.as(user).list()).webhooks).toEqual([]);
});

it('a refused request releases its key', async () => {
  const api = system.as(newUser(), 'key-1');
  const bad = { ...input('/refused'), url: 'https://10.0.0.8/' };
  await expect(api.create(bad)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect((await api.create(input('/refused'))).webhook.enabled).toBe(true);
});
