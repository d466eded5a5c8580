import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { createAuditSources } from '#server/app/database/audit.ts';
import type { AuditSource } from '#server/features/credits/audit/audit-source.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import { eraseContacts } from '#server/features/drops/erase-contacts.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, startTestSystem, silentCarrier, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { eraseOldContacts } from './erase-old-contacts.ts';

const DAYS = 90;
const [DELIVERED, BUSY_LINE] = [0, 4006];
const TEXT = 'The contacts of this campaign were erased after 90 days.';
const CONTACTS = [...deliverableContacts(4), contactEnding('0005')];

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
let auditSources: AuditSource[];
/** Nodes with a retention time, an hour before and after it is over. */
let early: CampaignNode;
let late: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  // The test system grants credits without the record of an invoice.
  auditSources = createAuditSources(system.database.connection).all.filter(({ name }) => name !== 'invoices');
  node = await system.startNode({ carrier: silentCarrier });
  user = await node.subscriber('launch');
  const after = (ms: number) =>
    system.startNode({
      clock: createTestClock(new Date(Date.now() + DAYS * DAY_MS + ms)),
      drops: { eraseBatchSize: 2 },
      deps: (real) => ({ ...real, contactRetentionDays: DAYS }),
    });
  [early, late] = [await after(-HOUR_MS), await after(HOUR_MS)];
});
afterAll(() => system.stop());

const report = (id: string, seq: number, code: number) => system.report(`${id}-${String(seq)}-1`, code);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;
const left = (campaignId: string) => node.connection.collection('contacts').countDocuments({ campaignId });
const auditDifferences = async () =>
  (await auditOf(system.database.connection, user.streamId, auditSources)).differences;

/** Creates a campaign that is Sending, with every call at the carrier. */
async function sending(): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, CONTACTS));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

/** Creates a finished campaign with four delivered calls and one that may be retried. */
async function finished(): Promise<string> {
  const id = await sending();
  for (const seq of [1, 2, 3, 4]) await report(id, seq, DELIVERED);
  await report(id, 5, BUSY_LINE);
  await node.drops.handlers.settleCampaign(id);
  expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 4, failed: 1, retryable: 1 });
  return id;
}

/** Expects that the contacts are gone, the counters are not, and a retry is refused and costs nothing. */
async function expectErased(id: string, before: Awaited<ReturnType<typeof campaignOf>>): Promise<void> {
  expect(await left(id)).toBe(0);
  expect(await campaignOf(id)).toEqual({ ...before, retryable: 0 });
  expect(await node.as(user).contacts({ id })).toEqual({
    success: true,
    contacts: [],
    total: 5,
    next: null,
    contacts_erased_after_days: DAYS,
  });
  const balance = await node.credits.ledger.balance(user.streamId);
  const refusal = { code: 'CONFLICT', message: TEXT };
  await expect(node.as(user).retry({ id })).rejects.toMatchObject(refusal);
  const added = { campaign: id, contacts: [contactEnding('0001')] };
  await expect(node.as(user).addContacts(added)).rejects.toMatchObject(refusal);
  expect(await node.credits.ledger.balance(user.streamId)).toEqual(balance);
  expect(await auditDifferences()).toEqual([]);
}

it('erases the contacts of campaigns that finished long enough ago, and no others', async () => {
  const [old, open] = [await finished(), await sending()];
  const before = await campaignOf(old);
  await node.previewsOf(user).beginOfCampaign({ id: old });
  await node.previews.idle();
  const previews = node.connection.collection('previews');
  expect(await previews.countDocuments({ userId: user.uid })).toBe(1);
  const day = new Date().toISOString().slice(0, 10);
  const days = await node.drops.statistics.listDays(user.uid, day, day);
  await early.campaigns.eraseOldContacts(BUSY);
  expect([await left(old), await left(open)]).toEqual([5, 5]);
  await node.campaigns.eraseOldContacts(BUSY);
  expect(await left(old)).toBe(5);

  await Promise.all([late.campaigns.eraseOldContacts(BUSY), late.campaigns.eraseOldContacts(BUSY)]);
  await expectErased(old, before);
  expect(await left(open)).toBe(5);
  expect(await previews.countDocuments({ userId: user.uid })).toBe(0);
  expect(await node.drops.statistics.listDays(user.uid, day, day)).toEqual(days);

  // Reports of erased calls, late or repeated, change nothing.
  for (const code of [DELIVERED, BUSY_LINE]) expect(await report(old, 5, code)).toBeLessThan(500);
  await node.drops.handlers.settleCampaign(old);
  await expectErased(old, before);
});

it.each([
  ['after the mark', 1, 'after', 'erasures', 'markOld'],
  ['after the first batch', 1, 'after', 'contacts', 'eraseSettled'],
  ['after the last batch', 1, 'before', 'erasures', 'markErased'],
] as const)('a clean-up that dies %s is completed by the next one', async (_, nth, when, part, method) => {
  const id = await finished();
  const before = await campaignOf(id);
  const dies = interruptAt(nth, when);
  const engine =
    part === 'contacts'
      ? { ...late.engine, contacts: dies.around(late.engine.contacts, [method]) }
      : late.engine;
  const deps: CampaignsDeps = {
    ...late.deps,
    eraseContacts: (campaignId, control) => eraseContacts(engine, campaignId, control),
    ...(part === 'erasures' && { erasures: dies.around(late.deps.erasures, [method]) }),
  };
  void eraseOldContacts(deps, BUSY);
  await dies.reached;
  expect(await left(id)).toBe({ markOld: 5, eraseSettled: 3, markErased: 0 }[method]);
  // Nothing is shown or called any more, although some are still stored.
  expect((await node.as(user).contacts({ id })).contacts).toEqual([]);
  await expect(node.previewsOf(user).beginOfCampaign({ id })).rejects.toThrow('Its contacts are erased');
  await expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT', message: TEXT });

  // Also by a process without a retention time: the mark stays valid.
  await node.campaigns.eraseOldContacts(BUSY);
  await expectErased(id, before);
});

it('a late success that arrives during the erasure is counted first, and charged nothing', async () => {
  const id = await finished();
  const balance = await node.credits.ledger.balance(user.streamId);
  const paused = interruptAt(1, 'before');
  const contacts = paused.around(late.engine.contacts, ['eraseSettled']);
  const deps: CampaignsDeps = {
    ...late.deps,
    eraseContacts: (campaignId, control) => eraseContacts({ ...late.engine, contacts }, campaignId, control),
  };
  const erasing = eraseOldContacts(deps, BUSY);
  await paused.reached;
  expect(await report(id, 5, DELIVERED)).toBe(200);
  paused.resume();
  await erasing;
  expect(await left(id)).toBe(1);
  await late.campaigns.eraseOldContacts(BUSY);
  expect(await campaignOf(id)).toMatchObject({ delivered: 5, failed: 0, retryable: 0 });
  expect(await left(id)).toBe(0);
  expect(await node.credits.ledger.balance(user.streamId)).toEqual(balance);
  expect(await auditDifferences()).toEqual([]);
});

it('a campaign whose contacts cannot be erased now holds up no other, and is completed later', async () => {
  const [stuck, waiting] = [await finished(), await finished()];
  const [markedBefore, next] = [await campaignOf(stuck), await campaignOf(waiting)];
  const failing: CampaignsDeps = {
    ...late.deps,
    eraseContacts: (campaignId, control) =>
      campaignId === stuck
        ? Promise.reject(new Error('the object store is down'))
        : late.deps.eraseContacts(campaignId, control),
  };
  // Both as a campaign that is due and as one that is marked.
  await eraseOldContacts(failing, BUSY);
  const third = await finished();
  const last = await campaignOf(third);
  await eraseOldContacts(failing, BUSY);
  expect([await left(stuck), await left(waiting), await left(third)]).toEqual([5, 0, 0]);
  await expectErased(waiting, next);
  await expectErased(third, last);
  await late.campaigns.eraseOldContacts(BUSY);
  await expectErased(stuck, markedBefore);
});

it('erases at the millisecond at which the time is over, and by the setting of that moment', async () => {
  const [id, shorter] = [await finished(), await finished()];
  const finishedAt = async (campaign: string) => {
    const record = await node.connection
      .collection<{ _id: string; finishedAt: Date }>('campaigns')
      .findOne({ _id: campaign });
    return record?.finishedAt.getTime() ?? 0;
  };
  const eraseAt = (ms: number, contactRetentionDays: number | undefined) =>
    eraseOldContacts({ ...late.deps, clock: createTestClock(new Date(ms)), contactRetentionDays }, BUSY);
  const until = (await finishedAt(id)) + DAYS * DAY_MS;
  await eraseAt(until - 1, DAYS);
  await eraseAt(until + 1_000 * DAY_MS, undefined);
  expect(await left(id)).toBe(5);
  await eraseAt(until, DAYS);
  expect(await left(id)).toBe(0);

  // A lower setting holds for what finished before it, too, and a higher one brings nothing back.
  const early30 = (await finishedAt(shorter)) + 30 * DAY_MS;
  await eraseAt(early30 - 1, 30);
  expect([await left(shorter), (await node.as(user).contacts({ id: shorter })).total]).toEqual([5, 5]);
  await eraseAt(early30, 30);
  await eraseAt(early30, 365);
  expect(await node.as(user).contacts({ id: shorter })).toMatchObject({
    contacts: [],
    contacts_erased_after_days: 30,
  });
  expect((await node.as(user).contacts({ id })).contacts_erased_after_days).toBe(DAYS);
});

it('of an erasure and a retry at the same moment exactly one happens', async () => {
  const id = await finished();
  const [retried] = await Promise.allSettled([
    node.as(user).retry({ id }),
    late.campaigns.eraseOldContacts(BUSY),
  ]);
  expect(await left(id)).toBe(retried.status === 'fulfilled' ? 5 : 0);
  expect(await auditDifferences()).toEqual([]);
});

it('never erases the contacts of a campaign that waits or is paused, or a do-not-call entry', async () => {
  const { campaign: waiting } = await node.as(user).create(draftOf(user, CONTACTS));
  const paused = await sending();
  await node.as(user).pause({ id: paused });
  const suppressions = node.connection.collection('suppressions');
  const removals = node.connection.collection('suppression_removals');
  const entry = { userId: user.uid, phone: '12025550143', source: 'stop page', at: new Date(0) };
  await suppressions.insertOne({ ...entry });
  await removals.insertOne({ ...entry, addedAt: new Date(0), viaApiKey: false, network: '192.0.2.1' });
  const kept = async () => [
    await left(waiting.id),
    await left(paused),
    await suppressions.countDocuments({ userId: user.uid }),
    await removals.countDocuments({ userId: user.uid }),
  ];
  const before = await kept();
  expect(before.slice(0, 2)).toEqual([5, 5]);
  const inTenYears = createTestClock(new Date(Date.now() + 3_650 * DAY_MS));
  await eraseOldContacts({ ...late.deps, clock: inTenYears, contactRetentionDays: 1 }, BUSY);
  expect(await kept()).toEqual(before);
});

it('no database index expires do-not-call entries, their removals, contacts, saved lists or credits', async () => {
  const kept = [
    'suppressions',
    'suppression_removals',
    'campaigns',
    'contacts',
    'contact_lists',
    'credit_events',
  ];
  const expiring = await Promise.all(
    kept.map(async (name) => {
      const indexes = await node.connection.collection(name).indexes();
      expect([name, indexes.length > 1]).toEqual([name, true]);
      return indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    }),
  );
  expect(expiring.flat()).toEqual([]);
});
