import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const [NEW_YORK, CHICAGO, LOS_ANGELES] = ['America/New_York', 'America/Chicago', 'America/Los_Angeles'];
const BOTH_COASTS = `${LOS_ANGELES},${NEW_YORK}`;
/** A Tuesday in winter, 5 AM in New York. */
const NIGHT = new Date('2027-01-12T10:00:00Z');

let system: TestSystem;
let user: SignedInUser;
let clock: TestClock;
let node: CampaignNode;
/** The attempts that the carrier was asked to place, in order, and what happens before each. */
let asked: string[];
let beforeEachCall: () => void | Promise<void>;

const enforcing = (options: NodeOptions = {}) =>
  system.startNode({
    clock,
    callingHours: 'enforce',
    carrier: (real) => ({
      ...real,
      async place(drop, signal) {
        await beforeEachCall();
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
  node = await enforcing();
  user = await node.subscriber('dominate');
});

afterAll(() => system.stop());

const run = (id: string, on = node) => on.drops.handlers.runCampaign(id, BUSY);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;
const until = (time: string) => clock.advance(new Date(time).getTime() - clock.now().getTime());
const runsOf = (id: string) =>
  node.connection
    .collection('jobs')
    .find({ name: 'run-campaign', 'data.campaignId': id })
    .map(({ nextRunAt }) => (nextRunAt as Date).toISOString())
    .toArray();

/** A campaign whose contacts are in these window classes, in order. */
async function sending(windows: readonly (string | undefined)[], hours = {}): Promise<string> {
  const draft = { ...draftOf(user, deliverableContacts(windows.length)), ...hours, drop_date: '' };
  const { campaign } = await node.as(user).create(draft);
  const contacts = node.connection.collection('contacts');
  for (const [index, window] of windows.entries())
    await contacts.updateOne(
      { campaignId: campaign.id, seq: index + 1 },
      window === undefined ? { $unset: { window: 1 } } : { $set: { window } },
    );
  await node.as(user).execute({ id: campaign.id });
  await node.connection.collection('jobs').deleteMany({ 'data.campaignId': campaign.id });
  return campaign.id;
}

const attempts = (id: string, ...seqs: number[]) => seqs.map((seq) => `${id}-${String(seq)}-1`);

describe('a campaign with contacts in several time zones', () => {
  it('calls each class from its opening on, and sleeps until the next one', async () => {
    const id = await sending([LOS_ANGELES, NEW_YORK, CHICAGO, NEW_YORK, BOTH_COASTS]);
    await run(id);
    expect(asked).toEqual([]);
    expect(await runsOf(id)).toEqual(['2027-01-12T14:00:00.000Z']);
    expect(await campaignOf(id)).toMatchObject({
      status: 'Sending',
      status_message: 'Sending · 0 of 5 delivered · next calls at 9:00 AM Eastern',
      next_calls: { at: '2027-01-12T14:00:00.000Z', zone: NEW_YORK },
    });

    until('2027-01-12T14:00:00Z');
    await run(id);
    expect(asked).toEqual(attempts(id, 2, 4));
    expect(await campaignOf(id)).toMatchObject({ next_calls: { at: '2027-01-12T15:00:00.000Z' } });
    until('2027-01-12T15:00:00Z');
    await run(id);
    expect(asked).toEqual(attempts(id, 2, 4, 3));
    until('2027-01-12T17:00:00Z');
    await run(id);
    expect(asked.slice(3).sort()).toEqual(attempts(id, 1, 5));
    expect(await campaignOf(id)).toMatchObject({
      next_calls: null,
      status_message: 'Sending · 0 of 5 delivered',
    });
  });

  it('goes on after an outage of less than a day, and is paused after a longer one', async () => {
    const asleep = async () => {
      const id = await sending([NEW_YORK]);
      await run(id);
      return id;
    };
    const [soon, late] = [await asleep(), await asleep()];
    until('2027-01-13T13:59:00Z');
    await run(soon);
    expect(asked).toEqual([]);
    until('2027-01-13T14:00:00Z');
    await run(soon);
    expect(asked).toEqual(attempts(soon, 1));
    until('2027-01-14T15:00:00Z');
    await run(late);
    expect(asked).toEqual(attempts(soon, 1));
    expect(await campaignOf(late)).toMatchObject({
      status: 'Paused',
      status_message: expect.stringContaining('more than a day ago') as unknown,
    });
    await node.as(user).resume({ id: late });
    await run(late);
    expect(asked).toEqual([...attempts(soon, 1), ...attempts(late, 1)]);
  });

  it('claims nothing shortly before closing, and goes on the next day', async () => {
    const id = await sending([NEW_YORK]);
    until('2027-01-13T00:59:55Z');
    await run(id);
    expect(asked).toEqual([]);
    expect(await runsOf(id)).toEqual(['2027-01-13T14:00:00.000Z']);
  });

  it('releases what was not placed at closing time, and no run counts the carrier as down', async () => {
    node = await enforcing({ drops: { concurrency: 1 } });
    const id = await sending([NEW_YORK, NEW_YORK, NEW_YORK, CHICAGO]);
    until('2027-01-13T00:59:00Z');
    beforeEachCall = () => {
      if (asked.length === 1) until('2027-01-13T01:00:00Z');
    };
    await run(id);
    expect(asked).toEqual(attempts(id, 1, 2, 4));
    expect(await runsOf(id)).toEqual(['2027-01-13T14:00:00.000Z']);
    expect(await node.engine.calls.has(id, ['claimed'])).toBe(false);
    expect((await node.stores.campaigns.find(id))?.carrierDownSince).toBeUndefined();
  });

  it('uses the clock of each moment: one that is set back closes what was open', async () => {
    node = await enforcing({ drops: { concurrency: 1 } });
    const id = await sending([NEW_YORK, NEW_YORK, NEW_YORK]);
    until('2027-01-12T14:00:00Z');
    beforeEachCall = () => {
      if (asked.length === 0) clock.advance(-2 * HOUR_MS);
    };
    await run(id);
    expect(asked).toEqual(attempts(id, 1));
    expect(await runsOf(id)).toEqual(['2027-01-12T14:00:00.000Z']);
  });

  it('gives contacts of earlier versions a class', async () => {
    const id = await sending([undefined, NEW_YORK, undefined]);
    await run(id);
    expect(await node.engine.calls.listWindows(id)).not.toContain(null);
    until('2027-01-12T23:00:00Z');
    await run(id);
    expect(asked.sort()).toEqual(attempts(id, 1, 2, 3));
  });

  it('fails contacts that have no calling hours and releases their credits', async () => {
    const id = await sending([BOTH_COASTS, NEW_YORK, BOTH_COASTS], {
      calling_hours: { from: '09:00', to: '11:00', days: [1, 2, 3, 4, 5] },
    });
    await run(id);
    until('2027-01-12T14:00:00Z');
    await run(id);
    expect(asked).toEqual(attempts(id, 2));
    await system.report(attempts(id, 2)[0] ?? '', 0);
    await node.drops.handlers.settleCampaign(id);
    expect(await campaignOf(id)).toMatchObject({
      status: 'Success',
      delivered: 1,
      failed: 2,
      retryable: 0,
      held: 0,
    });
    const { contacts } = await node.as(user).contacts({ id });
    expect(contacts.map(({ reason }) => reason)).toEqual(['no calling hours', null, 'no calling hours']);
  });
});

describe('a sleeping campaign', () => {
  it('is not finished, woken early or lost by the scan', async () => {
    const id = await sending([NEW_YORK]);
    await run(id);
    await node.drops.handlers.scan();
    await node.drops.handlers.settleCampaign(id);
    await node.as(user).execute({ id });
    expect(await runsOf(id)).toEqual(['2027-01-12T14:00:00.000Z']);
    expect(await campaignOf(id)).toMatchObject({ status: 'Sending', pending: 1 });

    const jobs = node.connection.collection('jobs');
    await jobs.deleteMany({ 'data.campaignId': id });
    await node.drops.handlers.scan();
    expect(await runsOf(id)).toEqual(['2027-01-12T14:00:00.000Z']);

    await jobs.deleteMany({ 'data.campaignId': id });
    until('2027-01-12T14:00:10Z');
    await node.drops.handlers.scan();
    expect(await runsOf(id)).toEqual(['2027-01-12T14:00:10.000Z']);
  });

  it('is woken by the scan once a clock that was ahead is corrected', async () => {
    const id = await sending([NEW_YORK]);
    clock.advance(16 * HOUR_MS);
    await run(id);
    expect(await runsOf(id)).toEqual(['2027-01-13T14:00:00.000Z']);
    until('2027-01-12T15:00:00Z');
    await node.drops.handlers.scan();
    expect((await runsOf(id)).sort()).toEqual(['2027-01-12T15:00:00.000Z', '2027-01-13T14:00:00.000Z']);
    await run(id);
    expect(asked).toEqual(attempts(id, 1));
  });

  it('obeys the hours when it is paused and resumed, and says nothing of next calls while paused', async () => {
    const id = await sending([NEW_YORK]);
    await run(id);
    await node.as(user).pause({ id });
    expect(await campaignOf(id)).toMatchObject({
      next_calls: null,
      status_message: 'Paused · 0 of 1 delivered',
    });
    await node.as(user).resume({ id });
    await run(id);
    expect(asked).toEqual([]);
    expect(await campaignOf(id)).toMatchObject({ next_calls: { zone: NEW_YORK } });
  });

  it('forgets an outage of the carrier of the evening before', async () => {
    const refusing = await enforcing({
      carrier: (real) => ({ ...real, place: () => Promise.resolve({ kind: 'unavailable', code: '503' }) }),
    });
    const id = await sending([NEW_YORK]);
    until('2027-01-13T00:58:00Z');
    await run(id, refusing);
    expect((await node.stores.campaigns.find(id))?.carrierDownSince).toBeDefined();
    until('2027-01-13T02:00:00Z');
    await run(id, refusing);
    until('2027-01-13T14:00:00Z');
    await run(id, refusing);
    expect((await campaignOf(id)).status).toBe('Sending');
  });
});

describe('calls of a dead worker that may be at the carrier', () => {
  /** Dies with the calls claimed and an unknown result. */
  async function leftBehind(): Promise<string> {
    const dying = await enforcing({
      carrier: (real) => ({ ...real, place: () => Promise.resolve({ kind: 'unknown' }) }),
    });
    const id = await sending([NEW_YORK, NEW_YORK]);
    until('2027-01-13T00:59:00Z');
    await run(id, dying);
    // The next run is not the one that the dead worker has queued.
    await node.connection.collection('jobs').deleteMany({ 'data.campaignId': id });
    return id;
  }

  it('are placed again under their keys from the next opening on', async () => {
    const id = await leftBehind();
    until('2027-01-13T01:00:00Z');
    await run(id);
    expect(asked).toEqual([]);
    expect(await runsOf(id)).toContain('2027-01-13T14:00:00.000Z');
    await node.drops.handlers.scan();
    await run(id);
    expect(asked).toEqual([]);
    until('2027-01-13T14:00:00Z');
    await run(id);
    expect(asked.sort()).toEqual(attempts(id, 1, 2));
  });

  it('wait for their reports if the keys expire before the next opening', async () => {
    const id = await leftBehind();
    await node.connection
      .collection('campaigns')
      .updateOne({ _id: id as never }, { $set: { callingHours: { from: '09:00', to: '20:00', days: [2] } } });
    until('2027-01-13T01:00:00Z');
    await run(id);
    expect(await runsOf(id)).toContain('2027-01-13T23:59:00.000Z');
    until('2027-01-13T23:59:30Z');
    await run(id);
    until('2027-01-16T02:00:00Z');
    await node.drops.handlers.settleCampaign(id);
    expect(asked).toEqual([]);
    expect(await campaignOf(id)).toMatchObject({ status: 'Failed', failed: 2, retryable: 0 });
  });
});

it('with the wait skipped, contacts are called at once and the calls outside their hours are marked', async () => {
  node = await enforcing({ callingHours: 'skip-waits' });
  const id = await sending([NEW_YORK, LOS_ANGELES]);
  until('2027-01-12T14:30:00Z');
  await run(id);
  expect(asked.sort()).toEqual(attempts(id, 1, 2));
  const contacts = await node.connection
    .collection('contacts')
    .find({ campaignId: id })
    .sort({ seq: 1 })
    .toArray();
  expect(contacts.map((contact) => contact['outsideHours'] as unknown)).toEqual([undefined, true]);
});
