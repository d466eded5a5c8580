import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { contactEnding } from '#server/testing/system/campaign-drafts.ts';
import { BUSY } from '#server/testing/system/test-system.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';
import {
  contactsNamed,
  PERSONAL,
  startSpeechTestSystem,
  type RecordingNode,
  type SpeechTestSystem,
} from './speech/speech-harness.ts';
import type { DayCounterDocument } from './settlement/day-counter-store.ts';

/** Does not answer, so that its call can be retried. */
const FAILING = contactEnding('0005');

let system: SpeechTestSystem;
let node: RecordingNode;
/** Nodes before and after the speech of a campaign is due, without failed calls and with, and a week after a count. */
let nextDay: RecordingNode;
let nextWeek: RecordingNode;
let early: RecordingNode;
let late: RecordingNode;

beforeAll(async () => {
  system = await startSpeechTestSystem();
  node = await system.recordingNode();
  const inDays = (days: number) =>
    system.recordingNode({ clock: createTestClock(new Date(Date.now() + days * DAY_MS)) });
  [nextDay, nextWeek, early, late] = [await inDays(2), await inDays(8), await inDays(29), await inDays(31)];
});
afterAll(() => system.stop());

const objectsOf = async (id: string) => (await system.speechesOf(id)).map(({ objectKey }) => objectKey);

/** Which of some objects are still kept. */
async function kept(keys: readonly string[]): Promise<string[]> {
  const stats = await Promise.all(keys.map((key) => node.engine.objects.stat(key)));
  return keys.filter((_, index) => stats[index] !== undefined);
}

describe('the speech of a campaign', () => {
  const ended = [
    ['three days after the campaign finished', contactsNamed(4, 4), () => [nextDay, nextWeek] as const],
    [
      'a month after, if calls can be retried',
      [...contactsNamed(4, 4), FAILING],
      () => [early, late] as const,
    ],
  ] as const;
  it.each(ended)('is erased %s, unless an open campaign uses it too', async (_when, contacts, nodes) => {
    const [before, after] = nodes();
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, PERSONAL, [...contacts]);
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    const open = await system.sending(user, PERSONAL, contactsNamed(1, 1));
    await node.drops.handlers.runCampaign(open, BUSY);
    await system.web.as(user).pause({ id: open });
    const [all, shared] = [await objectsOf(id), await objectsOf(open)];
    expect([all.length, shared.length]).toEqual([contacts.length, 1]);

    await before.drops.handlers.cleanUp(BUSY);
    expect(await kept(all)).toEqual(all);
    await after.drops.handlers.cleanUp(BUSY);
    expect(await kept(all)).toEqual(shared);
    expect([await objectsOf(id), await objectsOf(open)]).toEqual([[], shared]);
    expect(after.deleted.length).toBe(contacts.length - 1);
    const campaign = await node.stores.campaigns.find(id);
    expect(campaign).not.toHaveProperty('speechUntil');
  });

  it('is created again for a later retry, and kept while that is open', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = [...contactsNamed(1, 1), FAILING];
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
    expect((await system.calls(id)).get(FAILING.recommended_phone)).toMatchObject({ outcome: 'no answer' });

    await system.finished(node, user, id);
    // A clean-up that was suspended after it erased the first run.
    await node.engine.openCampaigns.clearSpeechDue(id, new Date(0));
    expect(await node.stores.campaigns.find(id)).toHaveProperty('speechUntil');
    // Also if nothing was erased between the end of one run and the next.
    await system.web.as(user).retry({ id });
    await late.drops.handlers.cleanUp(BUSY);
    expect(await kept(again)).toEqual(again);
  });
});

it('a campaign whose speech cannot be erased does not hold up the others', async () => {
  const finished = async () => {
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, `${PERSONAL} from ${user.uid}`, contactsNamed(1, 1));
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    return { id, keys: await objectsOf(id) };
  };
  // The first to finish is the first to be due.
  const [stuck, other] = [await finished(), await finished()];
  const { objects } = nextWeek.engine;
  const remove = objects.delete.bind(objects);
  const refused = vi.spyOn(objects, 'delete').mockImplementation(async (key) => {
    if (stuck.keys.includes(key)) throw new Error('the bucket refuses');
    await remove(key);
  });
  await expect(nextWeek.drops.handlers.cleanUp(BUSY)).rejects.toThrow('the bucket refuses');
  expect([await kept(stuck.keys), await kept(other.keys)]).toEqual([stuck.keys, []]);
  refused.mockRestore();
  await nextWeek.drops.handlers.cleanUp(BUSY);
  expect(await kept(stuck.keys)).toEqual([]);
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
      hours: {},
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
      { ...node.engine, statuses: dies.around(node.engine.statuses, ['countSettlement']) },
      id,
    );
    await dies.reached;
    expect((await dayOf(user.uid))?.day).toBe(utcDay(new Date()));
    await nextWeek.drops.handlers.cleanUp(BUSY);
    await system.finished(node, user, id);
    expect(await dayOf(user.uid)).toMatchObject({ delivered: 2, failed: 0 });
  });
});
