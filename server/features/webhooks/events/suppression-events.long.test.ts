import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SuppressionStore } from '#server/features/do-not-call/suppressions/suppression-store.ts';
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

const lanes = () => system.connection.collection('webhook_lanes').find().sort({ _id: 1 }).toArray();

it('an event that has arrived makes no more work, however often it is found again', async () => {
  const { user } = await system.newEndpoint(receiver.url('/again'));
  await system.addNumbers(user, ['12025550101', '12025550102']);
  await system.webhooks.loop.drain();
  expect(receiver.events('/again')).toHaveLength(2);
  const before = await lanes();
  for (let n = 0; n < 3; n += 1) {
    system.clock.advance(10_000);
    await system.webhooks.sweep();
  }
  expect(await lanes()).toEqual(before);
});

it('a number that is too new for one search is found by a later one', async () => {
  const { user } = await system.newEndpoint(receiver.url('/new'));
  const list = createCallerFactory(system.features.suppressions.router)(contextOf(user));
  await list.add({ phone: '12025550104' });
  for (const passed of [1_000, 10_000]) {
    system.clock.advance(passed);
    await system.webhooks.sweep();
  }
  await system.webhooks.loop.drain();
  expect(receiver.events('/new')).toHaveLength(1);
});

it.each([0, 200_000])(
  'a number that was added while the endpoint was on is sent when it is on again, %i ms later',
  async (offFor) => {
    const path = `/again-after-${String(offFor)}`;
    const { user, api, id } = await system.newEndpoint(receiver.url(path));
    const list = createCallerFactory(system.features.suppressions.router)(contextOf(user));
    const addAndWait = async (phone: string) => {
      await list.add({ phone });
      system.clock.advance(1_000);
    };
    await addAndWait('12025550105');
    await api.update({ id, enabled: false });
    await addAndWait('12025550106');
    for (let passed = 0; passed < offFor; passed += 10_000) {
      system.clock.advance(10_000);
      await system.webhooks.sweep();
    }
    await api.update({ id, enabled: true });
    await addAndWait('12025550107');
    system.clock.advance(10_000);
    await system.webhooks.sweep();
    await system.webhooks.loop.drain();
    const phones = receiver
      .events(path)
      .flatMap((event) => (event.type === 'suppression.added' ? event.data.suppressions : []))
      .map(({ phone }) => phone);
    expect(phones.sort()).toEqual(['12025550105', '12025550107']);
  },
);

it('thousands of numbers that were added at one time delay no search', async () => {
  const { user } = await system.newEndpoint(receiver.url('/imports'));
  const { user: other } = await system.newEndpoint(receiver.url('/other'));
  const [model] = system.features.suppressions.models;
  const at = system.clock.now();
  // As many imports at once leave them.
  const numbers = Array.from({ length: 4_500 }, (_, n) => ({
    userId: user.uid,
    phone: `1202555${String(1000 + n)}`,
    source: 'imported' as const,
    batch: `batch-${String(Math.floor(n / 200))}`,
    at,
  }));
  await new SuppressionStore(model).add(numbers);
  system.clock.advance(90_000);
  await system.addNumbers(other, ['12025550103']);
  await system.webhooks.loop.drain();
  const arrived = receiver
    .events('/imports')
    .flatMap((event) => (event.type === 'suppression.added' ? event.data.suppressions : []));
  expect(new Set(arrived.map(({ phone }) => phone)).size).toBe(4_500);
  expect(receiver.events('/other')).toHaveLength(1);
});

it('a number that is taken off the list is told once, with when and why', async () => {
  const { user } = await system.newEndpoint(receiver.url('/removed'), ['suppression.removed']);
  const list = createCallerFactory(system.features.suppressions.router)(contextOf(user));
  await list.add({ phone: '12025550110' });
  system.clock.advance(5_000);
  await list.remove({ phone: '12025550110', reason: 'Asked to be called' });
  await list.add({ phone: '12025550110' });
  for (let n = 0; n < 3; n += 1) {
    system.clock.advance(10_000);
    await system.webhooks.sweep();
  }
  await system.webhooks.loop.drain();
  expect(receiver.events('/removed')).toMatchObject([
    {
      type: 'suppression.removed',
      data: { suppressions: [{ phone: '12025550110', source: 'added', reason: 'Asked to be called' }] },
    },
  ]);
});

const BOTH = ['suppression.added' as const, 'suppression.removed' as const];

it(
  'whoever applies additions and removals by their numbers has the list as it is',
  { timeout: 60_000 },
  async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ phone: fc.constantFrom('12025550120', '12025550121') }) },
      { weight: 1, arbitrary: fc.record({ passed: fc.constantFrom(1, 2_500, 10_000) }) },
    );
    let runs = 0;
    const rounds = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const path = `/applied-${String((runs += 1))}`;
      const { user } = await system.newEndpoint(receiver.url(path), BOTH);
      const list = createCallerFactory(system.features.suppressions.router)(contextOf(user));
      const truth = new Set<string>();
      for (const one of steps) {
        if ('passed' in one) {
          system.clock.advance(one.passed);
          await system.webhooks.sweep();
        } else if (truth.delete(one.phone)) await list.remove(one);
        else {
          await list.add(one);
          truth.add(one.phone);
        }
      }
      system.clock.advance(10_000);
      await system.webhooks.sweep();
      await system.webhooks.loop.drain();
      const applied = new Set<string>();
      const events = receiver.events(path).sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
      for (const event of events) {
        if (event.type === 'suppression.added')
          for (const { phone } of event.data.suppressions) applied.add(phone);
        if (event.type === 'suppression.removed')
          for (const { phone } of event.data.suppressions) applied.delete(phone);
      }
      expect([...applied].sort()).toEqual([...truth].sort());
    });
    await fc.assert(rounds, { numRuns: 10 });
  },
);

it.each([0, 1])(
  'a number that is added %i ms after its removal, and found with it, is told after it',
  async (ms) => {
    const path = `/again-in-${String(ms)}`;
    const { user } = await system.newEndpoint(receiver.url(path), BOTH);
    await system.addNumbers(user, ['12025550130']);
    const list = createCallerFactory(system.features.suppressions.router)(contextOf(user));
    await list.remove({ phone: '12025550130' });
    system.clock.advance(ms);
    await list.add({ phone: '12025550130' });
    system.clock.advance(10_000);
    await system.webhooks.sweep();
    await system.webhooks.loop.drain();
    const told = receiver.events(path).sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
    expect(told.map(({ type }) => type)).toEqual([BOTH[0], BOTH[1], BOTH[0]]);
  },
);

it('a removal whose process died before it was done is told once it is done', async () => {
  const { user } = await system.newEndpoint(receiver.url('/undone'), ['suppression.removed']);
  const list = createCallerFactory(system.features.suppressions.router)(contextOf(user));
  await list.add({ phone: '12025550111' });
  const [model, removals] = system.features.suppressions.models;
  const entry = (await model.findOne({ userId: user.uid }).lean()) ?? expect.fail();
  const { source, at: addedAt, phone } = entry;
  system.clock.advance(5_000);
  const _id = `${String(entry._id)}-${String(addedAt.getTime())}`;
  const died = { userId: user.uid, phone, source, addedAt, viaApiKey: false, network: '127.0.0.1' };
  await removals.create({ _id, ...died, at: system.clock.now() });
  for (let n = 0; n < 30; n += 1) {
    system.clock.advance(10_000);
    await system.webhooks.sweep();
  }
  await system.webhooks.loop.drain();
  expect(receiver.events('/undone')).toEqual([]);
  await list.remove({ phone });
  system.clock.advance(10_000);
  await system.webhooks.sweep();
  await system.webhooks.loop.drain();
  expect(receiver.events('/undone')).toHaveLength(1);
});

it('an import is told in bodies below 20 KB', async () => {
  const { user } = await system.newEndpoint(receiver.url('/long'));
  const [model] = system.features.suppressions.models;
  const numbers = Array.from({ length: 200 }, (_, n) => ({
    userId: user.uid,
    phone: `1202555${String(1000 + n)}`,
    source: 'imported' as const,
    batch: 'batch-long',
    reason: 'Ü'.repeat(200),
    at: system.clock.now(),
  }));
  await new SuppressionStore(model).add(numbers);
  system.clock.advance(90_000);
  await system.webhooks.sweep();
  await system.webhooks.loop.drain();
  const sent = receiver.received.filter(({ path }) => path === '/long');
  expect(Math.max(...sent.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(20_000);
  expect(sent.length).toBeGreaterThan(3);
  const told = sent.flatMap(({ payload: { data } }) => ('suppressions' in data ? data.suppressions : []));
  expect(new Set(told.map(({ phone }) => phone)).size).toBe(200);
});
