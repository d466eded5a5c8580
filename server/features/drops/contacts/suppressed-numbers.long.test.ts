import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { ReportRecorder } from '#server/features/drops/reports/report-recorder.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';

const PATIENT = { timeout: 25_000, interval: 50 };
const [DELIVERED, BUSY_LINE, DO_NOT_CALL] = [0, 4006, 4016];

let system: TestSystem;
let node: CampaignNode;
let silent: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  silent = await system.startNode({ carrier: silentCarrier });
});

afterAll(() => system.stop());

/** A campaign that is Sending and of which nothing is placed yet. */
async function begun(user: SignedInUser, contacts = deliverableContacts(3)): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, contacts));
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

const run = (by: CampaignNode, id: string) => by.drops.handlers.runCampaign(id, BUSY);
const settle = (id: string) => node.drops.handlers.settleCampaign(id);
const report = (id: string, seq: number, code: number, attempt = 1) =>
  system.report(`${id}-${String(seq)}-${String(attempt)}`, code);
const listed = async (user: SignedInUser) => (await node.listOf(user).list({})).numbers;
const balance = (user: SignedInUser) => node.credits.ledger.balance(user.streamId);

async function callsOf(user: SignedInUser, id: string): Promise<(string | null)[][]> {
  const { contacts } = await node.as(user).contacts({ id });
  return contacts.map(({ status, reason }) => [status, reason]);
}

describe('a number that is added to the do-not-call list after a campaign was created', () => {
  it('is skipped, never placed, and costs nothing', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user);
    await node.listOf(user).add({ phone: '+1 (202) 555-1001' });
    await run(node, id);
    await expect
      .poll(async () => (await callsOf(user, id)).filter(([status]) => status === 'success'), PATIENT)
      .toHaveLength(2);
    await settle(id);

    expect(await callsOf(user, id)).toEqual([
      ['success', null],
      ['failed', 'suppressed'],
      ['success', null],
    ]);
    expect([...(await system.calls(id)).keys()].sort()).toEqual(['12025551000', '12025551002']);
    await expect(node.as(user).get({ id })).resolves.toMatchObject({
      campaign: { status: 'Success', delivered: 2, failed: 1, pending: 0, retryable: 0, held: 0 },
    });
    expect(await balance(user)).toMatchObject({ available: 19_900, held: 0 });
  });

  it('finishes a campaign in which all numbers are suppressed', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user);
    await node.listOf(user).importBatch({ phones: ['12025551000', '12025551001', '12025551002'] });
    await run(silent, id);
    await settle(id);
    expect(await callsOf(user, id)).toEqual(Array(3).fill(['failed', 'suppressed']));
    await expect(node.as(user).status({ id })).resolves.toMatchObject({
      status: 'Failed',
      failed: 3,
      pending: 0,
    });
    expect(await balance(user)).toMatchObject({ available: 20_000, held: 0 });
    await expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is not called once it is added while its batch is being placed', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user, deliverableContacts(20));
    const [third, held] = [deferred(), deferred()];
    const placed: string[] = [];
    const slow = await system.startNode({
      drops: { concurrency: 1 },
      carrier: (real) => ({
        ...real,
        async place(drop, signal) {
          placed.push(drop.to);
          if (placed.length === 3) {
            third.resolve();
            await held.promise;
          }
          return silentCarrier(real).place(drop, signal);
        },
      }),
    });
    const running = run(slow, id);
    await third.promise;
    await node
      .listOf(user)
      .importBatch({ phones: deliverableContacts(20).map((to) => to.recommended_phone) });
    // A check that begins after the response of the import.
    const checks = vi.spyOn(slow.engine.doNotCall, 'among');
    await expect.poll(() => checks.mock.settledResults[0]?.type, PATIENT).toBe('fulfilled');
    held.resolve();
    await running;
    await run(slow, id);

    expect(placed).toHaveLength(3);
    expect(await callsOf(user, id)).toEqual([
      ...Array<(string | null)[]>(3).fill(['sending', null]),
      ...Array<string[]>(17).fill(['failed', 'suppressed']),
    ]);
  });

  it('of one user is called for another', async () => {
    const [user, other] = [await node.subscriber('launch'), await node.subscriber('launch')];
    await node.listOf(other).add({ phone: '2025551000' });
    const id = await begun(user, deliverableContacts(1));
    await run(silent, id);
    expect(await callsOf(user, id)).toEqual([['sending', null]]);
  });

  it('is skipped once by two concurrent workers', async () => {
    const user = await node.subscriber('launch');
    const phones = deliverableContacts(120).map(({ recommended_phone: phone }) => phone);
    const id = await begun(user, deliverableContacts(120));
    await node.listOf(user).importBatch({ phones: phones.filter((_, index) => index % 3 === 0) });
    const small = { drops: { batchSize: 7, concurrency: 4 } };
    const workers = [await system.startNode(small), await system.startNode(small)];
    await Promise.all(workers.map((worker) => run(worker, id)));
    await expect
      .poll(async () => {
        await settle(id);
        return (await node.as(user).status({ id })).status;
      }, PATIENT)
      .toBe('Success');
    await expect(node.as(user).status({ id })).resolves.toMatchObject({
      delivered: 80,
      failed: 40,
      pending: 0,
    });
    const calls = [...(await system.calls(id)).values()];
    expect(calls.map(({ deliveries }) => deliveries)).toEqual(Array(80).fill(1));
    expect(await balance(user)).toMatchObject({ available: 16_000, held: 0 });
  });

  it.each(['before', 'after'] as const)(
    'is skipped by the next worker when the first dies %s it',
    async (when) => {
      const user = await node.subscriber('launch');
      const id = await begun(user);
      await node.listOf(user).add({ phone: '2025551000' });
      const death = interruptAt(1, when);
      const dying: DropsDeps = {
        ...silent.engine,
        results: death.around(silent.engine.results, ['finishPending']),
      };
      void runCampaign(dying, id, BUSY);
      await death.reached;
      await run(silent, id);
      expect(await callsOf(user, id)).toEqual([
        ['failed', 'suppressed'],
        ['sending', null],
        ['sending', null],
      ]);
      await Promise.all([report(id, 2, DELIVERED), report(id, 3, DELIVERED)]);
      await settle(id);
      expect(await balance(user)).toMatchObject({ available: 19_900, held: 0 });
    },
  );

  it('that is added while its message is being spoken is skipped in the next round', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user, deliverableContacts(2));
    const slow = await system.startNode({
      carrier: silentCarrier,
      speech: (real) => ({
        ...real,
        async speak(voice, text) {
          await node.listOf(user).add({ phone: '2025551000' });
          return real.speak(voice, text);
        },
      }),
    });
    await run(slow, id);
    expect(await callsOf(user, id)).toEqual([
      ['failed', 'suppressed'],
      ['sending', null],
    ]);
  });

  it('that is added after the claim of a dead worker is not placed by its successor', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user, deliverableContacts(2));
    const stuck = await system.startNode({
      carrier: (real) => ({ ...real, place: () => new Promise(() => undefined) }),
    });
    void run(stuck, id);
    await expect.poll(() => callsOf(user, id), PATIENT).toEqual(Array(2).fill(['sending', null]));
    await node.listOf(user).add({ phone: '2025551000' });

    const clock = createTestClock();
    clock.advance(60_000);
    const successor = await system.startNode({ clock });
    await run(successor, id);
    await expect
      .poll(() => callsOf(user, id), PATIENT)
      .toEqual([
        ['sending', null],
        ['success', null],
      ]);
    expect([...(await system.calls(id)).keys()]).toEqual(['12025551001']);
    clock.advance(60_000);
    await successor.drops.handlers.settleCampaign(id);
    expect(await callsOf(user, id)).toEqual([
      ['failed', 'No report'],
      ['success', null],
    ]);
    expect(await balance(user)).toMatchObject({ available: 19_950, held: 0 });
  });
});

describe('a do-not-call report', () => {
  it('adds the number to the list with the campaign name, so that the next campaign does not call it', async () => {
    const user = await node.subscriber('launch');
    const first = await begun(user, [contactEnding('0007'), contactEnding('1000')]);
    await run(node, first);
    await expect
      .poll(() => callsOf(user, first), PATIENT)
      .toEqual([
        ['failed', 'Do not call'],
        ['success', null],
      ]);
    await settle(first);
    const { campaign } = await node.as(user).get({ id: first });
    const { name } = campaign;
    expect(campaign).toMatchObject({ failed: 1, retryable: 0 });
    expect(await listed(user)).toMatchObject([
      { phone: '12025550007', source: 'carrier report', campaign_name: name },
    ]);
    const contacts = [contactEnding('0007'), contactEnding('1001')];
    const { campaign: second, skipped } = await node.as(user).create(draftOf(user, contacts));
    expect(second.total).toBe(1);
    expect(skipped).toEqual([{ reason: 'do not call', count: 1 }]);
  });

  it('that comes twice, from two campaigns at once, adds one number', async () => {
    const user = await node.subscriber('launch');
    const [first, second] = [await begun(user), await begun(user)];
    await Promise.all([run(silent, first), run(silent, second)]);
    await Promise.all([first, first, second].map((id) => report(id, 1, DO_NOT_CALL)));
    expect((await listed(user)).map(({ phone }) => phone)).toEqual(['12025551000']);
    expect((await callsOf(user, second))[0]).toEqual(['failed', 'Do not call']);
  });

  it('about a call that had failed for another reason adds the number all the same', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user);
    await run(silent, id);
    await report(id, 1, BUSY_LINE);
    await report(id, 1, DO_NOT_CALL);
    expect((await callsOf(user, id))[0]).toEqual(['failed', 'Busy']);
    expect((await listed(user)).map(({ phone }) => phone)).toEqual(['12025551000']);
    expect(await system.report(`${id}-9-1`, DO_NOT_CALL)).toBe(404);
    expect(await listed(user)).toHaveLength(1);
  });

  it('is on the list before its call is final: a crash in between loses neither', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user, deliverableContacts(1));
    await run(silent, id);
    const death = interruptAt(1, 'before');
    const { results } = silent.engine;
    const recorder = new ReportRecorder({
      ...silent.engine,
      results: death.around(results, ['report']),
      onRecorded: () => undefined,
    });
    void recorder.record(doNotCallReport(`${id}-1-1`));
    await death.reached;
    expect(await listed(user)).toHaveLength(1);
    expect(await callsOf(user, id)).toEqual([['sending', null]]);

    expect(await report(id, 1, DO_NOT_CALL)).toBe(200);
    await settle(id);
    expect(await callsOf(user, id)).toEqual([['failed', 'Do not call']]);
    expect(await listed(user)).toHaveLength(1);
    expect(await balance(user)).toMatchObject({ available: 20_000, held: 0 });
  });

  it('whose number cannot be added is not recorded', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user, deliverableContacts(1));
    await run(silent, id);
    const recorder = new ReportRecorder({
      ...silent.engine,
      doNotCall: { addReported: () => Promise.reject(new Error('no database')) },
      onRecorded: () => undefined,
    });
    await expect(recorder.record(doNotCallReport(`${id}-1-1`))).rejects.toThrow('no database');
    expect(await callsOf(user, id)).toEqual([['sending', null]]);
  });
});

describe('a retry', () => {
  it('excludes numbers that were added to the list after they failed', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user);
    await run(silent, id);
    await Promise.all([1, 2, 3].map((seq) => report(id, seq, BUSY_LINE)));
    await settle(id);
    await node.listOf(user).add({ phone: '2025551001' });

    await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 2, credit_cost: 100 });
    await run(silent, id);
    expect((await callsOf(user, id)).map(([status]) => status)).toEqual(['sending', 'failed', 'sending']);
    await Promise.all([1, 3].map((seq) => report(id, seq, DELIVERED, 2)));
    await settle(id);
    await expect(node.as(user).get({ id })).resolves.toMatchObject({
      campaign: { status: 'Success', delivered: 2, failed: 1, retryable: 1, held: 0 },
    });
    expect(await balance(user)).toMatchObject({ available: 19_900, held: 0 });
  });

  it('without any callable number is refused with CONFLICT and changes nothing', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user);
    await run(silent, id);
    await Promise.all([1, 2, 3].map((seq) => report(id, seq, BUSY_LINE)));
    await settle(id);
    await expect(node.as(user).get({ id })).resolves.toMatchObject({ campaign: { retryable: 3 } });
    await node.listOf(user).importBatch({ phones: ['12025551000', '12025551001', '12025551002'] });

    await expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(node.as(user).get({ id })).resolves.toMatchObject({
      campaign: { status: 'Failed', failed: 3, retryable: 3, held: 0 },
    });
    expect(await balance(user)).toMatchObject({ available: 20_000, held: 0 });
  });

  it('skips a number that is added to the list after the retry was requested', async () => {
    const user = await node.subscriber('launch');
    const id = await begun(user, deliverableContacts(2));
    await run(silent, id);
    await Promise.all([1, 2].map((seq) => report(id, seq, BUSY_LINE)));
    await settle(id);
    await node.as(user).retry({ id });
    expect(await report(id, 1, DO_NOT_CALL)).toBe(200);
    await run(silent, id);
    expect(await callsOf(user, id)).toEqual([
      ['failed', 'suppressed'],
      ['sending', null],
    ]);
    await report(id, 2, DELIVERED, 2);
    await settle(id);
    expect(await balance(user)).toMatchObject({ available: 19_950, held: 0 });
  });
});

function doNotCallReport(attemptId: string) {
  return {
    attemptId,
    to: '12025551000',
    outcome: 'failed',
    code: '4016',
    reason: 'Do not call',
    doNotCall: true,
    accountFault: false,
    carrierFault: false,
    reportedAt: new Date(),
  } as const;
}
