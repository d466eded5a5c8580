import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { RunStore } from '#server/features/campaigns/lifecycle/run-store.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';
import { expectExact, leave } from '#server/features/campaigns/replacement/replace-harness.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { makeAutomaticRetries } from './make-automatic-retries.ts';

const [DELIVERED, BUSY_LINE] = [0, 4006];
const RETRY = { after_days: 2, times: 2 };

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  clock = createTestClock();
  node = await system.startNode({ clock, carrier: silentCarrier });
});
beforeEach(async () => {
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

const retryDue = () => makeAutomaticRetries(node.deps, BUSY);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;

/** Runs a campaign to its end; `codes` are the reports of its open calls, by number. */
async function finish(id: string, run: number, codes: Record<number, number>): Promise<void> {
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const [seq, code] of Object.entries(codes)) await system.report(`${id}-${seq}-${String(run)}`, code);
  await node.drops.handlers.settleCampaign(id);
}

/** A campaign of three calls of which one was delivered, and which calls the others again by itself. */
async function finished(retry: typeof RETRY | null = RETRY): Promise<string> {
  const draft = { ...draftOf(user, deliverableContacts(3)), retry };
  const { campaign } = await node.as(user).create(draft);
  await node.as(user).execute({ id: campaign.id });
  await finish(campaign.id, 1, { 1: DELIVERED, 2: BUSY_LINE, 3: BUSY_LINE });
  return campaign.id;
}

test('those who were not reached are called again after so many days, and so often', async () => {
  const id = await finished();
  const { finishedAt } = (await node.stores.campaigns.find(id)) ?? {};
  const nextAt = new Date((finishedAt?.getTime() ?? 0) + 2 * DAY_MS).toISOString();
  expect((await campaignOf(id)).automatic_retry).toEqual({ ...RETRY, made: 0, next_at: nextAt });
  clock.advance(2 * DAY_MS - HOUR_MS);
  await retryDue();
  expect((await campaignOf(id)).status).toBe('Success');
  clock.advance(HOUR_MS + 1);
  await retryDue();
  expect(await campaignOf(id)).toMatchObject({
    status: 'Sending',
    held: 100,
    automatic_retry: { made: 1, next_at: null },
  });
  await finish(id, 2, { 2: DELIVERED, 3: BUSY_LINE });
  clock.advance(2 * DAY_MS + 1);
  await retryDue();
  await finish(id, 3, { 3: BUSY_LINE });
  expect(await campaignOf(id)).toMatchObject({
    status: 'Success',
    delivered: 2,
    automatic_retry: { made: 2, next_at: null },
  });
  clock.advance(2 * DAY_MS + 1);
  await retryDue();
  expect((await campaignOf(id)).status).toBe('Success');
  await expectExact(node, user);
});

describe('no call is made again', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['that its owner wants no more', (id) => node.as(user).setRetries({ id, retry: null })],
    [
      'to somebody who asked not to be called meanwhile',
      () =>
        node
          .listOf(user)
          .importBatch({ phones: deliverableContacts(3).map(({ recommended_phone: phone }) => phone) }),
    ],
    [
      'of a deleted campaign',
      async (id) => {
        await node.as(user).delete({ id });
        await node.drops.handlers.settleCampaign(id);
      },
    ],
    ['that was retried by hand meanwhile', (id) => node.as(user).retry({ id })],
  ])('%s', async (_, before) => {
    const id = await finished();
    await before(id);
    const { held } = await node.credits.ledger.balance(user.streamId);
    clock.advance(2 * DAY_MS + 1);
    await retryDue();
    expect((await node.stores.campaigns.find(id))?.retryAt).toBeUndefined();
    expect((await node.credits.ledger.balance(user.streamId)).held).toBe(held);
  });

  it('where the campaign has none', async () => {
    const id = await finished(null);
    expect((await campaignOf(id)).automatic_retry).toBeNull();
    expect((await node.stores.campaigns.find(id))?.retryAt).toBeUndefined();
  });
});

test('retries of a campaign that has finished begin so many days after they were set', async () => {
  const id = await finished(null);
  clock.advance(5 * DAY_MS);
  await node.as(user).setRetries({ id, retry: { after_days: 1, times: 1 } });
  const next = new Date(clock.now().getTime() + DAY_MS).toISOString();
  expect((await campaignOf(id)).automatic_retry).toMatchObject({ made: 0, next_at: next });
  clock.advance(DAY_MS + 1);
  await retryDue();
  expect(await campaignOf(id)).toMatchObject({ status: 'Sending', automatic_retry: { made: 1 } });
});

test.each([
  { before: null, after: RETRY },
  { before: RETRY, after: null },
])('retries that are set while a campaign finishes count: $after', async ({ before, after }) => {
  const { campaign } = await node
    .as(user)
    .create({ ...draftOf(user, deliverableContacts(2)), retry: before });
  const { id } = campaign;
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const seq of [1, 2]) await system.report(`${id}-${String(seq)}-1`, BUSY_LINE);
  const read = interruptAt(1, 'before');
  const { campaigns, models } = node.stores;
  const statuses = read.around(node.stores.statuses, ['transition']);
  const runs = new RunStore({
    model: models[0],
    campaigns,
    statuses,
    clock,
  });
  const settled = settleCampaign({ ...node.engine, campaigns: runs }, id);
  await read.reached;
  await node.as(user).setRetries({ id, retry: after });
  read.resume();
  await settled;
  const { next_at: nextAt } = (await campaignOf(id)).automatic_retry ?? { next_at: null };
  expect(nextAt !== null).toBe(after !== null);
});

test('a retry that was cancelled after it was claimed is not counted', async () => {
  const id = await finished();
  clock.advance(2 * DAY_MS + 1);
  await node.connection
    .collection('campaigns')
    .updateMany({ _id: { $ne: id as never } }, { $unset: { retryAt: 1 } });
  const { automaticRetries } = node.deps;
  const claimed = await automaticRetries.claim(clock.now(), new Date(clock.now().getTime() + HOUR_MS));
  expect(claimed?._id).toBe(id);
  await node.as(user).setRetries({ id, retry: null });
  if (claimed !== undefined) expect(await automaticRetries.count(claimed)).toBe(false);
});

test('a retry that cannot be paid ends them, and its owner gets one mail', async () => {
  const id = await finished();
  await node.drops.handlers.notifyOwner(id);
  await leave(node, user, 99);
  clock.advance(2 * DAY_MS + 1);
  await retryDue();
  await retryDue();
  expect(await campaignOf(id)).toMatchObject({ status: 'Success', automatic_retry: null, held: 0 });
  const before = node.mails.length;
  await node.drops.handlers.notifyOwner(id);
  await node.drops.handlers.notifyOwner(id);
  expect(node.mails.slice(before).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/was not retried$/),
  ]);
  expect(node.mails.at(-1)?.text).toContain(
    'Insufficient credits: 100 needed, 99 available. You can still retry the calls on its page.',
  );
  await expectExact(node, user);
});

test('a retry that an outage has made late by more than a day ends them, and its owner gets one mail', async () => {
  const [soon, late] = [await finished(), await finished({ after_days: 1, times: 2 })];
  await node.drops.handlers.notifyOwner(late);
  const before = node.mails.length;
  clock.advance(2 * DAY_MS + HOUR_MS);
  await Promise.all([retryDue(), retryDue()]);
  expect(await campaignOf(soon)).toMatchObject({ status: 'Sending', automatic_retry: { made: 1 } });
  expect(await campaignOf(late)).toMatchObject({ status: 'Success', automatic_retry: null, held: 0 });
  await node.drops.handlers.notifyOwner(late);
  expect(node.mails.slice(before)).toEqual([
    expect.objectContaining({
      text: expect.stringContaining('while Hark was not running. You can still') as unknown,
    }),
  ]);
  await expectExact(node, user);
});

test('a change before the start adds, changes or removes them', async () => {
  const { campaign } = await node.as(user).create(draftOf(user));
  const { id } = campaign;
  for (const retry of [RETRY, { after_days: 1, times: 1 }, null]) {
    await node.as(user).update({ id, retry });
    const { automatic_retry: shown } = await campaignOf(id);
    expect(shown).toEqual(retry && { ...retry, made: 0, next_at: null });
  }
  await node.as(user).update({ id, retry: RETRY });
  const { contacts, ...draft } = draftOf(user);
  for (const others of [{}, { contacts }]) {
    await node.as(user).replace({ id, ...draft, ...others });
    expect((await campaignOf(id)).automatic_retry).toMatchObject(RETRY);
  }
  await node.as(user).replace({ id, ...draft, contacts, retry: { after_days: 1, times: 1 } });
  expect((await campaignOf(id)).automatic_retry).toMatchObject({ after_days: 1, times: 1 });
  await node.as(user).replace({ id, ...draft, retry: null });
  expect((await campaignOf(id)).automatic_retry).toBeNull();
});

test.each([{ after_days: 0 }, { after_days: 15 }, { times: 0 }, { times: 4 }, { times: 1.5 }, { more: 1 }])(
  'retries of %j are refused',
  async (wrong) => {
    const draft = { ...draftOf(user), retry: { ...RETRY, ...wrong } };
    await expect(node.as(user).create(draft)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  },
);

test('a process that dies at any write leaves a retry that is made once, whoever makes it', async () => {
  for (let write = 1; ; write += 1) {
    const id = await finished({ after_days: 1, times: 1 });
    clock.advance(DAY_MS + 1);
    const death = interruptAt(write, 'after');
    const { automaticRetries, idempotencyKeys, preparations, statuses, ledger, jobs } = node.deps;
    const dying = {
      ...node.deps,
      automaticRetries: death.around(automaticRetries, ['claim', 'count', 'end', 'refuse']),
      idempotencyKeys: death.around(idempotencyKeys, ['claim', 'finish']),
      preparations: death.around(preparations, ['begin']),
      statuses: death.around(statuses, ['commitPreparation']),
      ledger: death.around(ledger, ['execute']),
      jobs: death.around(jobs, ['run', 'settle']),
    };
    const made = makeAutomaticRetries(dying, BUSY).then(() => 'made');
    if ((await Promise.race([made, death.reached])) === 'made') break;
    // Leases of the dead process expire; what it prepared is swept.
    clock.advance(HOUR_MS);
    await node.campaigns.sweep();
    await retryDue();
    clock.advance(HOUR_MS);
    await retryDue();
    expect(await campaignOf(id)).toMatchObject({
      status: 'Sending',
      held: 100,
      automatic_retry: { made: 1 },
    });
    await finish(id, (await node.stores.campaigns.find(id))?.run ?? 0, { 2: DELIVERED, 3: DELIVERED });
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 3, held: 0 });
    await expectExact(node, user);
    expect(write).toBeLessThan(30);
  }
});
