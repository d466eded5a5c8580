import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { countLoopIterations } from '#server/testing/fakes/count-loop-iterations.ts';
import { measureRecording } from './measure-recording.ts';

const KB = 1024;

afterEach(() => {
  vi.restoreAllMocks();
});

test('measures the length and the level of a recording', async () => {
  const level = (await measureRecording(await melodyMp3(1, 6)))?.level();
  expect(level?.seconds).toBeCloseTo(6, 0);
  expect(level?.peak).toBeCloseTo(0.3, 1);
  expect(level?.loudness).toBeGreaterThan(-25);
  expect(level?.clipped).toBe(0);
});

test('measures what there is of a truncated recording', async () => {
  const whole = await melodyMp3(1, 4);
  expect((await measureRecording(whole.subarray(0, whole.length / 2)))?.level().seconds).toBeCloseTo(2, 0);
});

test('lets other work run between its slices', async () => {
  const recording = await melodyMp3(1, 6);
  const counting = countLoopIterations();
  await measureRecording(recording);
  counting.stop();
  expect(counting.turns).toBeGreaterThanOrEqual(Math.floor(recording.length / (2 * KB)));
});

test.each([
  ['zeros', Buffer.alloc(10 * KB * KB)],
  ['nothing', Buffer.alloc(0)],
])('ends for %s', async (_what, bytes) => {
  expect(await measureRecording(bytes)).toBeUndefined();
});

test('gives up a file of garbage after a few errors', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await measureRecording(Buffer.concat([await melodyMp3(1, 1), randomBytes(10 * KB * KB)]));
  expect(printed.mock.calls.length).toBeLessThan(30);
});

test('measures what follows a large tag, such as a picture', async () => {
  const size = 3 * KB * KB;
  const tag = Buffer.concat([
    Buffer.from('ID3'),
    Buffer.from([4, 0, 0]),
    synchsafe(size),
    Buffer.alloc(size, 7),
  ]);
  const level = (await measureRecording(Buffer.concat([tag, await melodyMp3(1, 6)])))?.level();
  expect(level?.seconds).toBeCloseTo(6, 0);
});

// Without a limit it takes minutes.
test('gives up a file in which the decoder searches for frames', async () => {
  const lengthless = Buffer.concat([Buffer.from([0xff, 0xfb, 0, 0]), Buffer.alloc(400)]);
  const parts = Array.from({ length: 5_000 }, (_, n) =>
    Buffer.concat([lengthless, Buffer.alloc((n * n) % 3)]),
  );
  const level = (await measureRecording(Buffer.concat([await melodyMp3(1, 2), ...parts])))?.level();
  expect(level?.seconds).toBeCloseTo(2, 0);
});

/** Returns the length of a tag in four bytes of seven bits. */
function synchsafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((bits) => (size >> bits) & 0x7f));
}
