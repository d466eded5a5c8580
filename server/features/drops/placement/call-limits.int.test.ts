import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';

/** So long that a suspended worker does not renew its lease during a test. */
const LEASE_MS = HOUR_MS;
const NOT_CALLS: [string, Placement][] = [
  ['a refusal', { kind: 'rejected', code: '422', reason: 'No such phone line' }],
  ['a call that was not accepted', { kind: 'unavailable', code: '402', accountFault: 'No funds' }],
];

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;
let asked: string[];
/** The response of the carrier; by default it accepts every call and reports nothing. */
let response: Placement | undefined;

const newNode = () =>
  system.startNode({
    clock,
    carrier: (real) => ({
      ...real,
      place(drop, signal) {
        asked.push(drop.to);
        return response === undefined ? silentCarrier(real).place(drop, signal) : Promise.resolve(response);
      },
    }),
    drops: { retryDelaysMs: [], batchSize: 7, claimLeaseMs: LEASE_MS },
  });

beforeAll(async () => {
  system = await startTestSystem();
});

beforeEach(async () => {
  clock = createTestClock();
  response = undefined;
  asked = [];
  node = await newNode();
  user = await node.subscriber('dominate');
  const profiles = node.connection.collection<{ _id: string; callLimit: object }>('calling_profiles');
  await profiles.insertOne({ _id: user.uid, callLimit: { calls: 1, days: 7 } });
});

afterAll(() => system.stop());

const run = (id: string, on = node) => on.drops.handlers.runCampaign(id, BUSY);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;

async function sending(contacts: number): Promise<string> {
  const { campaign } = await node
    .as(user)
    .create({ ...draftOf(user, deliverableContacts(contacts)), drop_date: '' });
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

describe('a number that has been called as often as is allowed', () => {
  it('is skipped with the reason, costs nothing and cannot be retried', async () => {
    // Before the first is sent: a list would not take its numbers afterwards.
    const [first, second] = [await sending(3), await sending(4)];
    await run(first);
    await run(second);
    expect(asked.sort()).toEqual(deliverableContacts(4).map(({ recommended_phone: phone }) => phone));
    await system.report(`${second}-4-1`, 0);
    await node.drops.handlers.settleCampaign(second);
    expect(await campaignOf(second)).toMatchObject({
      status: 'Success',
      delivered: 1,
      failed: 3,
      retryable: 0,
      held: 0,
    });
    const { contacts } = await node.as(user).contacts({ id: second });
    expect(contacts.map(({ reason }) => reason)).toEqual([
      ...Array<string>(3).fill('called too often'),
      null,
    ]);
    expect(contacts.map(({ call }) => call !== null)).toEqual([false, false, false, true]);
  });

  it('is called once by two workers with two campaigns', async () => {
    const campaigns = [await sending(30), await sending(30)];
    const other = await newNode();
    await Promise.all(campaigns.flatMap((id) => [run(id), run(id, other)]));
    const phones = deliverableContacts(30).map(({ recommended_phone: phone }) => phone);
    expect(asked.sort()).toEqual(phones);
  });

  it('is in a list for a day when its calls no longer count, and in none for a day before', async () => {
    await run(await sending(1));
    const draft = draftOf(user, deliverableContacts(2));
    const createdFor = (days: number) => {
      const at = new Date(clock.now().getTime() + days * DAY_MS);
      const dates = { campaign_name: `In ${String(days)} days`, drop_date: at.toISOString() };
      return node.as(user).create({ ...draft, ...dates });
    };
    await expect(createdFor(6)).resolves.toMatchObject({
      skipped: [{ reason: 'called too often', count: 1 }],
    });
    await expect(createdFor(8)).resolves.toMatchObject({ skipped: [] });
  });

  it('is called again once the days are over', async () => {
    const [first, second] = [await sending(1), await sending(1)];
    await run(first);
    clock.advance(7 * DAY_MS + 1);
    await run(second);
    expect(asked).toHaveLength(2);
  });
});

describe('what counts as a call', () => {
  it.each(NOT_CALLS)('is not %s', async (_, placement) => {
    const [first, second] = [await sending(2), await sending(2)];
    response = placement;
    await run(first);
    response = undefined;
    asked = [];
    await run(second);
    expect(asked).toHaveLength(2);
  });

  it('is one with an unknown result, which is placed again under its key', async () => {
    const [first, second] = [await sending(1), await sending(1)];
    response = { kind: 'unknown' };
    await run(first);
    response = undefined;
    await run(second);
    expect(asked).toHaveLength(1);
    clock.advance(LEASE_MS);
    await run(first);
    expect(asked).toHaveLength(2);
  });

  it('is one that is placed again later, from then on', async () => {
    const [first, second] = [await sending(1), await sending(1)];
    response = { kind: 'unknown' };
    await run(first);
    response = undefined;
    clock.advance(20 * HOUR_MS);
    await run(first);
    expect(asked).toHaveLength(2);
    clock.advance(7 * DAY_MS - HOUR_MS);
    await run(second);
    expect(asked).toHaveLength(2);
  });

  it('is none that a worker was about to release when it died', async () => {
    const [first, second] = [await sending(1), await sending(1)];
    response = { kind: 'unavailable', code: '402', accountFault: 'No funds' };
    const { callLog } = node.engine;
    const died = () => Promise.reject(new Error('died'));
    const dying = { ...node.engine, callLog: { ...callLog, remove: died } };
    await expect(runCampaign(dying, first, BUSY)).rejects.toThrow('died');
    response = undefined;
    asked = [];
    clock.advance(7 * DAY_MS + 1);
    await run(second);
    expect(asked).toHaveLength(1);
    await node.as(user).resume({ id: first });
    await run(first);
    expect(asked).toHaveLength(1);
  });

  it('is one that a worker releases after another has reclaimed and placed it', async () => {
    const [first, second] = [await sending(1), await sending(1)];
    response = { kind: 'unavailable', code: '402', accountFault: 'No funds' };
    const at = interruptAt(1, 'before');
    const claims = at.around(node.engine.claims, ['retainDrops']);
    const slow = runCampaign({ ...node.engine, claims }, first, BUSY);
    await at.reached;
    response = undefined;
    clock.advance(LEASE_MS);
    await node.as(user).resume({ id: first });
    await run(first);
    expect(asked).toHaveLength(2);
    at.resume();
    await slow;
    await run(second);
    expect(asked).toHaveLength(2);
  });

  it.each(NOT_CALLS)(
    'is one that another worker has placed since its worker took it out of its claim as %s',
    async (_, placement) => {
      const [first, second] = [await sending(1), await sending(1)];
      response = placement;
      const at = interruptAt(1, 'after');
      const claims = at.around(node.engine.claims, ['retainDrops']);
      const slow = runCampaign({ ...node.engine, claims }, first, BUSY);
      await at.reached;
      response = undefined;
      clock.advance(LEASE_MS);
      if ((await campaignOf(first)).status === 'Paused') await node.as(user).resume({ id: first });
      await run(first);
      expect(asked).toHaveLength(2);
      at.resume();
      await slow;
      await run(second);
      expect(asked).toHaveLength(2);
    },
  );

  it('is one that another worker has placed since one began to release it for a worker that died', async () => {
    const [first, second] = [await sending(1), await sending(1)];
    response = { kind: 'unavailable', code: '402', accountFault: 'No funds' };
    const died = () => Promise.reject(new Error('died'));
    const dying = { ...node.engine, callLog: { ...node.engine.callLog, remove: died } };
    await expect(runCampaign(dying, first, BUSY)).rejects.toThrow('died');
    response = undefined;
    asked = [];
    await node.as(user).resume({ id: first });
    clock.advance(LEASE_MS);
    const at = interruptAt(1, 'before');
    const results = at.around(node.engine.results, ['listBySeq']);
    const slow = runCampaign({ ...node.engine, results }, first, BUSY);
    await at.reached;
    clock.advance(LEASE_MS);
    await run(first);
    expect(asked).toHaveLength(1);
    at.resume();
    await slow;
    await run(second);
    expect(asked).toHaveLength(1);
  });

  it('is one that another worker has placed since its worker began to release it', async () => {
    const [first, second] = [await sending(1), await sending(1)];
    response = { kind: 'unavailable', code: '402', accountFault: 'No funds' };
    const at = interruptAt(1, 'before');
    const callLog = at.around(node.engine.callLog, ['remove']);
    const slow = runCampaign({ ...node.engine, callLog }, first, BUSY);
    await at.reached;
    response = undefined;
    clock.advance(LEASE_MS);
    await node.as(user).resume({ id: first });
    await run(first);
    expect(asked).toHaveLength(2);
    at.resume();
    await slow;
    await run(second);
    expect(asked).toHaveLength(2);
  });
});
