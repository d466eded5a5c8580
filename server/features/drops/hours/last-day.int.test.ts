import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { createAuditSources } from '#server/app/database/audit.ts';
import type { AuditSource } from '#server/features/credits/api.ts';
import { auditOf } from '#server/features/credits/testing/test-ledger.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { scan as scanEngine } from '#server/features/drops/reconcile.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import { pauseOnFault } from '#server/features/drops/settlement/pause-on-fault.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';

const [NEW_YORK, LOS_ANGELES] = ['America/New_York', 'America/Los_Angeles'];
const BOTH_COASTS = `${LOS_ANGELES},${NEW_YORK}`;
/** A Tuesday in winter, 5 AM in New York. */
const NIGHT = new Date('2027-01-12T10:00:00Z');
const TUESDAY = '2027-01-12';
const RELEASED = 'after the last day';

let system: TestSystem;
let user: SignedInUser;
let clock: TestClock;
let node: CampaignNode;
/** The attempts that the carrier was asked to place, in order, and what happens before each. */
let asked: string[];
let beforeEachCall: () => void;
/** All causes of credit events but the invoices: the subscribers of these tests have none. */
let sources: AuditSource[] | undefined;

const startNode = (options: NodeOptions = {}) =>
  system.startNode({
    clock,
    callingHours: 'enforce',
    carrier: (real) => ({
      ...real,
      place(drop, signal) {
        beforeEachCall();
        asked.push(drop.attemptId);
        return silentCarrier(real).place(drop, signal);
      },
    }),
    ...options,
    drops: { retryDelaysMs: [], reportDeadlineMs: 48 * HOUR_MS, sliceMs: 48 * HOUR_MS, ...options.drops },
  });

beforeAll(async () => {
  system = await startTestSystem();
});

beforeEach(async () => {
  clock = createTestClock(NIGHT);
  asked = [];
  beforeEachCall = () => undefined;
  node = await startNode();
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

const run = (id: string, on = node) => on.drops.handlers.runCampaign(id, BUSY);
const settle = (id: string) => node.drops.handlers.settleCampaign(id);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;
const until = (time: string) => clock.advance(new Date(time).getTime() - clock.now().getTime());
const attempt = (id: string, seq: number) => `${id}-${String(seq)}-1`;
const reasonsOf = async (id: string) =>
  (await node.as(user).contacts({ id })).contacts.map(({ reason }) => reason);
const runsOf = (id: string) =>
  node.connection.collection('jobs').countDocuments({ name: 'run-campaign', 'data.campaignId': id });
const forgetJobs = (id: string) => node.connection.collection('jobs').deleteMany({ 'data.campaignId': id });

/** A campaign with this last day whose contacts are in these window classes, in order. */
async function sending(windows: readonly string[], last_day = TUESDAY): Promise<string> {
  const draft = { ...draftOf(user, deliverableContacts(windows.length)), last_day, drop_date: '' };
  const { campaign } = await node.as(user).create(draft);
  const contacts = node.connection.collection('contacts');
  for (const [index, window] of windows.entries())
    await contacts.updateOne({ campaignId: campaign.id, seq: index + 1 }, { $set: { window } });
  await node.as(user).execute({ id: campaign.id });
  await forgetJobs(campaign.id);
  return campaign.id;
}

/** Pauses a campaign as after a fault of a provider. */
async function pauseForFault(id: string): Promise<void> {
  const campaign = await node.engine.campaigns.find(id);
  if (campaign === undefined) throw new Error('no campaign');
  await pauseOnFault(node.engine, campaign, { reason: 'The carrier was down', cause: 'other' });
}

/** Expects that a campaign is final, that nothing is held, and what this many calls cost alone is charged. */
async function expectCharged(id: string, delivered: number, of: number): Promise<void> {
  expect(await campaignOf(id)).toMatchObject({
    status: delivered > 0 ? 'Success' : 'Failed',
    delivered,
    failed: of - delivered,
    pending: 0,
    held: 0,
  });
  const available = 20_000 - delivered * 50;
  expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ available, held: 0 });
  sources ??= createAuditSources(node.connection).all.filter(({ name }) => name !== 'invoices');
  expect((await auditOf(node.connection, user.streamId, sources)).differences).toEqual([]);
}

describe('a campaign with a last day', () => {
  it('calls nobody after it in any zone they may be in, ends, and releases what was held', async () => {
    const id = await sending([NEW_YORK, LOS_ANGELES, BOTH_COASTS, NEW_YORK]);
    // 9 PM in New York, 6 PM in Los Angeles.
    until('2027-01-13T02:00:00Z');
    await run(id);
    expect(asked).toEqual([attempt(id, 2)]);
    expect(await runsOf(id)).toBe(0);
    await system.report(attempt(id, 2), 0);
    await settle(id);
    await expectCharged(id, 1, 4);
    expect(await reasonsOf(id)).toEqual([RELEASED, null, RELEASED, RELEASED]);
    expect(await campaignOf(id)).toMatchObject({ last_day: TUESDAY, retryable: 0 });
  });

  it('is called on the last day itself until its hours end', async () => {
    const id = await sending([NEW_YORK]);
    await run(id);
    expect(await campaignOf(id)).toMatchObject({ next_calls: { at: '2027-01-12T14:00:00.000Z' } });
    until('2027-01-13T00:59:00Z');
    await run(id);
    expect(asked).toEqual([attempt(id, 1)]);
  });

  it('releases what the end of the day leaves of a batch', async () => {
    node = await startNode({ drops: { concurrency: 1 } });
    const id = await sending([NEW_YORK, NEW_YORK, NEW_YORK]);
    until('2027-01-13T00:59:00Z');
    beforeEachCall = () => {
      until('2027-01-13T01:00:00Z');
    };
    await run(id);
    expect(asked).toEqual([attempt(id, 1)]);
    await system.report(attempt(id, 1), 0);
    await settle(id);
    await expectCharged(id, 1, 3);
    expect((await reasonsOf(id)).slice(1)).toEqual([RELEASED, RELEASED]);
  });

  it('ends with releases alone when it is resumed after it', async () => {
    const id = await sending([NEW_YORK, LOS_ANGELES]);
    await node.as(user).pause({ id });
    until('2027-01-20T18:00:00Z');
    await node.as(user).resume({ id });
    await run(id);
    await settle(id);
    expect(asked).toEqual([]);
    await expectCharged(id, 0, 2);
  });

  it('waits for the reports of calls that a dead worker may have made, and ends', async () => {
    const dying = await startNode({
      carrier: (real) => ({ ...real, place: () => Promise.resolve({ kind: 'unknown' }) }),
    });
    const id = await sending([NEW_YORK, NEW_YORK]);
    until('2027-01-13T00:59:00Z');
    await run(id, dying);
    await forgetJobs(id);
    until('2027-01-13T02:00:00Z');
    await run(id);
    expect([asked, await runsOf(id)]).toEqual([[], 0]);
    until('2027-01-15T02:00:01Z');
    await settle(id);
    await expectCharged(id, 0, 2);
    expect(await reasonsOf(id)).toEqual(['No report', 'No report']);
  });

  it('is retried until the day is over everywhere, and then refused', async () => {
    const id = await sending([LOS_ANGELES]);
    until('2027-01-12T18:00:00Z');
    await run(id);
    await system.report(attempt(id, 1), 4006);
    await settle(id);
    await expectCharged(id, 0, 1);
    await expect(node.as(user).retryQuote({ id })).resolves.toMatchObject({ calls: 1 });
    until('2027-01-13T11:00:00Z');
    const refused = {
      message: 'The last day of calling was Jan 12, 2027. Duplicate the campaign to call these people again.',
    };
    await expect(node.as(user).retryQuote({ id })).rejects.toMatchObject(refused);
    await expect(node.as(user).retry({ id })).rejects.toMatchObject(refused);
  });

  it('ends too where the wait for calling hours is skipped', async () => {
    node = await startNode({ callingHours: 'skip-waits' });
    const id = await sending([NEW_YORK, LOS_ANGELES, NEW_YORK]);
    // 1 AM on Wednesday in New York, 10 PM on Tuesday in Los Angeles.
    until('2027-01-13T06:00:00Z');
    await run(id);
    expect(asked).toEqual([attempt(id, 2)]);
    await system.report(attempt(id, 2), 0);
    await settle(id);
    await expectCharged(id, 1, 3);
  });
});

describe('a campaign that is paused when its last day is over', () => {
  const scan = () => node.drops.handlers.scan();
  const settleAll = async (id: string) => {
    await scan();
    await settle(id);
  };

  it.each([
    ['by its owner', (id: string) => node.as(user).pause({ id })],
    ['for a fault', (id: string) => pauseForFault(id)],
  ])('%s ends once the day is over everywhere', async (_by, pause) => {
    const id = await sending([NEW_YORK, LOS_ANGELES, BOTH_COASTS]);
    until('2027-01-12T18:00:00Z');
    await pause(id);
    await settleAll(id);
    until('2027-01-13T10:59:00Z');
    await settleAll(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Paused', pending: 3, held: 150 });
    until('2027-01-13T11:00:00Z');
    await settleAll(id);
    await expectCharged(id, 0, 3);
    expect(await reasonsOf(id)).toEqual([RELEASED, RELEASED, RELEASED]);
    expect(asked).toEqual([]);
  });

  it('ends if it never started', async () => {
    const draft = { ...draftOf(user, deliverableContacts(2)), last_day: TUESDAY };
    const { campaign } = await node.as(user).create({ ...draft, drop_date: '2027-01-12T15:00:00Z' });
    await node.as(user).pause({ id: campaign.id });
    until('2027-01-13T11:00:00Z');
    await settleAll(campaign.id);
    await expectCharged(campaign.id, 0, 2);
  });

  it('waits for the reports of the calls that were made, and charges them', async () => {
    const id = await sending([NEW_YORK, LOS_ANGELES]);
    until('2027-01-12T15:00:00Z');
    await run(id);
    await node.as(user).pause({ id });
    until('2027-01-13T11:00:00Z');
    await settleAll(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Paused', failed: 1, held: 100 });
    await system.report(attempt(id, 1), 0);
    await settleAll(id);
    await expectCharged(id, 1, 2);
  });

  it('waits for support if it was restored from a backup', async () => {
    const id = await sending([NEW_YORK]);
    await pauseForFault(id);
    const restoredFrom = clock.now();
    await node.connection
      .collection<{ _id: string }>('campaigns')
      .updateOne({ _id: id }, { $set: { restoredFrom } });
    until('2027-01-13T11:00:00Z');
    await settleAll(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Paused', pending: 1, held: 50 });
  });

  it('ends although a scan died before each of its writes', async () => {
    const id = await sending([NEW_YORK, BOTH_COASTS]);
    await pauseForFault(id);
    until('2027-01-13T11:00:00Z');
    for (let nth = 1; nth <= 12; nth += 1) {
      const interruption = interruptAt(nth, 'before');
      const deps = interrupted(interruption);
      void scanEngine(deps).then(() => settleCampaign(deps, id));
      await Promise.race([interruption.reached, settleAll(id)]);
    }
    await settleAll(id);
    await expectCharged(id, 0, 2);
  });
});

function interrupted(interruption: Interruption): DropsDeps {
  const deps = node.engine;
  return {
    ...deps,
    results: interruption.around(deps.results, ['finishPending', 'markSettled']),
    jobs: interruption.around(deps.jobs, ['settle']),
    settlements: interruption.around(deps.settlements, ['open', 'close']),
    ledger: interruption.around(deps.ledger, ['execute']),
    days: interruption.around(deps.days, ['count']),
    claims: interruption.around(deps.claims, ['erase']),
    campaigns: interruption.around(deps.campaigns, ['finish']),
    statuses: interruption.around(deps.statuses, ['countSettlement']),
  };
}

/** Fail the calls, queue both settlements; open, mark, day, campaign, close; open, release, claims, finish, close. */
const WRITES = Array.from({ length: 13 }, (_, index) => index + 1);

describe.each(['before', 'after'] as const)('when a worker dies %s a write of the end', (when) => {
  it.each(WRITES)('another one releases once, and the first one may resume: write %i', async (nth) => {
    const id = await sending([NEW_YORK, BOTH_COASTS]);
    until('2027-01-13T02:00:00Z');
    const interruption = interruptAt(nth, when);
    const deps = interrupted(interruption);
    const first = runCampaign(deps, id, BUSY).then(() => settleCampaign(deps, id));
    await interruption.reached;

    await run(id);
    await settle(id);
    await expectCharged(id, 0, 2);
    expect(await reasonsOf(id)).toEqual([RELEASED, RELEASED]);

    interruption.resume();
    await first;
    await expectCharged(id, 0, 2);
    expect(asked).toEqual([]);
  });
});

it('what is left is failed with a heartbeat after each batch: the worker keeps its job', async () => {
  const id = await sending([NEW_YORK]);
  until('2027-01-13T06:00:00Z');
  let heartbeats = 0;
  const heartbeat = () => Promise.resolve(void (heartbeats += 1));
  await runCampaign(node.engine, id, { ...BUSY, heartbeat });
  expect(heartbeats).toBeGreaterThan(0);
  expect(await reasonsOf(id)).toEqual([RELEASED]);
});
