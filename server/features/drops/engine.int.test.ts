import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const PATIENT = { timeout: 28_000, interval: 50 };

let system: TestSystem;
let web: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  web = await system.startNode();
});

afterAll(() => system.stop());

async function sentCampaign(user: SignedInUser, contacts: number): Promise<string> {
  const { campaign } = await web.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await web.as(user).execute({ id: campaign.id });
  return campaign.id;
}

/** Every number of the campaign was called once, and no other. */
async function expectEachCalledOnce(id: string, contacts: number): Promise<void> {
  const calls = [...(await system.calls(id)).values()];
  expect(calls.length).toBe(contacts);
  expect(calls.filter(({ deliveries }) => deliveries !== 1)).toEqual([]);
}

describe('workers', () => {
  it('share a campaign, hand it over when they stop, and call each contact once', async () => {
    const user = await web.subscriber('launch');
    const small = { drops: { batchSize: 20, concurrency: 8 } };
    const [first, second] = [await system.startNode(small), await system.startNode(small)];
    await Promise.all([first.startWorker(), second.startWorker()]);
    const id = await sentCampaign(user, 300);
    await web.drops.deps.jobs.run(id);
    await expect.poll(async () => (await web.as(user).status({ id })).delivered, PATIENT).toBeGreaterThan(0);
    await first.stopWorker();

    await expect.poll(async () => (await web.as(user).status({ id })).status, PATIENT).toBe('Success');
    await expect(web.as(user).status({ id })).resolves.toMatchObject({
      delivered: 300,
      failed: 0,
      pending: 0,
    });
    await expectEachCalledOnce(id, 300);
    expect(await web.credits.ledger.balance(user.streamId)).toMatchObject({ available: 5_000, held: 0 });
    await second.stopWorker();
  });

  it('reclaim the claim of a dead worker with the same keys', async () => {
    const user = await web.subscriber('launch');
    const clock = createTestClock();
    const id = await sentCampaign(user, 30);
    const placed: string[] = [];
    // Dies with the first half at the carrier and nothing recorded.
    const dying = (real: VoicemailCarrier): VoicemailCarrier => ({
      ...real,
      async place(drop) {
        if (placed.length >= 15) return new Promise(() => undefined);
        placed.push(drop.attemptId);
        return real.place(drop);
      },
    });
    const dead = await system.startNode({ carrier: dying, drops: { concurrency: 1 } });
    void dead.drops.handlers.runCampaign(id, BUSY);
    await expect.poll(() => placed.length, PATIENT).toBe(15);

    const successor = await system.startNode({ clock });
    await successor.drops.handlers.runCampaign(id, BUSY);
    expect((await system.calls(id)).size).toBe(15);
    clock.advance(60_000);
    await successor.drops.handlers.runCampaign(id, BUSY);

    await expect
      .poll(async () => {
        await successor.drops.handlers.settleCampaign(id);
        return (await web.as(user).status({ id })).status;
      }, PATIENT)
      .toBe('Success');
    await expectEachCalledOnce(id, 30);
    await expect(web.as(user).status({ id })).resolves.toMatchObject({ delivered: 30 });
  });

  it('place nothing again once the keys may have expired at the carrier', async () => {
    const user = await web.subscriber('launch');
    const clock = createTestClock();
    const id = await sentCampaign(user, 4);
    const lost = await system.startNode({
      carrier: (real) => ({ ...real, place: () => Promise.resolve({ kind: 'unknown' }) }),
      drops: { retryDelaysMs: [] },
    });
    await lost.drops.handlers.runCampaign(id, BUSY);

    const successor = await system.startNode({ clock, drops: { reportDeadlineMs: 1_000 } });
    clock.advance(23 * 3_600_000 + 60_000);
    await successor.drops.handlers.runCampaign(id, BUSY);
    expect((await system.calls(id)).size).toBe(0);
    clock.advance(2_000);
    await successor.drops.handlers.settleCampaign(id);
    const { contacts } = await web.as(user).contacts({ id });
    expect(contacts.map(({ status, reason }) => [status, reason])).toEqual(
      Array(4).fill(['failed', 'No report']),
    );
    await expect(web.as(user).get({ id })).resolves.toMatchObject({
      campaign: { status: 'Failed', retryable: 0, held: 0 },
    });
    expect(await web.credits.ledger.balance(user.streamId)).toMatchObject({ available: 20_000, held: 0 });
  });

  it('never place anything twice with a carrier without keys', async () => {
    const user = await web.subscriber('launch');
    const clock = createTestClock();
    const id = await sentCampaign(user, 6);
    const asked: string[] = [];
    const keyless = (real: VoicemailCarrier): VoicemailCarrier => ({
      ...real,
      capabilities: { idempotencyKeys: false },
      place({ attemptId }) {
        asked.push(attemptId);
        return Promise.resolve({ kind: 'unknown' });
      },
    });
    const options = { carrier: keyless, clock, drops: { concurrency: 2, reportDeadlineMs: 1_000 } };
    const [first, second] = [await system.startNode(options), await system.startNode(options)];
    await Promise.all([
      first.drops.handlers.runCampaign(id, BUSY),
      second.drops.handlers.runCampaign(id, BUSY),
    ]);
    clock.advance(60_000);
    await first.drops.handlers.runCampaign(id, BUSY);
    expect(asked.length).toBe(6);
    expect(new Set(asked).size).toBe(6);
  });
});

describe('the scan', () => {
  it('finds due campaigns whose jobs were lost', async () => {
    const user = await web.subscriber('launch');
    const clock = createTestClock();
    const worker = await system.startNode({ clock });
    const { campaign } = await web
      .as(user)
      .create({ ...draftOf(user, deliverableContacts(3)), drop_date: '' });
    await web.connection.collection('jobs').deleteMany({});
    await worker.drops.handlers.scan();
    expect(await web.connection.collection('jobs').countDocuments({ 'data.campaignId': campaign.id })).toBe(
      0,
    );

    clock.advance(120_000);
    await worker.drops.handlers.scan();
    expect(await web.connection.collection('jobs').countDocuments({ 'data.campaignId': campaign.id })).toBe(
      1,
    );
    await worker.drops.handlers.startCampaign(campaign.id);
    await expect(web.as(user).status({ id: campaign.id })).resolves.toMatchObject({ status: 'Sending' });
  });

  it('pauses a campaign that is overdue by more than a day instead of sending it', async () => {
    const user = await web.subscriber('launch');
    const clock = createTestClock();
    const worker = await system.startNode({ clock });
    const { campaign } = await web
      .as(user)
      .create({ ...draftOf(user, deliverableContacts(3)), drop_date: '' });
    clock.advance(26 * 3_600_000);
    await worker.drops.handlers.startCampaign(campaign.id);
    const { campaign: paused } = await web.as(user).get({ id: campaign.id });
    expect(paused).toMatchObject({
      status: 'Paused',
      status_message: expect.stringContaining('Its start date passed') as unknown,
    });
    expect((await system.calls(campaign.id)).size).toBe(0);
  });
});

describe('pause and delete during a run', () => {
  it('a pause stops within a batch, and resuming mid-run calls each remaining contact once', async () => {
    const user = await web.subscriber('launch');
    const id = await sentCampaign(user, 50);
    let placed = 0;
    const pausing = await system.startNode({
      drops: { batchSize: 10, concurrency: 1 },
      carrier: (real) => ({
        ...real,
        async place(drop) {
          placed += 1;
          if (placed === 15) await web.as(user).pause({ id });
          return real.place(drop);
        },
      }),
    });
    await pausing.drops.handlers.runCampaign(id, BUSY);
    expect((await system.calls(id)).size).toBe(20);

    await expect(web.as(user).resume({ id })).resolves.toMatchObject({ status: 'Sending' });
    await pausing.drops.handlers.runCampaign(id, BUSY);
    await expect
      .poll(async () => {
        await pausing.drops.handlers.settleCampaign(id);
        return (await web.as(user).status({ id })).status;
      }, PATIENT)
      .toBe('Success');
    await expectEachCalledOnce(id, 50);
  });

  it('a delete with calls outstanding charges the delivered, releases the others, and leaves nothing', async () => {
    const user = await web.subscriber('launch');
    const silent = await system.startNode({
      carrier: silentCarrier,
      drops: { batchSize: 4, concurrency: 1 },
    });
    const id = await sentCampaign(user, 10);
    await silent.drops.handlers.runCampaign(id, {
      ...BUSY,
      heartbeat: async () => {
        await web.as(user).pause({ id });
      },
    });

    await expect(web.as(user).delete({ id })).resolves.toMatchObject({
      message: expect.stringMatching(/deleted\. 200 credits are still on hold\. .*within minutes;/) as string,
      released_credits: 6 * 50,
      held_credits: 4 * 50,
      balance: 20_000 - 4 * 50,
    });
    await expect(web.as(user).get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await web.credits.ledger.balance(user.streamId)).toMatchObject({ held: 4 * 50 });

    await Promise.all([
      system.report(`${id}-1-1`, 0),
      system.report(`${id}-2-1`, 0),
      system.report(`${id}-3-1`, 4006),
      system.report(`${id}-4-1`, 4006),
    ]);
    await silent.drops.handlers.settleCampaign(id);
    expect(await web.credits.ledger.balance(user.streamId)).toMatchObject({
      available: 20_000 - 2 * 50,
      held: 0,
    });
    expect(await web.connection.collection('contacts').countDocuments({ campaignId: id })).toBe(0);
    expect(await system.report(`${id}-1-1`, 0)).toBe(404);
  });
});
