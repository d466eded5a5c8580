import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let other: CampaignNode;
const later = createTestClock();

beforeAll(async () => {
  system = await startTestSystem();
  other = await system.startNode({ clock: later, carrier: silentCarrier });
});

afterAll(() => system.stop());

function interrupted(interruption: Interruption) {
  return (deps: CampaignsDeps): CampaignsDeps => ({
    ...deps,
    preparations: interruption.around(deps.preparations, ['begin', 'renew', 'abandon']),
    statuses: interruption.around(deps.statuses, ['commitPreparation']),
    contacts: interruption.around(deps.contacts, ['insert', 'requeueFailed', 'undoPreparation']),
    ledger: interruption.around(deps.ledger, ['execute']),
    jobs: interruption.around(deps.jobs, ['run']),
  });
}

async function sweepLater(): Promise<void> {
  later.advance(120_000);
  await other.campaigns.sweep();
}

const held = async (user: SignedInUser) => (await other.credits.ledger.balance(user.streamId)).held;
/** Interruption points before and after each of the first writes. */
const moments = (writes: number) =>
  Array.from({ length: writes }, (_, at) => at + 1).flatMap((nth) => [
    [nth, 'before'] as const,
    [nth, 'after'] as const,
  ]);

describe('adding contacts that is interrupted', () => {
  it.each(moments(4))('at write %i, %s, adds all of them or none', async (nth, when) => {
    const interruption = interruptAt(nth, when);
    const worker = await system.startNode({ deps: interrupted(interruption) });
    const user = await worker.subscriber('launch');
    const { campaign } = await other.as(user).create(draftOf(user, deliverableContacts(4)));
    const { id } = campaign;
    const adding = worker
      .as(user)
      .addContacts({ campaign: id, contacts: [contactEnding('0001'), contactEnding('0002')] });
    await interruption.reached;
    await sweepLater();

    const { campaign: after } = await other.as(user).get({ id });
    expect([4, 6]).toContain(after.total);
    expect(after).toMatchObject({
      status: 'Scheduled',
      held: after.total * 50,
      credit_cost: after.total * 50,
    });
    expect(await held(user)).toBe(after.total * 50);

    // Executed while the worker is stalled: only contacts with a hold are called.
    await other.as(user).execute({ id });
    interruption.resume();
    await adding.catch(() => undefined);
    await other.drops.handlers.runCampaign(id, BUSY);
    const { contacts } = await other.as(user).contacts({ id });
    const total = (await other.as(user).get({ id })).campaign.total;
    expect(contacts.map(({ status }) => status)).toEqual(Array(total).fill('sending'));
    expect(await held(user)).toBe(total * 50);
  });

  it('never calls contacts that a stale worker stored after the sweep', async () => {
    const interruption = interruptAt(2, 'before');
    const worker = await system.startNode({ deps: interrupted(interruption) });
    const user = await worker.subscriber('launch');
    const { campaign } = await other.as(user).create(draftOf(user, deliverableContacts(4)));
    const { id } = campaign;
    void worker
      .as(user)
      .addContacts({ campaign: id, contacts: [contactEnding('0001')] })
      .catch(() => undefined);
    await interruption.reached;
    await sweepLater();
    // The stale worker stores one more contact under its voided preparation.
    const [voided] = (await other.deps.campaigns.find(id))?.voidedPreparations ?? [];
    await other.deps.contacts.insert({
      campaignId: id,
      preparationId: voided ?? '',
      run: 1,
      firstSeq: 5,
      later: true,
      contacts: [contactEnding('0001')],
    });
    await expect(other.as(user).contacts({ id })).resolves.toMatchObject({ contacts: { length: 4 } });
    await other.as(user).execute({ id });
    await other.drops.handlers.runCampaign(id, BUSY);
    expect(
      await other.connection.collection('contacts').countDocuments({ campaignId: id, status: 'placed' }),
    ).toBe(4);
    later.advance(3_700_000);
    await other.campaigns.sweep();
    await expect(other.as(user).contacts({ id })).resolves.toMatchObject({ contacts: { length: 4 } });
  });
});

describe('a retry that is interrupted', () => {
  it.each(moments(5))('at write %i, %s, requeues the paid contacts or none', async (nth, when) => {
    const interruption = interruptAt(nth, when);
    const worker = await system.startNode({ deps: interrupted(interruption) });
    const user = await worker.subscriber('launch');
    const { campaign } = await other.as(user).create(draftOf(user, deliverableContacts(3)));
    const { id } = campaign;
    await other.as(user).execute({ id });
    await other.drops.handlers.runCampaign(id, BUSY);
    await Promise.all([
      system.report(`${id}-1-1`, 0),
      system.report(`${id}-2-1`, 4006),
      system.report(`${id}-3-1`, 4006),
    ]);
    await other.drops.handlers.settleCampaign(id);

    const retrying = worker.as(user).retry({ id });
    await interruption.reached;
    await sweepLater();
    await expectRetriedOrNot(user, id);
    interruption.resume();
    await retrying.catch(() => undefined);
    await expectRetriedOrNot(user, id);
  });

  async function expectRetriedOrNot(user: SignedInUser, id: string): Promise<void> {
    const { campaign } = await other.as(user).get({ id });
    const { contacts } = await other.as(user).contacts({ id });
    const statuses = contacts.map(({ status }) => status);
    const { calls } = await other.as(user).evidencePage({ id });
    // Each call that was made once, whether or not the retry came about.
    expect(calls.filter(({ call }) => call !== null)).toHaveLength(3);
    if (campaign.status === 'Sending') {
      expect(campaign).toMatchObject({ delivered: 1, failed: 0, pending: 2, held: 100, retryable: 0 });
      expect(statuses).toEqual(['success', 'pending', 'pending']);
      expect(await held(user)).toBe(100);
    } else {
      expect(campaign).toMatchObject({ status: 'Success', delivered: 1, failed: 2, held: 0, retryable: 2 });
      expect(statuses).toEqual(['success', 'failed', 'failed']);
      expect(contacts.filter(({ call }) => call === null)).toEqual([]);
      expect(await held(user)).toBe(0);
    }
  }
});

it('a campaign with a preparation in progress can be neither executed nor deleted', async () => {
  const interruption = interruptAt(2, 'after');
  const worker = await system.startNode({ deps: interrupted(interruption) });
  const user = await worker.subscriber('launch');
  const { campaign } = await other.as(user).create(draftOf(user, deliverableContacts(2)));
  const { id } = campaign;
  const adding = worker.as(user).addContact({ campaign_name: id, ...contactEnding('0001') });
  await interruption.reached;
  await expect(other.as(user).execute({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(other.as(user).delete({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  interruption.resume();
  await expect(adding).resolves.toMatchObject({ added: 1 });
  await expect(other.as(user).execute({ id })).resolves.toMatchObject({ status: 'Sending' });
});

describe('a worker that is slower than its lease', () => {
  /** A clock that advances by a third of the lease on every read. */
  const slowClock = () => {
    let now = Date.now();
    return { now: () => new Date((now += 20_000)) };
  };

  it('keeps its preparation by heartbeats', async () => {
    const worker = await system.startNode({ clock: slowClock() });
    const user = await worker.subscriber('dominate');
    const draft = draftOf(user, deliverableContacts(3_000));
    await expect(worker.as(user).create(draft)).resolves.toMatchObject({ campaign: { total: 3_000 } });
  });

  it('fails after the sweeper has voided its preparation, and leaves nothing behind', async () => {
    const clock = slowClock();
    const interruption = interruptAt(1, 'after');
    const worker = await system.startNode({
      clock,
      deps: (deps) => ({ ...deps, contacts: interruption.around(deps.contacts, ['insert']) }),
    });
    const user = await worker.subscriber('dominate');
    const creation = worker.as(user).create(draftOf(user, deliverableContacts(3_000)));
    await interruption.reached;
    await sweepLater();
    for (let read = 0; read < 4; read++) clock.now();
    interruption.resume();
    await expect(creation).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const [campaign] = await other.connection
      .collection<{ _id: string; status: string }>('campaigns')
      .find({ userId: user.uid })
      .toArray();
    expect(campaign).toMatchObject({ status: 'Deleted' });
    const rows = await other.connection.collection('contacts').countDocuments({ campaignId: campaign?._id });
    expect({ rows, held: await held(user) }).toEqual({ rows: 0, held: 0 });
  });
});
