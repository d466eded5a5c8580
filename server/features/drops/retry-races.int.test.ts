import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY_LINE, DELIVERED, settledCampaigns } from '#server/testing/system/settled-campaigns.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { runCampaign } from './run-campaign.ts';

const LEASE_MS = 70_000;
const COST = 50;

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});

beforeEach(async () => {
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

const { run, settle, reportOf, placed, finished } = settledCampaigns(() => ({ system, node, user }));
const statusOf = (id: string) => node.as(user).status({ id });
const creditsOf = () => node.credits.ledger.balance(user.streamId);

/** A campaign whose calls have all failed. */
const failedCampaign = (contacts: number) => finished(Array.from({ length: contacts }, () => BUSY_LINE));

/** Begins a retry in a process that is interrupted at `at`. */
async function retryStoppedAt(id: string, at: Interruption, write: 'hold' | 'commit') {
  const owner = await system.startNode({
    carrier: silentCarrier,
    deps: (real) =>
      write === 'hold'
        ? { ...real, ledger: at.around(real.ledger, ['execute']) }
        : { ...real, statuses: at.around(real.statuses, ['commitPreparation']) },
  });
  const retrying = owner.as(user).retry({ id });
  retrying.catch(() => undefined);
  await at.reached;
  return { retrying };
}

describe('a late success while a retry is prepared', () => {
  it.each(['hold', 'commit'] as const)(
    'is charged once, by the hold of the retry: before the %s',
    async (write) => {
      const id = await failedCampaign(3);
      const before = await creditsOf();
      const at = interruptAt(1, 'before');
      const { retrying } = await retryStoppedAt(id, at, write);
      await reportOf(id, 1, DELIVERED, 1);
      await settle(id);
      expect(await statusOf(id)).toMatchObject({ delivered: 0, failed: 3 });
      at.resume();
      await retrying;
      await settle(id);
      expect(await statusOf(id)).toMatchObject({ status: 'Sending', delivered: 1, failed: 0 });
      await run(id);
      await reportOf(id, 2, DELIVERED, 2);
      await reportOf(id, 3, BUSY_LINE, 2);
      await settle(id);
      expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 2, failed: 1, pending: 0 });
      const after = await creditsOf();
      expect(before.available - after.available).toBe(2 * COST);
      expect(after.held).toBe(0);
    },
  );

  it('does not block voiding the retry: it counts, free of charge, and its contact is not called again', async () => {
    const id = await failedCampaign(2);
    const before = await creditsOf();
    await retryStoppedAt(id, interruptAt(1, 'before'), 'hold');
    await reportOf(id, 1, DELIVERED, 1);
    await settle(id);
    const clock = createTestClock();
    const sweeper = await system.startNode({ clock, carrier: silentCarrier });
    clock.advance(LEASE_MS);
    await sweeper.campaigns.sweep();
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 1 });
    expect(await creditsOf()).toMatchObject({ available: before.available, held: 0 });
    await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 1 });
    await run(id);
    await reportOf(id, 2, BUSY_LINE, 2);
    await settle(id);
    await expect(node.as(user).delete({ id })).resolves.toMatchObject({ success: true });
  });
});

it('a success of a call of a swept retry is not charged to another retry', async () => {
  const id = await failedCampaign(2);
  // The first retry excludes the second contact; the next one includes only that.
  const numbers = node.connection.collection('contacts');
  const only = { campaignId: id, seq: 2 };
  await numbers.updateOne(only, { $set: { retryable: false } });
  const [requeue, undo] = [interruptAt(1, 'before'), interruptAt(1, 'before')];
  const owner = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      contacts: undo.around(requeue.around(real.contacts, ['requeueFailed']), ['undoPreparation']),
    }),
  });
  owner
    .as(user)
    .retry({ id })
    .catch(() => undefined);
  await requeue.reached;
  const clock = createTestClock();
  const sweeper = await system.startNode({ clock, carrier: silentCarrier });
  clock.advance(LEASE_MS);
  await sweeper.campaigns.sweep();
  requeue.resume();
  await undo.reached;
  await numbers.updateOne(only, { $set: { retryable: true } });
  const before = await creditsOf();
  await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 1 });
  await reportOf(id, 1, DELIVERED, 1);
  await settle(id);
  // The only hold is that of the second contact, which is still to be called.
  expect(await statusOf(id)).toMatchObject({ status: 'Sending', delivered: 0, failed: 1 });
  await run(id);
  await reportOf(id, 2, DELIVERED, 2);
  await settle(id);
  expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 1 });
  expect(await node.engine.results.listBySeq(id, [2])).toMatchObject([{ status: 'success', run: 2 }]);
  expect(await creditsOf()).toMatchObject({ available: before.available - COST, held: 0 });
});

it('a sweep that finds the hold of a slow retry counts its calls', async () => {
  const id = await failedCampaign(2);
  const clock = createTestClock();
  const [held, committed, swept] = [
    interruptAt(1, 'before'),
    interruptAt(1, 'before'),
    interruptAt(1, 'before'),
  ];
  const owner = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      ledger: held.around(real.ledger, ['execute']),
      statuses: committed.around(real.statuses, ['commitPreparation']),
    }),
  });
  const sweeper = await system.startNode({
    clock,
    carrier: silentCarrier,
    deps: (real) => ({ ...real, ledger: swept.around(real.ledger, ['execute']) }),
  });
  const retrying = owner.as(user).retry({ id });
  await held.reached;
  clock.advance(LEASE_MS);
  const sweeping = sweeper.campaigns.sweep();
  await swept.reached;
  held.resume();
  await committed.reached;
  swept.resume();
  await sweeping;
  committed.resume();
  await retrying;
  expect(await statusOf(id)).toMatchObject({ status: 'Sending', delivered: 0, failed: 0, pending: 2 });
});

it('a stale worker cannot claim the calls of a later run', async () => {
  const asked: string[] = [];
  const worker = await system.startNode({
    carrier: (real) => ({
      ...silentCarrier(real),
      place(drop) {
        asked.push(drop.attemptId);
        return silentCarrier(real).place(drop);
      },
    }),
  });
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
  const { id } = campaign;
  await node.as(user).execute({ id });
  const at = interruptAt(1, 'before');
  const late = runCampaign(
    { ...worker.engine, claims: at.around(worker.engine.claims, ['insert']) },
    id,
    BUSY,
  );
  await at.reached;
  await worker.drops.handlers.runCampaign(id, BUSY);
  await reportOf(id, 1, BUSY_LINE, 1);
  await settle(id);
  await node.as(user).retry({ id });
  at.resume();
  await late;
  await worker.drops.handlers.runCampaign(id, BUSY);
  expect(asked).toEqual([`${id}-1-1`, `${id}-1-2`]);
  await reportOf(id, 1, DELIVERED, 2);
  await settle(id);
  expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1 });
});

it('a campaign that its owner paused is finished when its last call is final', async () => {
  const id = await placed(2);
  await node.as(user).pause({ id });
  await reportOf(id, 1, DELIVERED, 1);
  await settle(id);
  expect(await statusOf(id)).toMatchObject({ status: 'Paused', pending: 1 });
  await reportOf(id, 2, BUSY_LINE, 1);
  await settle(id);
  expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 1 });
  expect(await creditsOf()).toMatchObject({ held: 0 });
});

it('a preparation that cannot be swept does not block the sweep of others', async () => {
  const other = await node.subscriber('launch');
  for (const who of [user, other]) {
    const at = interruptAt(1, 'before');
    const dead = await system.startNode({
      carrier: silentCarrier,
      deps: (real) => ({ ...real, ledger: at.around(real.ledger, ['execute']) }),
    });
    void dead.as(who).create(draftOf(who, deliverableContacts(2)));
    await at.reached;
  }
  const clock = createTestClock();
  const sweeper = await system.startNode({
    clock,
    carrier: silentCarrier,
    deps: (real) => ({
      ...real,
      ledger: {
        ...real.ledger,
        execute: (streamId, command) =>
          streamId === user.streamId
            ? Promise.reject(new Error('This ledger cannot be read'))
            : real.ledger.execute(streamId, command),
      },
    }),
  });
  clock.advance(LEASE_MS);
  await sweeper.campaigns.sweep();
  const campaigns = node.connection.collection('campaigns');
  await expect(campaigns.findOne({ userId: user.uid })).resolves.toMatchObject({ status: 'Preparing' });
  await expect(campaigns.findOne({ userId: other.uid })).resolves.toMatchObject({ status: 'Deleted' });
});
