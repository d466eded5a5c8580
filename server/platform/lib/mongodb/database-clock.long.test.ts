import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { adjustableClock, type AdjustableClock } from '#server/platform/lib/clock.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { startClockSync, type ClockSync } from './database-clock.ts';
import { confirmOverHttp, payPlan, uploadVoice } from '#server/app/seed/account-setup.ts';
import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { until } from '#server/testing/crash/until.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const log = pino({ level: 'silent' });

/** Returns a process's clock on a machine whose clock is off by `ms()`. */
function clockOff(ms: () => number): AdjustableClock {
  return adjustableClock({ now: () => new Date(Date.now() + ms()) });
}

describe.each([
  ['an hour fast', HOUR_MS],
  ['two days fast', 2 * DAY_MS],
  ['two days slow', -2 * DAY_MS],
])('a process whose clock is %s', (_name, off) => {
  let system: TestSystem;
  const syncs: ClockSync[] = [];
  beforeAll(async () => {
    system = await startTestSystem();
  });
  afterAll(async () => {
    await Promise.all(syncs.map((sync) => sync.stop()));
    await system.stop();
  });

  async function skewedNode() {
    const clock = clockOff(() => off);
    const node = await system.startNode({ clock, carrier: silentCarrier });
    const sync = await startClockSync({ connection: node.connection, clock, log });
    syncs.push(sync);
    return { node, sync, clock };
  }

  test('uses the time of the database', async () => {
    const { clock, sync } = await skewedNode();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000);
    expect(sync.isAccurate()).toBe(false);
    expect(Math.abs(sync.aheadMs() - off)).toBeLessThan(2_000);
  });

  test('uses the approximate time of a database that is slow from the start', async () => {
    // Not the connection of a node, whose queue uses it on its own and would advance the time below.
    const connection = await connectDatabase(system.database.uri);
    const clock = clockOff(() => off);
    let elapsed = 0;
    const now = performance.now.bind(performance);
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => now() + (elapsed += 1_000));
    const sync = await startClockSync({ connection, clock, log }).finally(() => {
      watch.mockRestore();
    });
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
    expect(sync.isAccurate()).toBe(false);
    await sync.stop();
    await connection.close();
  });

  test('starts a campaign when it is due, not before', async () => {
    const right = await system.startNode();
    const { node } = await skewedNode();
    const user = await right.subscriber('launch');
    const create = (name: string, inMs: number) =>
      right.as(user).create({
        ...draftOf(user, deliverableContacts(1)),
        campaign_name: name,
        drop_date: new Date(Date.now() + inMs).toISOString(),
      });
    const { campaign: later } = await create('later', HOUR_MS / 2);
    const { campaign: due } = await create('due', 0);
    await system.database.connection
      .collection('campaigns')
      .updateOne({ _id: due.id as never }, { $set: { dropDate: new Date(Date.now() - 1_000) } });
    for (const { id } of [later, due]) await node.drops.handlers.startCampaign(id);
    for await (const id of node.engine.openCampaigns.streamDue()) expect.fail(`${id} is due`);
    expect((await right.as(user).status({ id: later.id })).status).toBe('Scheduled');
    expect((await right.as(user).status({ id: due.id })).status).toBe('Sending');
  });

  test('expires no call before its deadline', async () => {
    const right = await system.startNode({ carrier: silentCarrier });
    const { node } = await skewedNode();
    const user = await right.subscriber('launch');
    const { campaign } = await right.as(user).create(draftOf(user, deliverableContacts(3)));
    await right.as(user).execute({ id: campaign.id });
    await right.drops.handlers.runCampaign(campaign.id, BUSY);
    await node.drops.handlers.scan();
    await node.drops.handlers.settleCampaign(campaign.id);
    const { contacts } = await right.as(user).contacts({ id: campaign.id });
    expect(contacts.map(({ status }) => status)).toEqual(['sending', 'sending', 'sending']);
  });
});

test.each([
  ['forward by two days', 2 * DAY_MS],
  ['back by an hour', -HOUR_MS],
])(
  'a machine clock that is set %s between two measurements does not change the process time',
  async (_name, step) => {
    const system = await startTestSystem();
    let off = 0;
    const clock = clockOff(() => off);
    const sync = await startClockSync({ connection: system.database.connection, clock, log });
    try {
      off = step;
      expect(Math.abs(clock.real.now().getTime() - Date.now())).toBeLessThan(60_000);
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
    } finally {
      await sync.stop();
      await system.stop();
    }
  },
);

describe('a system whose machine clock is wrong', () => {
  let off = HOUR_MS;
  let hark: TestHark;
  beforeAll(async () => {
    hark = await startHark(
      {},
      clockOff(() => off),
    );
  });
  afterAll(() => hark.stop());

  const ready = async () => {
    const response = await fetch(`${hark.baseUrl}/readyz`);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  async function campaignDueNow(client: HarkClient): Promise<string> {
    await payPlan(client, confirmOverHttp(hark.baseUrl), 'launch');
    const voice = { title: 'Ana', description: 'At the desk' };
    const voiceId = await uploadVoice(client, hark.baseUrl, voice, await melodyMp3(1, 1));
    const created = expectOk(
      await client.post('/api/campaigns/create/', {
        campaign_name: 'Now',
        campaign_type: 'voicemail',
        drop_date: new Date().toISOString(),
        message: 'Hello, this is Hark.',
        voice_id: voiceId,
        contacts: deliverableContacts(2),
      }),
    );
    return (created['campaign'] as { id: string }).id;
  }

  test(
    'is not ready and executes no jobs until the clock is correct again',
    { timeout: 60_000 },
    async () => {
      expect(await ready()).toEqual({ status: 503, body: { status: 'down', down: ['clock'] } });
      const { client } = await hark.newUser();
      const id = await campaignDueNow(client);
      expectOk(await client.post(`/api/campaigns/${id}/execute/`, { force: true }));
      const status = async () => expectOk(await client.get(`/api/campaigns/${id}/status/`))['status'];
      expect(await status()).toBe('Sending');
      off = 0;
      await until('readiness', 20_000, async () => (await ready()).status === 200);
      await until('the end of the campaign', 30_000, async () => (await status()) === 'Success');
    },
  );
});
