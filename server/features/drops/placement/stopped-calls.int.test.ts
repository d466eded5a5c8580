import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';

const suspended = new Map<string, Date>();
/** Numbers that the carrier was asked to call. */
let called: string[] = [];
/** What happens while the carrier receives a call, which it is asked to make only if it may be sent after that. */
let onPlace: (maySend: () => boolean) => Promise<void>;
const clock = createTestClock();
let system: TestSystem;
let node: CampaignNode;
let owner: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    clock,
    drops: { concurrency: 1 },
    carrier: (real): VoicemailCarrier => ({
      ...silentCarrier(real),
      async place(drop, maySend = () => true) {
        await onPlace(maySend);
        if (!maySend()) return { kind: 'unavailable', code: 'not sent', notAccepted: true };
        called.push(drop.to);
        return silentCarrier(real).place(drop);
      },
    }),
    suspendedAt: (uid) => suspended.get(uid),
  });
});
beforeEach(async () => {
  called = [];
  onPlace = () => Promise.resolve();
  owner = await node.subscriber('launch');
});
afterEach(() => node.stops.resume(change('The test is over')));
afterAll(() => system.stop());

const change = (reason: string) => ({ at: clock.now(), by: 'ana', reason });
const run = (id: string) => node.drops.handlers.runCampaign(id, BUSY);
const statusOf = async (id: string) => (await node.stores.campaigns.find(id))?.status;
const create = async (contacts: number, dropDate = '') => {
  const draft = { ...draftOf(owner, deliverableContacts(contacts)), drop_date: dropDate };
  return (await node.as(owner).create(draft)).campaign.id;
};
const heldBy = async () => (await node.credits.ledger.balance(owner.streamId)).held;
const waitingOf = (id: string) =>
  node.connection.collection('contacts').countDocuments({ campaignId: id, status: 'pending' });

describe.each([
  {
    kind: 'a stop of all calls',
    stop: () => node.stops.stop(change('The carrier asked for it')),
    resume: () => node.stops.resume(change('Solved')),
  },
  {
    kind: 'a suspension',
    stop: () => Promise.resolve(suspended.set(owner.uid, clock.now())),
    resume: () => Promise.resolve(suspended.delete(owner.uid)),
  },
])('$kind', ({ stop, resume }) => {
  it('ends the calls of a batch that is being placed, and later all others are made once', async () => {
    const id = await create(4);
    await node.as(owner).execute({ id });
    let calls = 0;
    onPlace = async (maySend) => {
      calls += 1;
      if (calls !== 2) return;
      await stop();
      await vi.waitFor(
        () => {
          expect(maySend()).toBe(false);
        },
        { timeout: 10_000, interval: 20 },
      );
    };
    await run(id);
    expect([called.length, await waitingOf(id), await statusOf(id)]).toEqual([1, 3, 'Sending']);
    await run(id);
    expect(called).toHaveLength(1);
    await resume();
    await node.drops.handlers.scan();
    await run(id);
    expect([called.length, new Set(called).size]).toEqual([4, 4]);
  });

  it('begins no run, and speaks nothing for one', async () => {
    const id = await create(2);
    await node.as(owner).execute({ id });
    await stop();
    const speak = vi.spyOn(node.engine.speaker, 'speak');
    await run(id);
    expect([called, speak.mock.calls]).toEqual([[], []]);
    expect(await node.connection.collection('claims').countDocuments({ campaignId: id })).toBe(0);
    speak.mockRestore();
    await resume();
  });

  it('holds back what becomes due, which begins once calls go on', async () => {
    const id = await create(2, new Date(clock.now().getTime() + HOUR_MS).toISOString());
    await stop();
    clock.advance(HOUR_MS + 1_000);
    await node.drops.handlers.startCampaign(id);
    await node.drops.handlers.scan();
    expect(await statusOf(id)).toBe('Scheduled');
    await resume();
    await node.drops.handlers.startCampaign(id);
    expect(await statusOf(id)).toBe('Sending');
    await run(id);
    expect(called).toHaveLength(2);
  });

  it('of more than a day leaves what was due or sending to its owner', async () => {
    const [due, sending] = [
      await create(2, new Date(clock.now().getTime() + HOUR_MS).toISOString()),
      await create(2),
    ];
    await node.as(owner).execute({ id: sending });
    await stop();
    clock.advance(DAY_MS);
    const attempt = async () => {
      await run(sending);
      await node.drops.handlers.startCampaign(due);
      return [await statusOf(due), await statusOf(sending), called];
    };
    expect(await attempt()).toEqual(['Scheduled', 'Sending', []]);
    clock.advance(2 * HOUR_MS);
    expect(await attempt()).toEqual(['Paused', 'Paused', []]);
    for (const id of [due, sending])
      expect((await node.as(owner).get({ id })).campaign.status_message).toContain(
        'Calls were stopped for more than a day',
      );
    await resume();
    for (const id of [due, sending]) {
      await node.as(owner).resume({ id });
      await run(id);
    }
    expect(called).toHaveLength(4);
  });
});

it('calls that are stopped for more than a day are left to their owner, also if the account is suspended meanwhile', async () => {
  const id = await create(2);
  await node.as(owner).execute({ id });
  await node.stops.stop(change('The carrier asked for it'));
  clock.advance(DAY_MS - HOUR_MS);
  suspended.set(owner.uid, clock.now());
  clock.advance(2 * HOUR_MS);
  await run(id);
  suspended.delete(owner.uid);
  expect(await statusOf(id)).toBe('Paused');
});

it('a suspended account creates, executes and resumes nothing: nothing is held, and no date is changed', async () => {
  const dropDate = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const [id, paused] = [await create(2, dropDate), await create(2)];
  await node.as(owner).execute({ id: paused });
  await node.as(owner).pause({ id: paused });
  const [held, before] = [await heldBy(), await node.stores.campaigns.find(id)];
  suspended.set(owner.uid, clock.now());
  const refused = { cause: { code: 'FORBIDDEN', message: expect.stringContaining('suspended') as string } };
  await expect(create(3)).rejects.toMatchObject(refused);
  await expect(node.as(owner).execute({ id, force: true })).rejects.toMatchObject(refused);
  await expect(node.as(owner).resume({ id: paused })).rejects.toMatchObject(refused);
  expect(await node.stores.campaigns.find(id)).toEqual(before);
  expect([await statusOf(paused), await heldBy()]).toEqual(['Paused', held]);
  suspended.delete(owner.uid);
  await node.as(owner).resume({ id: paused });
  expect(await statusOf(paused)).toBe('Sending');
});

it('the switch is turned once each way, by whom and why, and keeps its last changes', async () => {
  const { stops } = node;
  expect(await stops.current()).toBeUndefined();
  const both = await Promise.all([stops.stop(change('one')), stops.stop(change('two'))]);
  expect([...both].sort()).toEqual([false, true]);
  expect(await stops.current()).toMatchObject({ by: 'ana', reason: both[0] ? 'one' : 'two' });
  expect([await stops.resume(change('over')), await stops.resume(change('again'))]).toEqual([true, false]);
  for (let n = 0; n < 60; n += 1) {
    await stops.stop(change(`stop ${String(n)}`));
    await stops.resume(change(`resume ${String(n)}`));
  }
  const [record] = await node.connection.collection('calling_stops').find().toArray();
  expect(record).toMatchObject({ changes: expect.objectContaining({ length: 100 }) as unknown });
  expect((record as unknown as { changes: { reason: string }[] }).changes.at(-1)?.reason).toBe('resume 59');
});
