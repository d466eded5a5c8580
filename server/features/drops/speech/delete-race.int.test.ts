import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Drop } from '#server/providers/carrier/port.ts';
import { BUSY, silentCarrier } from '#server/testing/system/test-system.ts';
import { contactsNamed, PERSONAL, startSpeechTestSystem, type SpeechTestSystem } from './speech-harness.ts';

let system: SpeechTestSystem;
beforeAll(async () => {
  system = await startSpeechTestSystem();
});
afterAll(() => system.stop());

const mediaOf = ({ content }: Drop) => (content.kind === 'media' ? content.mediaId : '');

test('a campaign deleted while texts are spoken leaves the recordings of calls that the carrier has', async () => {
  const user = await system.web.subscriber('launch');
  const id = await system.sending(user, PERSONAL, contactsNamed(4, 4));
  const node = await system.recordingNode({
    drops: { batchSize: 1 },
    carrier: silentCarrier,
    speech: (real) => ({
      ...real,
      async speak(voice, text) {
        if (node.spoken.length === 3) {
          await vi.waitFor(() => {
            expect(node.placed.length).toBeGreaterThan(0);
          }, 10_000);
          await system.web.as(user).pause({ id });
          await system.web.as(user).delete({ id });
        }
        return real.speak(voice, text);
      },
    }),
  });
  await node.drops.handlers.runCampaign(id, BUSY);
  const needed = node.placed.map(mediaOf);
  expect(needed.length).toBeGreaterThan(0);
  expect(node.deleted.filter((media) => needed.includes(media))).toEqual([]);

  for (const { attemptId } of node.placed) await system.report(attemptId, 0);
  await vi.waitFor(async () => {
    await node.drops.handlers.settleCampaign(id);
    expect(node.deleted).toEqual(expect.arrayContaining(needed));
  }, 10_000);
  expect(await system.speechesOf(id)).toEqual([]);
});
