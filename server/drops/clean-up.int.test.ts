import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utcDay } from '#shared/drop-schedule.ts';
import { contactEnding } from '#server/testing/system/campaign-drafts.ts';
import { BUSY } from '#server/testing/system/test-system.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { eraseSpeech } from './speech/erase-speech.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';
import {
  contactsNamed,
  PERSONAL,
  startSpeechTestSystem,
  type RecordingNode,
  type SpeechTestSystem,
} from './speech/speech-harness.ts';
import type { DayCounterDocument } from './settlement/day-counter-store.ts';

const DAY_MS = 86_400_000;

let system: SpeechTestSystem;
let node: RecordingNode;
/** Nodes a day before and a day after speech is due to be erased, and a week after a count. */
let early: RecordingNode;
let late: RecordingNode;
let nextWeek: RecordingNode;

beforeAll(async () => {
  system = await startSpeechTestSystem();
  node = await system.recordingNode();
  const inDays = (days: number) =>
    system.recordingNode({ clock: createTestClock(new Date(Date.now() + days * DAY_MS)) });
  [early, late, nextWeek] = [await inDays(29), await inDays(31), await inDays(8)];
});
afterAll(() => system.stop());

const objectsOf = async (id: string) => (await system.speechesOf(id)).map(({ objectKey }) => objectKey);

/** Which of some objects are still kept. */
async function kept(keys: readonly string[]): Promise<string[]> {
  const stats = await Promise.all(keys.map((key) => node.engine.objects.stat(key)));
  return keys.filter((_, index) => stats[index] !== undefined);
}

describe('the speech of a campaign', () => {
  it('is erased a month after the campaign finished, unless an open campaign uses it too', async () => {
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, PERSONAL, contactsNamed(4, 4));
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    const open = await system.sending(user, PERSONAL, contactsNamed(1, 1));
    await node.drops.handlers.runCampaign(open, BUSY);
    await system.web.as(user).pause({ id: open });
    const [all, shared] = [await objectsOf(id), await objectsOf(open)];
    expect([all.length, shared.length]).toEqual([4, 1]);

    await early.drops.handlers.cleanUp(BUSY);
    expect(await kept(all)).toEqual(all);
    await late.drops.handlers.cleanUp(BUSY);
    expect(await kept(all)).toEqual(shared);
    expect([await objectsOf(id), await objectsOf(open)]).toEqual([[], shared]);
    const campaign = await node.stores.campaigns.find(id);
    expect(campaign).not.toHaveProperty('speechUntil');
  });

  it('is created again for a later retry, and kept while that is open', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = [...contactsNamed(1, 1), contactEnding('0005')];
    const id = await system.sending(user, PERSONAL, contacts);
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    await late.drops.handlers.cleanUp(BUSY);
    expect(await objectsOf(id)).toEqual([]);

    const before = node.spoken.length;
    await system.web.as(user).retry({ id });
    await node.drops.handlers.runCampaign(id, BUSY);
    expect(node.spoken.length).toBe(before + 1);
    const again = await objectsOf(id);
    await late.drops.handlers.cleanUp(BUSY);
    expect([again.length, await kept(again)]).toEqual([1, again]);

    // Also if nothing was erased between the end of one run and the next.
    await system.finished(node, user, id);
    await system.web.as(user).retry({ id });
    await late.drops.handlers.cleanUp(BUSY);
    expect(await kept(again)).toEqual(again);
  });

  it('is erased by the next clean-up if the first one died between an object and its record', async () => {
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, PERSONAL, contactsNamed(2, 2));
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    const all = await objectsOf(id);
    const dies = interruptAt(1, 'before');
    void eraseSpeech(
      { ...late.engine, speeches: dies.around(late.engine.speeches, ['removeExclusive']) },
      id,
      BUSY.heartbeat,
    );
    await dies.reached;
    expect([await kept(all), await objectsOf(id)]).toEqual([[], all]);
    await late.drops.handlers.cleanUp(BUSY);
    expect(await objectsOf(id)).toEqual([]);
  });

  it('that two campaigns drop at the same moment is erased by the slower one', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = contactsNamed(1, 1);
    const ids = [
      await system.sending(user, PERSONAL, contacts),
      await system.sending(user, PERSONAL, contacts),
    ];
    for (const id of ids) await node.drops.handlers.runCampaign(id, BUSY);
    const [first = '', second = ''] = ids;
    const all = await objectsOf(first);
    const slow = interruptAt(1, 'before');
    const erasing = eraseSpeech(
      { ...node.engine, speeches: slow.around(node.engine.speeches, ['detachShared']) },
      first,
      BUSY.heartbeat,
    );
    await slow.reached;
    await eraseSpeech(node.engine, second, BUSY.heartbeat);
    slow.resume();
    await erasing;
    expect(await kept(all)).toEqual([]);
    expect(await system.count('speeches', { objectKey: { $in: all } })).toBe(0);
  });
});

describe('a day of calls', () => {
  const dayOf = (uid: string) =>
    node.connection.collection<DayCounterDocument>('day_counters').findOne({ userId: uid });

  it('drops its record of counted settlements after a week and continues to count', async () => {
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, PERSONAL, contactsNamed(2, 1));
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    await node.drops.handlers.cleanUp(BUSY);
    expect(Object.keys((await dayOf(user.uid))?.seen ?? {})).toEqual([id]);
    await nextWeek.drops.handlers.cleanUp(BUSY);
    const day = await dayOf(user.uid);
    expect(day).toMatchObject({ delivered: 2, failed: 0 });
    expect(day).not.toHaveProperty('seen');
    expect(day).not.toHaveProperty('countedAt');

    const next = {
      userId: user.uid,
      day: day?.day ?? '',
      campaignId: 'other',
      n: 1,
      delivered: 1,
      failed: 0,
    };
    await node.engine.days.count(next);
    await node.engine.days.count(next);
    expect(await dayOf(user.uid)).toMatchObject({ delivered: 3, seen: { other: 1 } });
  });

  it('keeps the record of a settlement that is not finished, however old it is', async () => {
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, PERSONAL, contactsNamed(2, 1));
    await node.drops.handlers.runCampaign(id, BUSY);
    await expect
      .poll(() => system.count('contacts', { campaignId: id, status: 'success' }), { timeout: 20_000 })
      .toBe(2);
    const dies = interruptAt(1, 'before');
    void settleCampaign(
      { ...node.engine, campaigns: dies.around(node.engine.campaigns, ['countSettlement']) },
      id,
    );
    await dies.reached;
    expect((await dayOf(user.uid))?.day).toBe(utcDay(new Date()));
    await nextWeek.drops.handlers.cleanUp(BUSY);
    await system.finished(node, user, id);
    expect(await dayOf(user.uid)).toMatchObject({ delivered: 2, failed: 0 });
  });
});
