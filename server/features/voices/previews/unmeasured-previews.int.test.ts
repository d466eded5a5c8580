import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RecordingMeter } from '#shared/voices/recording-quality.ts';
import { measureRecording } from '#server/features/voices/cloning/measure-recording.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { begin, made, SPOKEN, speakingNode } from './previews-harness.ts';

vi.mock(import('../cloning/measure-recording.ts'), async (original) => {
  const real = await original();
  return { measureRecording: vi.fn(real.measureRecording) };
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

const measuring = (waveform: number[]) => () =>
  Promise.resolve({ waveform: () => waveform } as unknown as RecordingMeter);

test.each<[string, typeof measureRecording]>([
  ['fails', () => Promise.reject(new Error('The decoder did not start'))],
  ['finds nothing', () => Promise.resolve(undefined)],
  ['ends with numbers that are none', measuring([50, NaN])],
  ['ends with endless numbers', measuring([Infinity])],
])(
  'a preview whose measuring %s is ready, without a waveform, and was spoken once',
  async (_how, measure) => {
    const node = await speakingNode(system);
    const user = await node.subscriber();
    vi.mocked(measureRecording).mockImplementationOnce(measure);
    const { preview } = await begin(node, user);
    const ready = await made(node, user, preview.id);
    expect(ready).toMatchObject({ status: 'ready', waveform: null, reason: null });
    expect(ready.seconds).toBeGreaterThan(0);
    await node.previews.idle();
    expect(node.spoken).toEqual([SPOKEN]);
  },
);

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
