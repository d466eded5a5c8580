import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { begin, made, speakingNode } from './previews-harness.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

test('whatever the speech provider returns as sound is a preview', async () => {
  let sound = Buffer.alloc(0);
  const node = await speakingNode(system, { speak: () => Promise.resolve(sound) });
  const bytes = fc.uint8Array({ maxLength: 3_000 });
  const frames = bytes.map((after) => Uint8Array.from([0xff, 0xfb, 0x90, 0x00, ...after]));
  const tagged = bytes.map((after) =>
    Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0x7f, 0x7f, 0, 9, ...after]),
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, frames, tagged), async (odd) => {
      sound = Buffer.from(odd);
      const user = await node.subscriber();
      const { preview } = await begin(node, user);
      expect(await made(node, user, preview.id)).toMatchObject({ status: 'ready', reason: null });
    }),
    { numRuns: 20 },
  );
});
