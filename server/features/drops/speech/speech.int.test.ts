import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Drop, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { BUSY } from '#server/testing/system/test-system.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import {
  contactsNamed,
  greeting,
  PERSONAL,
  PLAIN,
  startSpeechTestSystem,
  usedBy,
  type SpeechTestSystem,
} from './speech-harness.ts';
import { createTextSpeaker } from './text-speaker.ts';

let system: SpeechTestSystem;

beforeAll(async () => {
  system = await startSpeechTestSystem();
});

afterAll(() => system.stop());

describe('the speech of a campaign', () => {
  it('is created once for a message without placeholders, and reused by the next campaign with the same message', async () => {
    const user = await system.web.subscriber('launch');
    const node = await system.recordingNode({ drops: { batchSize: 10 } });
    const contacts = contactsNamed(30, 30);
    const ids = [await system.sending(user, PLAIN, contacts), await system.sending(user, PLAIN, contacts)];
    for (const id of ids) {
      await node.drops.handlers.runCampaign(id, BUSY);
      await system.finished(node, user, id);
      await system.expectDelivered(id, contacts, () => PLAIN);
    }
    expect(node.spoken).toEqual([PLAIN]);
    const [speech, ...others] = await system.speechesOf(ids[0] ?? '');
    expect(others).toEqual([]);
    expect(speech).toMatchObject({ campaigns: ids.map((id) => `${id}:1`), mediaId: node.added[0] });
    expect(speech?.objectKey).toMatch(/^speech\/[0-9a-f]{64}\.mp3$/);
    expect(await node.engine.objects.stat(speech?.objectKey ?? '')).toMatchObject({
      contentType: 'audio/mpeg',
    });
  });

  it('is created once per distinct text otherwise, and again in another voice', async () => {
    const node = await system.recordingNode({ drops: { batchSize: 7 } });
    const contacts = contactsNamed(20, 5);
    for (const _voice of [1, 2]) {
      const user = await system.web.subscriber('launch');
      const id = await system.sending(user, PERSONAL, contacts);
      await node.drops.handlers.runCampaign(id, BUSY);
      await system.finished(node, user, id);
      await system.expectDelivered(id, contacts, greeting);
    }
    expect(node.spoken.length).toBe(10);
    expect(new Set(node.spoken).size).toBe(5);
  });

  it('is frozen with the claim: a worker that reclaims it sends identical bodies and speaks nothing', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = contactsNamed(10, 10);
    const id = await system.sending(user, PERSONAL, contacts);
    const dying = (real: VoicemailCarrier): VoicemailCarrier => ({
      ...real,
      place: () => new Promise(() => undefined),
    });
    const dead = await system.recordingNode({ carrier: dying });
    void dead.drops.handlers.runCampaign(id, BUSY);
    await vi.waitFor(() => {
      expect(dead.placed.length).toBe(10);
    }, 10_000);
    await system.web.connection.collection('speeches').deleteMany({ campaigns: usedBy(id) });

    const clock = createTestClock();
    clock.advance(60_000);
    const successor = await system.recordingNode({ clock });
    await successor.drops.handlers.runCampaign(id, BUSY);
    const byAttempt = (drops: Drop[]) => new Map(drops.map((drop) => [drop.attemptId, drop]));
    expect(byAttempt(successor.placed)).toEqual(byAttempt(dead.placed));
    expect(successor.spoken).toEqual([]);
    await system.finished(successor, user, id);
    await system.expectDelivered(id, contacts, greeting);
  });
});

describe('a speech provider', () => {
  it('that is down leaves the contacts pending and is retried later', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = contactsNamed(8, 8);
    const id = await system.sending(user, PERSONAL, contacts);
    let allowed = 3;
    const failing = await system.recordingNode({
      drops: { speechConcurrency: 1 },
      speech: (real) => ({
        ...real,
        speak(voice, text) {
          if (allowed-- <= 0) return Promise.reject(new ProviderUnavailable('away'));
          return real.speak(voice, text);
        },
      }),
    });
    const jobs = system.web.connection.collection('jobs');
    await jobs.deleteMany({ 'data.campaignId': id });
    await failing.drops.handlers.runCampaign(id, BUSY);
    // Spoken texts were placed; in each of two rounds the first failures stopped the rest.
    expect(failing.placed.length).toBe(3);
    expect(failing.spoken.length).toBeLessThanOrEqual(3 + 2 * 2);
    expect(await system.pendingOf(id)).toBe(5);
    const later = { name: 'run-campaign', 'data.campaignId': id, nextRunAt: { $gt: new Date() } };
    expect(await jobs.countDocuments(later)).toBe(1);

    allowed = Infinity;
    await failing.drops.handlers.runCampaign(id, BUSY);
    await system.finished(failing, user, id);
    await system.expectDelivered(id, contacts, greeting);
  });

  it('that stays down pauses the campaign with the reason', async () => {
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, PLAIN, contactsNamed(3, 3));
    const clock = createTestClock();
    const node = await system.recordingNode({
      clock,
      drops: { carrierPatienceMs: 600_000 },
      speech: (real) => ({ ...real, speak: () => Promise.reject(new ProviderUnavailable('away')) }),
    });
    await node.drops.handlers.runCampaign(id, BUSY);
    await expect(system.web.as(user).status({ id })).resolves.toMatchObject({ status: 'Sending' });
    clock.advance(600_000);
    await node.drops.handlers.runCampaign(id, BUSY);
    const { campaign } = await system.web.as(user).get({ id });
    expect(campaign).toMatchObject({
      status: 'Paused',
      status_message: expect.stringContaining(
        'The voice service has been unavailable for 10 minutes',
      ) as unknown,
    });
    expect(await system.pendingOf(id)).toBe(3);
  });

  it('that rejects a text fails its contacts, which are retryable', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = contactsNamed(6, 3);
    const id = await system.sending(user, PERSONAL, contacts);
    let strict = true;
    const node = await system.recordingNode({
      speech: (real) => ({
        ...real,
        speak(voice, text) {
          if (strict && text.includes('Name1'))
            return Promise.reject(new ProviderRejected('Not that name.', 'content_refused'));
          return real.speak(voice, text);
        },
      }),
    });
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    const { contacts: rows } = await system.web.as(user).contacts({ id });
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual(
      contacts.map(({ first_name }) =>
        first_name === 'Name1'
          ? ['failed', 'The message cannot be spoken: Not that name.']
          : ['success', null],
      ),
    );
    expect(node.placed.length).toBe(4);

    strict = false;
    await expect(system.web.as(user).retry({ id })).resolves.toMatchObject({ retried: 2 });
    await node.drops.handlers.runCampaign(id, BUSY);
    await system.finished(node, user, id);
    await system.expectDelivered(id, contacts, greeting);
  });

  it('that is slow makes batches small, and no contact is called after a pause', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = contactsNamed(10, 10);
    const id = await system.sending(user, PERSONAL, contacts);
    let texts = 0;
    let placedBefore = 0;
    const slow = await system.recordingNode({
      drops: { speechConcurrency: 2, speakForMs: 1 },
      speech: (real) => ({
        ...real,
        async speak(voice, text) {
          if (++texts === 5) {
            await system.web.as(user).pause({ id });
            placedBefore = slow.placed.length;
          }
          // Longer than a batch waits for its texts.
          await sleep(5);
          return real.speak(voice, text);
        },
      }),
    });
    await slow.drops.handlers.runCampaign(id, BUSY);
    expect(placedBefore).toBeGreaterThan(0);
    expect(slow.placed.length).toBe(placedBefore);
    expect(await system.pendingOf(id)).toBe(10 - placedBefore);

    await system.web.as(user).resume({ id });
    await slow.drops.handlers.runCampaign(id, BUSY);
    await system.finished(slow, user, id);
    await system.expectDelivered(id, contacts, greeting);
    expect(slow.spoken.length).toBe(10);
  });
});

describe('a deleted campaign', () => {
  it('erases the speech that no other campaign uses', async () => {
    const user = await system.web.subscriber('launch');
    const node = await system.recordingNode();
    const [kept, gone] = [contactsNamed(2, 2), contactsNamed(4, 4)];
    const ids = [await system.sending(user, PERSONAL, kept), await system.sending(user, PERSONAL, gone)];
    for (const id of ids) {
      await node.drops.handlers.runCampaign(id, BUSY);
      await system.finished(node, user, id);
    }
    const objectsOf = async (id: string | undefined) =>
      (await system.speechesOf(id ?? '')).map(({ objectKey }) => objectKey);
    const [all, shared] = [await objectsOf(ids[1]), await objectsOf(ids[0])];
    expect([all.length, shared.length]).toEqual([4, 2]);

    await system.web.as(user).delete({ id: ids[1] ?? '' });
    await node.drops.handlers.settleCampaign(ids[1] ?? '');
    expect(await objectsOf(ids[1])).toEqual([]);
    for (const key of all)
      expect((await node.engine.objects.stat(key)) !== undefined).toBe(shared.includes(key));

    await system.web.as(user).delete({ id: ids[0] ?? '' });
    await node.drops.handlers.settleCampaign(ids[0] ?? '');
    for (const key of all) expect(await node.engine.objects.stat(key)).toBeUndefined();
    expect(await objectsOf(ids[0])).toEqual([]);
  });

  it('leaves nothing of a text that was being spoken during the delete', async () => {
    const user = await system.web.subscriber('launch');
    const id = await system.sending(user, PLAIN, contactsNamed(2, 2));
    const node = await system.recordingNode({
      speech: (real) => ({
        ...real,
        async speak(voice, text) {
          await system.web.as(user).pause({ id });
          await system.web.as(user).delete({ id });
          return real.speak(voice, text);
        },
      }),
    });
    const put: string[] = [];
    const { objects } = node.engine;
    const speaker = createTextSpeaker(
      {
        ...node.engine,
        synthesizer: node.synthesizer,
        objects: {
          ...objects,
          put(key, body, type) {
            put.push(key);
            return objects.put(key, body, type);
          },
        },
      },
      1,
    );
    await runCampaign({ ...node.engine, speaker }, id, BUSY);
    expect(put.length).toBe(1);
    expect(await objects.stat(put[0] ?? '')).toBeUndefined();
    expect(await system.speechesOf(id)).toEqual([]);
    expect(node.placed).toEqual([]);
  });
});
