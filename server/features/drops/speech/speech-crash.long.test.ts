import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSY } from '#server/testing/system/test-system.ts';
import type { NodeOptions } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import {
  contactsNamed,
  manualGate,
  greeting,
  PERSONAL,
  PLAIN,
  startSpeechTestSystem,
  type SpeechTestSystem,
} from './speech-harness.ts';
import { createTextSpeaker } from './text-speaker.ts';

let system: SpeechTestSystem;

beforeAll(async () => {
  system = await startSpeechTestSystem();
});

afterAll(() => system.stop());

describe('a worker that dies', () => {
  const steps = [
    ['before a text is spoken', 'before', 'speak'],
    ['after it is spoken', 'after', 'speak'],
    ['after it is stored', 'after', 'put'],
    ['after it is uploaded', 'after', 'addMedia'],
    ['after it is recorded', 'after', 'record'],
  ] as const;

  it.each(steps)(
    '%s leaves all contacts pending, and its successor calls them',
    async (_when, when, step) => {
      const user = await system.web.subscriber('launch');
      const contacts = contactsNamed(6, 6);
      const id = await system.sending(user, PLAIN, contacts);
      const dying = await system.recordingNode();
      const death = interruptAt(1, when);
      const { engine, synthesizer } = dying;
      const speaker = createTextSpeaker(
        {
          synthesizer: step === 'speak' ? death.around(synthesizer, ['speak']) : synthesizer,
          objects: step === 'put' ? death.around(engine.objects, ['put']) : engine.objects,
          carrier: step === 'addMedia' ? death.around(engine.carrier, ['addMedia']) : engine.carrier,
          findPreview: engine.findPreview,
          speeches: step === 'record' ? death.around(engine.speeches, ['record']) : engine.speeches,
        },
        1,
      );
      void runCampaign({ ...engine, speaker }, id, BUSY);
      await death.reached;
      expect([await system.count('claims', { campaignId: id }), await system.pendingOf(id)]).toEqual([0, 6]);

      const successor = await system.recordingNode();
      await successor.drops.handlers.runCampaign(id, BUSY);
      await system.finished(successor, user, id);
      await system.expectDelivered(id, contacts, () => PLAIN);
      // A stored recording is not paid for again, and a recorded one is not uploaded again.
      expect(successor.spoken.length).toBe(step === 'speak' ? 1 : 0);
      expect(successor.added.length).toBe(step === 'record' ? 0 : 1);
    },
  );
});

describe('two workers at once', () => {
  it('may both speak a text, and both use the recording that was recorded first', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = contactsNamed(12, 1);
    const id = await system.sending(user, PLAIN, contacts);
    let arrived = 0;
    const both = manualGate();
    const together: NodeOptions = {
      drops: { batchSize: 3 },
      carrier: (real) => ({
        ...real,
        async addMedia(media) {
          if (++arrived === 2) both.open();
          await both.opened;
          return real.addMedia(media);
        },
      }),
    };
    const [one, other] = [await system.recordingNode(together), await system.recordingNode(together)];
    await Promise.all([one, other].map((node) => node.drops.handlers.runCampaign(id, BUSY)));
    await system.finished(one, user, id);
    await system.expectDelivered(id, contacts, () => PLAIN);
    expect(new Set([...one.added, ...other.added]).size).toBe(2);
    const sent = [...one.placed, ...other.placed].map(({ content }) => content);
    const [speech] = await system.speechesOf(id);
    expect(sent).toEqual(Array(12).fill({ kind: 'media', mediaId: speech?.mediaId }));
  });

  it('share the texts of a batch', async () => {
    const user = await system.web.subscriber('launch');
    const contacts = contactsNamed(40, 40);
    const id = await system.sending(user, PERSONAL, contacts);
    const otherIsDone = manualGate();
    const halfway = manualGate();
    const one = await system.recordingNode({
      drops: { speechConcurrency: 1 },
      speech: (real) => ({
        ...real,
        async speak(voice, text) {
          if (one.spoken.length > 10) {
            halfway.open();
            await otherIsDone.opened;
          }
          return real.speak(voice, text);
        },
      }),
    });
    const other = await system.recordingNode();
    const first = one.drops.handlers.runCampaign(id, BUSY);
    await halfway.opened;
    await other.drops.handlers.runCampaign(id, BUSY);
    otherIsDone.open();
    await first;
    await system.finished(one, user, id);
    await system.expectDelivered(id, contacts, greeting);
    expect([one.spoken.length, other.spoken.length]).toEqual([11, 30]);
  });
});
