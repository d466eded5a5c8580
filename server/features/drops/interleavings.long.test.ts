import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import type { Drop, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ReportRecorder } from './reports/report-recorder.ts';
import { runCampaign } from './run-campaign.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';

const [DELIVERED, BUSY_LINE] = [0, 4006];

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

const run = (id: string, on = node) => on.drops.handlers.runCampaign(id, BUSY);
const settle = (id: string, on = node) => on.drops.handlers.settleCampaign(id);
const reportOf = (id: string, seq: number, code: number, ofRun = 1) =>
  system.report(`${id}-${String(seq)}-${String(ofRun)}`, code);
const statusOf = (id: string) => node.as(user).status({ id });

async function sendingCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

async function placedCampaign(contacts: number): Promise<string> {
  const id = await sendingCampaign(contacts);
  await run(id);
  return id;
}

const statesOf = async (id: string) =>
  (await node.as(user).contacts({ id })).contacts.map(({ status }) => status);

/** A worker that calls `onDrop` before each drop is placed; `maySend` says whether the drop may still be sent. */
function workerWith(
  onDrop: (drop: Drop, nth: number, maySend: () => boolean) => Promise<unknown>,
  drops: NodeOptions['drops'] = {},
): Promise<CampaignNode> {
  let placed = 0;
  const carrier = (real: VoicemailCarrier): VoicemailCarrier => ({
    ...silentCarrier(real),
    async place(drop, maySend = () => true) {
      placed += 1;
      await onDrop(drop, placed, maySend);
      return silentCarrier(real).place(drop);
    },
  });
  return system.startNode({ carrier, drops: { concurrency: 1, ...drops } });
}

/** Stores a report like a process that dies before it schedules the settlement. */
async function recordDelivery(id: string, seq: number): Promise<void> {
  const recorder = new ReportRecorder({ ...node.engine, onRecorded: () => undefined });
  await recorder.record(dropReport({ attemptId: `${id}-${String(seq)}-1` }));
}

async function deleteJobs(id: string): Promise<void> {
  await node.connection.collection('jobs').deleteMany({ 'data.campaignId': id });
}
async function jobsOf(id: string): Promise<string[]> {
  const jobs = await node.connection.collection('jobs').find({ 'data.campaignId': id }).toArray();
  return jobs.map(({ name }) => String(name)).sort();
}

describe('the 202 of the carrier', () => {
  it('recorded after the report changes neither the report nor a retry', async () => {
    const id = await sendingCampaign(1);
    const interruption = interruptAt(1, 'before');
    const calls = interruption.around(node.engine.calls, ['markPlaced']);
    const stop = new AbortController();
    const running = runCampaign({ ...node.engine, calls }, id, { ...BUSY, signal: stop.signal });
    await interruption.reached;
    await reportOf(id, 1, BUSY_LINE);
    await settle(id);
    await node.as(user).retry({ id });

    stop.abort();
    interruption.resume();
    await running;
    expect(await node.engine.results.listBySeq(id, [1])).toMatchObject([{ run: 2, status: 'pending' }]);
  });
});

describe('a pause', () => {
  it('between the claim and the placement calls no contact, and the claim is released', async () => {
    const id = await sendingCampaign(5);
    const interruption = interruptAt(1, 'after');
    const calls = interruption.around(node.engine.calls, ['claim']);
    const running = runCampaign({ ...node.engine, calls, carrier: unusedCarrier() }, id, BUSY);
    await interruption.reached;
    await node.as(user).pause({ id });
    interruption.resume();
    await running;
    expect(await statesOf(id)).toEqual(Array(5).fill('pending'));
    expect(await node.engine.claims.exists(id)).toBe(false);
  });

  it('and a delete while a claim is started for longer than its lease are noticed before its first call', async () => {
    const clock = createTestClock();
    const worker = await system.startNode({ clock });
    const id = await sendingCampaign(5);
    const interruption = interruptAt(1, 'after');
    const callLog = interruption.around(worker.engine.callLog, ['lookUp']);
    const running = runCampaign({ ...worker.engine, callLog, carrier: unusedCarrier() }, id, BUSY);
    await interruption.reached;
    await node.as(user).pause({ id });
    await node.as(user).delete({ id });
    clock.advance(6_000);
    interruption.resume();
    await running;
    await settle(id, worker);
    expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ available: 20_000, held: 0 });
  });

  it('during a batch is noticed before its end', async () => {
    const id = await sendingCampaign(50);
    const worker = await workerWith(async (_drop, nth, maySend) => {
      if (nth !== 3) return;
      await node.as(user).pause({ id });
      await expect.poll(maySend).toBe(false);
    });
    await run(id, worker);
    expect((await statesOf(id)).filter((status) => status === 'sending')).toHaveLength(3);
    expect((await statesOf(id)).filter((status) => status === 'pending')).toHaveLength(47);

    await node.as(user).resume({ id });
    await run(id);
    expect(new Set(await statesOf(id))).toEqual(new Set(['sending']));
  });

  it('that is resumed during a run does not change which contacts are called', async () => {
    const id = await sendingCampaign(30);
    const asked: string[] = [];
    const worker = await workerWith(
      async ({ attemptId }, nth) => {
        asked.push(attemptId);
        if (nth !== 5) return;
        await prefetched(id, 10);
        await node.as(user).pause({ id });
        await node.as(user).resume({ id });
        await run(id);
      },
      { batchSize: 10 },
    );
    await run(id, worker);
    await run(id);
    expect(new Set(await statesOf(id))).toEqual(new Set(['sending']));
    expect(asked.length).toBe(new Set(asked).size);
    expect(asked.length).toBe(20);
  });
});

/** Waits until the next batch is claimed as well and `pending` contacts are left. */
async function prefetched(id: string, pending: number): Promise<void> {
  await expect
    .poll(async () => (await statesOf(id)).filter((status) => status === 'pending').length)
    .toBe(pending);
}

it('a delete while a batch is being placed also releases the credits of calls that are released later', async () => {
  const id = await sendingCampaign(30);
  const worker = await workerWith(
    async (_drop, nth) => {
      if (nth !== 4) return;
      await prefetched(id, 10);
      await node.as(user).pause({ id });
      await expect(node.as(user).delete({ id })).resolves.toMatchObject({ released_credits: 10 * 50 });
    },
    { batchSize: 10 },
  );
  const stop = new AbortController();
  const engine = { ...worker.engine, carrier: stoppingAfter(worker.carrier, 4, stop) };
  await runCampaign(engine, id, { ...BUSY, signal: stop.signal });
  await settle(id);
  // At once, not when the last call is final: only the four calls at the carrier are still held.
  expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ held: 4 * 50 });

  await Promise.all([1, 2, 3, 4].map((seq) => reportOf(id, seq, DELIVERED)));
  await settle(id);
  expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({
    available: 20_000 - 4 * 50,
    held: 0,
  });
  expect(await node.connection.collection('contacts').countDocuments({ campaignId: id })).toBe(0);
});

it('a delete keeps the hold of a delivered call that another settler is about to charge', async () => {
  const id = await placedCampaign(1);
  await node.as(user).pause({ id });
  await node.as(user).delete({ id });
  await recordDelivery(id, 1);
  const looking = interruptAt(1, 'before');
  const finishing = settleCampaign(
    { ...node.engine, results: looking.around(node.engine.results, ['listUnsettled']) },
    id,
  );
  await looking.reached;
  const charging = interruptAt(1, 'before');
  const settling = settleCampaign(
    { ...node.engine, ledger: charging.around(node.engine.ledger, ['execute']) },
    id,
  );
  await charging.reached;
  looking.resume();
  await finishing;
  charging.resume();
  await settling;
  expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ available: 20_000 - 50, held: 0 });
  expect(await node.connection.collection('contacts').countDocuments({ campaignId: id })).toBe(0);
});

describe('a lost job', () => {
  it('that placed calls is scheduled again while some are pending', async () => {
    const id = await sendingCampaign(3);
    await deleteJobs(id);
    await node.drops.handlers.scan();
    expect(await jobsOf(id)).toContain('run-campaign');
  });

  it('that settled is scheduled again while some calls are unsettled', async () => {
    const id = await placedCampaign(3);
    await recordDelivery(id, 1);
    await deleteJobs(id);
    await node.drops.handlers.scan();
    expect(await jobsOf(id)).toEqual(['settle-campaign']);
  });

  it('that finished is scheduled again once all calls are settled', async () => {
    const id = await placedCampaign(1);
    await recordDelivery(id, 1);
    const interruption = interruptAt(1, 'before');
    const campaigns = interruption.around(node.engine.campaigns, ['finish']);
    void settleCampaign({ ...node.engine, campaigns }, id);
    await interruption.reached;
    await deleteJobs(id);
    await node.drops.handlers.scan();
    expect(await jobsOf(id)).toEqual(['settle-campaign']);
    await settle(id);
    expect((await statusOf(id)).status).toBe('Success');
  });

  it('that waited for reports is scheduled again when they are overdue', async () => {
    const clock = createTestClock();
    const late = await system.startNode({ clock, carrier: silentCarrier });
    const id = await sendingCampaign(2);
    await run(id, late);
    await deleteJobs(id);
    clock.advance(21_000);
    await late.drops.handlers.scan();
    expect(await jobsOf(id)).toContain('settle-campaign');
    await settle(id, late);
    expect(await statusOf(id)).toMatchObject({ status: 'Failed', failed: 2 });
  });
});

describe('a schedule that was missed', () => {
  it.each([
    ['by less than a day is sent at once', 23 * HOUR_MS, 'Sending'],
    ['by more than a day is paused', 25 * HOUR_MS, 'Paused'],
  ])('%s', async (_name, late, status) => {
    const clock = createTestClock();
    const worker = await system.startNode({ clock, carrier: silentCarrier });
    const { campaign } = await node
      .as(user)
      .create({ ...draftOf(user, deliverableContacts(2)), drop_date: '' });
    clock.advance(late);
    await deleteJobs(campaign.id);
    await worker.drops.handlers.scan();
    expect(await jobsOf(campaign.id)).toEqual(['start-campaign']);
    await deleteJobs(campaign.id);
    await Promise.all([
      worker.drops.handlers.startCampaign(campaign.id),
      worker.drops.handlers.startCampaign(campaign.id),
    ]);
    if (status === 'Sending') expect(await jobsOf(campaign.id)).toContain('run-campaign');
    await run(campaign.id, worker);
    expect((await statusOf(campaign.id)).status).toBe(status);
    const called = status === 'Sending' ? 'sending' : 'pending';
    expect(await statesOf(campaign.id)).toEqual([called, called]);
  });
});

/** A carrier that must not be called. */
function unusedCarrier(): VoicemailCarrier {
  return { ...node.carrier, place: () => Promise.reject(new Error('no call is expected')) };
}

/** Stops the worker once so many drops are placed, like a lost lease or a shutdown. */
function stoppingAfter(carrier: VoicemailCarrier, drops: number, stop: AbortController): VoicemailCarrier {
  let placed = 0;
  return {
    ...carrier,
    async place(drop) {
      const placement = await carrier.place(drop);
      placed += 1;
      if (placed === drops) stop.abort();
      return placement;
    },
  };
}
