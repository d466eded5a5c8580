import { createMp3Encoder } from 'wasm-media-encoders';
import { expect, test } from 'vitest';
import { id3Length, mp3Seconds } from './mp3-frames.ts';

/** Encodes `seconds` of a changing tone. */
async function encode(
  seconds: number,
  options: { sampleRate: 8_000 | 22_050 | 44_100; channels: 1 | 2; bitrate?: 32 | 128; vbrQuality?: number },
): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure(options as Parameters<typeof encoder.configure>[0]);
  const samples = Float32Array.from(
    { length: seconds * options.sampleRate },
    (_, n) => Math.sin(n / 20) * Math.sin(n / options.sampleRate),
  );
  const body = Uint8Array.from(encoder.encode(Array.from({ length: options.channels }, () => samples)));
  return bytes(body, Uint8Array.from(encoder.finalize()));
}

test.each([
  ['MPEG 1, stereo, 128 kbit/s', { sampleRate: 44_100, channels: 2, bitrate: 128 }],
  ['MPEG 2, mono, 32 kbit/s', { sampleRate: 22_050, channels: 1, bitrate: 32 }],
  ['MPEG 2.5, mono, variable bit rate', { sampleRate: 8_000, channels: 1, vbrQuality: 5 }],
  ['MPEG 1, mono, variable bit rate', { sampleRate: 44_100, channels: 1, vbrQuality: 9 }],
] as const)('the length of a recording is the sum of its frames: %s', async (_name, options) => {
  // The encoder adds a few frames of silence.
  const seconds = mp3Seconds(await encode(3, options));
  expect(seconds).toBeGreaterThanOrEqual(3);
  expect(seconds).toBeLessThan(3.3);
});

test('tags, an info frame, bytes between frames and a frame that is cut off are not counted', () => {
  const id3 = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 100, ...new Uint8Array(100).fill(0xff));
  const info = frame();
  info.set(new TextEncoder().encode('Xing'), 36);
  const trailer = new TextEncoder().encode(`TAG${'x'.repeat(125)}`);
  const whole = bytes(id3, info, frame(), new Uint8Array(50), frame(), trailer, frame().subarray(0, 400));
  expect(mp3Seconds(whole)).toBeCloseTo((2 * 1_152) / 44_100, 6);
});

test.each([1, 2, 10])('a recording of exactly %i frames has the length of all of them', (count) => {
  const whole = bytes(...Array.from({ length: count }, frame));
  expect(mp3Seconds(whole)).toBeCloseTo((count * 1_152) / 44_100, 6);
  expect(mp3Seconds(whole.subarray(0, -1))).toBeCloseTo(((count - 1) * 1_152) / 44_100, 6);
});

test('bytes without frames have no length', () => {
  expect(mp3Seconds(new Uint8Array())).toBe(0);
  expect(mp3Seconds(new Uint8Array(5_000).fill(0xff))).toBe(0);
});

/** A frame of MPEG 1 layer III, stereo, 128 kbit/s, 44.1 kHz. */
function frame(): Uint8Array {
  const whole = new Uint8Array(417);
  whole.set([0xff, 0xfb, 0x90, 0x00]);
  return whole;
}

function bytes(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

test.each([
  [[0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 100], 110],
  [[0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 1], 139],
  [[0x49, 0x44, 0x33, 4, 0, 0, 0, 1, 0, 0], 16_394],
  [[0x49, 0x44, 0x33, 4, 0, 0, 1, 0, 0, 0], 2_097_162],
  [[0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 0, 100], 120],
  [[0x49, 0x44, 0x33, 4, 0, 0xef, 0, 0, 0, 100], 110],
  [[0x48, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 100], 0],
  [[0x49, 0x43, 0x33, 4, 0, 0, 0, 0, 0, 100], 0],
  [[0x49, 0x44, 0x32, 4, 0, 0, 0, 0, 0, 100], 0],
  [[], 0],
])('the tag of %j has %i bytes', (head, length) => {
  expect(id3Length(Uint8Array.from(head))).toBe(length);
});
