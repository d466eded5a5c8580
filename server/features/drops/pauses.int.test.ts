import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { Placement, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ReportRecorder } from './reports/report-recorder.ts';
import { runCampaign } from './run-campaign.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';

const [DELIVERED, NO_FUNDS, MAILBOX_FULL, DENIED] = [0, 3000, 4002, 6000];
const FUNDS_TEXT = 'The carrier account has no funds';

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;
/** The response of the carrier; by default it accepts every call and reports nothing. */
let response: Placement | undefined;

const respondingCarrier = (real: VoicemailCarrier): VoicemailCarrier => ({
  ...real,
  place: (drop) => (response === undefined ? silentCarrier(real).place(drop) : Promise.resolve(response)),
});

beforeAll(async () => {
  system = await startTestSystem();
  clock = createTestClock();
  node = await system.startNode({ clock, carrier: respondingCarrier, drops: { retryDelaysMs: [] } });
});

beforeEach(async () => {
  response = undefined;
  user = await node.subscriber('dominate');
});

afterAll(() => system.stop());

const run = (id: string, on = node) => on.drops.handlers.runCampaign(id, BUSY);
const settle = (id: string, on = node) => on.drops.handlers.settleCampaign(id);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;

async function sendingCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

/** A report that the account has no funds. */
const noFunds = (attemptId: string) =>
  dropReport({
    attemptId,
    outcome: 'failed',
    code: String(NO_FUNDS),
    reason: FUNDS_TEXT,
    accountFault: true,
    reportedAt: clock.now(),
  });

/** Reports the calls `first` to `last` of the first run. */
const report = (id: string, code: number, first: number, last: number) =>
  Promise.all(
    Array.from({ length: last - first + 1 }, (_, index) =>
      system.report(`${id}-${String(first + index)}-1`, code),
    ),
  );

async function noticesOf(id: string): Promise<string[]> {
  const jobs = node.connection.collection('jobs').find({ name: 'notify-owner', 'data.campaignId': id });
  return (await jobs.toArray()).map(({ name }) => String(name));
}

describe('a report that the account has no funds', () => {
  it('pauses the campaign once, with the reason, and the call stays retryable', async () => {
    const small = { clock, carrier: respondingCarrier, drops: { batchSize: 5, concurrency: 1 } };
    const [first, second] = [await system.startNode(small), await system.startNode(small)];
    const id = await sendingCampaign(20);
    await run(id, first);
    const recorders = [first, second].map(
      ({ engine }) => new ReportRecorder({ ...engine, onRecorded: () => undefined }),
    );
    const fault = (seq: number) => noFunds(`${id}-${String(seq)}-1`);
    await Promise.all(recorders.map((recorder, index) => recorder.record(fault(index + 1))));

    expect(await campaignOf(id)).toMatchObject({
      status: 'Paused',
      status_message: `Paused · ${FUNDS_TEXT} · 0 of 20 delivered`,
    });
    expect(await noticesOf(id)).toHaveLength(1);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ failed: 2, retryable: 2, held: 20 * 30 });
  });

  it('does not pause a resumed campaign for calls placed before', async () => {
    const id = await sendingCampaign(4);
    await run(id);
    await report(id, NO_FUNDS, 1, 1);
    expect((await campaignOf(id)).status).toBe('Paused');

    await node.as(user).resume({ id });
    await report(id, NO_FUNDS, 2, 3);
    expect(await campaignOf(id)).toMatchObject({
      status: 'Sending',
      status_message: 'Sending · 0 of 4 delivered',
    });
    await report(id, DELIVERED, 4, 4);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 3, retryable: 3 });
  });

  it('pauses again if a call placed after the resume fails as well', async () => {
    const small = await system.startNode({
      clock,
      carrier: respondingCarrier,
      drops: { batchSize: 2, concurrency: 1 },
    });
    const id = await sendingCampaign(4);
    await small.drops.handlers.runCampaign(id, {
      ...BUSY,
      heartbeat: () => report(id, NO_FUNDS, 1, 1).then(),
    });
    expect(await campaignOf(id)).toMatchObject({ status: 'Paused' });
    await node.as(user).resume({ id });
    await run(id);
    await report(id, NO_FUNDS, 3, 3);
    expect(await campaignOf(id)).toMatchObject({ status: 'Paused' });
  });

  it('pauses the campaign even if the process dies before the report is stored', async () => {
    const id = await sendingCampaign(3);
    await run(id);
    const interruption = interruptAt(1, 'before');
    const results = interruption.around(node.engine.results, ['report']);
    const dying = new ReportRecorder({ ...node.engine, results, onRecorded: () => undefined });
    void dying.record(noFunds(`${id}-1-1`));
    await interruption.reached;
    expect((await campaignOf(id)).status).toBe('Paused');
    interruption.resume();
  });
});

describe('a carrier that refuses the account', () => {
  it('is not called again; refused calls are pending, and resuming places them', async () => {
    const refusal = { kind: 'unavailable', code: '402', accountFault: FUNDS_TEXT } as const;
    let asked = 0;
    const counted = await system.startNode({
      clock,
      carrier: (real) => ({
        ...real,
        place() {
          asked += 1;
          return Promise.resolve(refusal);
        },
      }),
      drops: { concurrency: 2 },
    });
    const id = await sendingCampaign(30);
    await Promise.all([run(id, counted), run(id, counted)]);

    // Once per concurrent call: two runs with two calls each.
    expect(asked).toBeLessThanOrEqual(4);
    expect(await campaignOf(id)).toMatchObject({
      status: 'Paused',
      status_message: `Paused · ${FUNDS_TEXT} · 0 of 30 delivered`,
      failed: 0,
    });
    expect(await noticesOf(id)).toHaveLength(1);
    const { contacts } = await node.as(user).contacts({ id });
    expect(contacts.filter(({ status }) => status === 'pending')).toHaveLength(30);

    await node.as(user).resume({ id });
    await run(id);
    await report(id, DELIVERED, 1, 30);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 30, held: 0 });
  });

  it('pauses also a campaign that was resumed since its calls were claimed', async () => {
    const id = await sendingCampaign(1);
    response = { kind: 'unavailable', code: '402', accountFault: FUNDS_TEXT };
    const claimed = interruptAt(1, 'after');
    const calls = claimed.around(node.engine.calls, ['claim']);
    const running = runCampaign({ ...node.engine, calls }, id, BUSY);
    await claimed.reached;
    await node.as(user).pause({ id });
    await node.as(user).resume({ id });
    claimed.resume();
    await running;
    expect(await campaignOf(id)).toMatchObject({
      status: 'Paused',
      status_message: `Paused · ${FUNDS_TEXT} · 0 of 1 delivered`,
    });
  });
});

describe('a carrier that does not respond', () => {
  it('is retried during a short outage, and pauses the campaign during a long one', async () => {
    response = { kind: 'unavailable', code: '503' };
    const id = await sendingCampaign(40);
    await run(id);
    expect((await campaignOf(id)).status).toBe('Sending');
    clock.advance(9 * MINUTE_MS);
    await run(id);
    expect((await campaignOf(id)).status).toBe('Sending');
    clock.advance(MINUTE_MS);
    await Promise.all([run(id), run(id)]);
    expect(await campaignOf(id)).toMatchObject({
      status: 'Paused',
      status_message: 'Paused · The carrier has accepted no calls for 10 minutes · 0 of 40 delivered',
    });
    expect(await noticesOf(id)).toHaveLength(1);

    await node.as(user).resume({ id });
    clock.advance(MINUTE_MS);
    await run(id);
    expect((await campaignOf(id)).status).toBe('Sending');
    response = undefined;
    clock.advance(MINUTE_MS);
    await run(id);
    await report(id, DELIVERED, 1, 40);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 40 });
  });

  it('counts the outage anew after it has responded', async () => {
    response = { kind: 'unknown' };
    const id = await sendingCampaign(3);
    await run(id);
    clock.advance(9 * MINUTE_MS);
    let taken = 0;
    const halfway = await system.startNode({
      clock,
      drops: { retryDelaysMs: [], concurrency: 1 },
      carrier: (real) => ({
        ...real,
        place: (drop) =>
          taken++ === 0 ? silentCarrier(real).place(drop) : respondingCarrier(real).place(drop),
      }),
    });
    await run(id, halfway);
    clock.advance(9 * MINUTE_MS);
    await run(id);
    expect((await campaignOf(id)).status).toBe('Sending');
    clock.advance(10 * MINUTE_MS);
    await run(id);
    expect((await campaignOf(id)).status).toBe('Paused');
  });

  it('to a few calls only does not delay the others', async () => {
    const stubborn = await system.startNode({
      clock,
      drops: { retryDelaysMs: [], batchSize: 5 },
      carrier: (real) => ({
        ...real,
        place: (drop) =>
          drop.attemptId.endsWith('-1-1')
            ? Promise.resolve({ kind: 'unknown' })
            : silentCarrier(real).place(drop),
      }),
    });
    const id = await sendingCampaign(12);
    await run(id, stubborn);
    expect(await node.engine.calls.has(id, ['pending'])).toBe(false);
    expect(await node.engine.calls.has(id, ['claimed'])).toBe(true);
  });
});

describe('a high rate of calls that fail through no fault of the number', () => {
  /** One batch of 60 is placed, then the worker stops. */
  async function partlyPlaced(contacts: number): Promise<string> {
    const id = await sendingCampaign(contacts);
    const drops = { batchSize: 60, claimLeaseMs: 60 * MINUTE_MS };
    const batch = await system.startNode({ clock, carrier: respondingCarrier, drops });
    const stop = new AbortController();
    await batch.drops.handlers.runCampaign(id, {
      signal: stop.signal,
      heartbeat: () => {
        stop.abort();
        return Promise.resolve();
      },
    });
    return id;
  }

  it('pauses the campaign with the reason when several workers settle', async () => {
    const id = await partlyPlaced(70);
    await report(id, DENIED, 1, 40);
    await report(id, DELIVERED, 41, 60);
    await Promise.all([settleCampaign(node.engine, id), settleCampaign(node.engine, id)]);
    expect(await campaignOf(id)).toMatchObject({
      status: 'Paused',
      delivered: 20,
      failed: 40,
      status_message:
        'Paused · 40 of the last 60 calls failed: The carrier denied the call · 20 of 70 delivered',
    });
    expect(await noticesOf(id)).toHaveLength(1);

    // Calls before the resume do not count.
    await node.as(user).resume({ id });
    await run(id);
    await report(id, DENIED, 61, 69);
    await settle(id);
    expect((await campaignOf(id)).status).toBe('Sending');
    await report(id, DELIVERED, 70, 70);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 21, failed: 49, held: 0 });
  });

  it('does not count calls before a resume', async () => {
    const id = await partlyPlaced(70);
    await node.as(user).pause({ id });
    await node.as(user).resume({ id });
    await report(id, DENIED, 1, 60);
    await settle(id);
    expect((await campaignOf(id)).status).toBe('Sending');
  });

  it('is computed over several small settlements', async () => {
    const id = await partlyPlaced(70);
    for (const first of [1, 11, 21, 31, 41]) {
      expect((await campaignOf(id)).status).toBe('Sending');
      await report(id, DENIED, first, first + 9);
      await settle(id);
    }
    expect((await campaignOf(id)).status).toBe('Paused');
  });

  it('pauses the campaign when another worker finishes an open settlement', async () => {
    const id = await partlyPlaced(70);
    await report(id, DENIED, 1, 60);
    const interruption = interruptAt(1, 'after');
    const settlements = interruption.around(node.engine.settlements, ['open']);
    void settleCampaign({ ...node.engine, settlements }, id);
    await interruption.reached;
    await settle(id);
    expect((await campaignOf(id)).status).toBe('Paused');
    interruption.resume();
  });

  it('does not pause if the numbers are at fault, or if no call is left', async () => {
    const id = await partlyPlaced(70);
    await report(id, MAILBOX_FULL, 1, 60);
    await settle(id);
    expect((await campaignOf(id)).status).toBe('Sending');

    const small = await sendingCampaign(60);
    await run(small);
    await report(small, DENIED, 1, 60);
    await settle(small);
    expect(await campaignOf(small)).toMatchObject({ status: 'Failed', failed: 60, retryable: 60 });
  });

  it('includes calls that the carrier refused when they were placed', async () => {
    response = { kind: 'rejected', code: '422', reason: 'No such phone line' };
    const id = await partlyPlaced(70);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({
      status: 'Paused',
      status_message: 'Paused · 60 of the last 60 calls failed: No such phone line · 0 of 70 delivered',
    });
  });
});
